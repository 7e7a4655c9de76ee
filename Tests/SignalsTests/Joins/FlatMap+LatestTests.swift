import Signals
import SignalsTesting
import Testing

@Suite struct FlatMapLatestTests {
  @Test func attachesTheNewest() {
    expect(
      "-a---b--|",
      { outer, time in outer.flatMap(.latest) { inner("-1-2-3|", of: $0, on: time) } },
      "--'a1'-'a2'-'b1'-'b2'-'b3'|")
  }

  @Test(arguments: TestedDrive.allCases)
  func disposesOfTheOldBeforeTheNewStarts(_ drive: TestedDrive) {
    let log = Log<String>()
    expect(
      "-a-b|",
      { outer, time in
        outer.flatMap(.latest) { name in
          inner("--1|", of: name, on: time)
            .on(starting: { log.add("\(name) starts") }, disposed: { log.add("\(name) is over") })
        }
      }, "-----'b1'|", only: drive)
    #expect(log.entries == ["a starts", "a is over", "b starts", "b is over"])
  }

  @Test func aNewValueInsideTheOldOneSilencesIt() {
    let (outer, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>(reaction: { if $0.value == 10 { input.send(2) } })
    outer.flatMap(.latest) { SignalProducer([$0 * 10, $0 * 10 + 1]) }.observe(recorder.observer)
    input.send(1)
    #expect(recorder.values == [10, 11, 20, 21], "E7: the new value waits for the event in flight")
    #expect(recorder.violations.isEmpty)
  }

  @Test("D2: what waits of the one before is dropped") func dropsWhatWaitsOfTheOldOne() {
    let (outer, input) = Signal<Int, Never>.pipe()
    let (first, firstInput) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>(reaction: { event in
      guard event.value == 1 else { return }
      input.send(2)
      input.send(3)
      input.complete()
    })
    outer.flatMap(.latest) { $0 == 1 ? first.producer : SignalProducer(value: $0 * 10) }
      .observe(recorder.observer)
    input.send(1)
    firstInput.send(1)
    #expect(recorder.events == [.next(1), .next(30), .completed])
    #expect(recorder.violations.isEmpty)
  }

  @Test("B2: what is attached during a pause is paused", arguments: [true, false])
  func pausesWhatIsAttachedDuringAPause(_ hasEnded: Bool) {
    let (outer, input) = Signal<Int, Never>.pipe()
    let log = Log<Int>()
    let start = outer.producer
      .flatMap(.latest) { $0 == 1 ? hasEnded ? .empty : .never : SignalProducer<Int, Never>([$0, $0 + 1]) }
      .startWithValues(log.add)
    input.send(1)
    start.pause()
    input.send(20)
    #expect(log.entries == [])
    start.resume()
    #expect(log.entries == [20, 21])
  }

  @Test("D3: what is attached after the disposal is disposed of", arguments: [true, false])
  func disposesOfWhatIsAttachedTooLate(_ hasEnded: Bool) {
    let (outer, input) = Signal<Int, Never>.pipe()
    let log = Log<String>()
    let start = SerialDisposable()
    start.inner = outer.producer
      .flatMap(.latest) { number -> SignalProducer<Int, Never> in
        if number == 1 { return hasEnded ? .empty : .never }
        start.dispose()
        return SignalProducer<Int, Never>([number]).on(started: { log.add("started") })
      }
      .startWithValues { log.add("\($0)") }
    input.send(1)
    input.send(20)
    #expect(log.entries == [])
  }
}
