import Signals
import SignalsTesting
import Testing

@Suite struct IntervalOfTests {
  @Test func sendsOneElementAtATime() {
    #expect(diagram(of: "abc", every: 3) == "---a--b--(c|)")
  }

  @Test func completesAtOnceWithoutElements() { #expect(diagram(of: "", every: 3) == "|") }

  @Test func nilIsAnElement() {
    let time = TestScheduler()
    let recorder = Recorder<Int?, Never>(on: time)
    SignalProducer.interval(every: .seconds(1), of: [1, nil, 3], on: time).start(recorder.observer)
    time.run()
    #expect(recorder.events == [.next(1), .next(nil), .next(3), .completed])
  }

  @Test func iteratesOneElementAhead() {
    let time = TestScheduler()
    let taken = Log<Int>()
    let start = SignalProducer.interval(every: .seconds(1), of: Numbers(taken: taken), on: time).start()
    time.advance(by: .seconds(2))
    #expect(taken.entries == [1, 2, 3])
    start.dispose()
    time.advance(by: .seconds(2))
    #expect(taken.entries == [1, 2, 3])
  }

  @Test func startsAreIndependent() {
    let time = TestScheduler()
    let (first, second) = (Recorder<Int, Never>(on: time), Recorder<Int, Never>(on: time))
    let producer = SignalProducer.interval(every: .seconds(2), of: 1...2, on: time)
    producer.start(first.observer)
    time.advance(by: .seconds(3))
    producer.start(second.observer)
    time.advance(by: .seconds(9))
    #expect(MarbleDiagram(first.entries).description == "--1-(2|)")
    #expect(MarbleDiagram(second.entries).description == "-----1-(2|)")
  }

  @Test func disposalStopsIt() {
    let time = TestScheduler()
    let recorder = Recorder<Int, Never>(on: time)
    let start = SignalProducer.interval(every: .seconds(2), of: 1...9, on: time).start(recorder.observer)
    time.advance(by: .seconds(5))
    start.dispose()
    time.run()
    #expect(MarbleDiagram(recorder.entries).description == "--1-2!")
  }

  @Test func disposalInACallbackStopsItToo() {
    let time = TestScheduler()
    let recorder = Recorder<Int, Never>(on: time)
    SignalProducer.interval(every: .seconds(1), of: 1...2, on: time).prefix(while: { $0 < 1 })
      .start(recorder.observer)
    time.run()
    #expect(recorder.events == [.completed])
  }

  @Test("P8: many elements at once use constant stack") func manyElements() {
    onSmallStack {
      let count = Tally()
      SignalProducer.interval(every: .seconds(1), of: 1...100_000, on: ImmediateScheduler())
        .startWithValues { _ in count.add(1) }
      #expect(count.value == 100_000)
    }
  }

  @Test("X1: an interval of zero stops the program") func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SignalProducer.interval(every: .zero, of: "abc", on: ImmediateScheduler())
    }
    #expect(result.message.contains("interval(every:of:on:): the interval must be greater than zero"))
  }

  private func diagram(of elements: String, every seconds: Int) -> String {
    let time = TestScheduler()
    let recorder = Recorder<Character, Never>(on: time)
    SignalProducer.interval(every: .seconds(seconds), of: elements, on: time).start(recorder.observer)
    time.run()
    return MarbleDiagram(recorder.entries).description
  }
}

/// All numbers from 1, and which have been taken.
private struct Numbers: Sequence, IteratorProtocol, Sendable {
  let taken: Log<Int>
  var number = 0

  mutating func next() -> Int? {
    number += 1
    taken.add(number)
    return number
  }
}
