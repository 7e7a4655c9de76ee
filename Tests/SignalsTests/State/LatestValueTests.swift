import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite(.mayBlock) struct LatestValueTests {
  @Test func givesTheLatestValueThenEachThatFollows() {
    let promise = LatestValue<Int, Never>()
    let (early, late) = (Recorder<Int, Never>(), Recorder<Int, Never>())
    promise.producer.start(early.observer)
    #expect(early.events.isEmpty)
    promise.set(value: 1)
    promise.set(value: 2)
    promise.producer.start(late.observer)
    promise.set(value: 3)
    #expect(early.values == [1, 2, 3])
    #expect(late.values == [2, 3])
  }

  @Test func canBeginWithAValue() {
    let recorder = Recorder<Int, Never>()
    let promise = LatestValue<Int, Never>(1)
    promise.producer.start(recorder.observer)
    #expect(recorder.events == [.next(1)])
  }

  @Test func tellsItsObserversInTheOrderInWhichTheyCame() {
    let log = Log<String>()
    let promise = LatestValue<Int, Never>()
    for name in ["a", "b", "c"] { promise.producer.startWithValues { log.add("\(name)\($0)") } }
    promise.set(value: 1)
    #expect(log.entries == ["a1", "b1", "c1"])
  }

  @Test func startsASourceAtOnceAndOnce() {
    let work = Work()
    let promise = LatestValue<Int, Oops>()
    promise.set(work.producer)
    #expect(work.starts == 1)
    let (first, second) = (Recorder<Int, Oops>(), Recorder<Int, Oops>())
    promise.producer.start(first.observer)
    work.send(1)
    promise.producer.start(second.observer)
    #expect(work.starts == 1)
    #expect(first.values == [1])
    #expect(second.values == [1])
  }

  @Test func aSynchronousSourceLeavesItsLastValue() {
    let (early, late) = (Recorder<Int, Never>(), Recorder<Int, Never>())
    let promise = LatestValue<Int, Never>()
    promise.producer.start(early.observer)
    promise.set(SignalProducer([1, 2]))
    promise.producer.start(late.observer)
    #expect(early.events == [.next(1), .next(2)])
    #expect(late.events == [.next(2)])
  }

  @Test func takesSignals() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>()
    let promise = LatestValue<Int, Never>()
    promise.set(signal)
    promise.producer.start(recorder.observer)
    input.send(1)
    promise.set(value: 2)
    input.send(3)
    #expect(recorder.events == [.next(1), .next(2)])
  }

  @Test func aNewSourceTakesTheLatestValueWithIt() {
    let promise = LatestValue<Int, Oops>(1)
    let (first, second) = (Work(), Work())
    promise.set(first.producer)
    let late = Recorder<Int, Oops>()
    promise.producer.start(late.observer)
    #expect(late.events.isEmpty)
    first.send(2)
    promise.set(second.producer)
    #expect(!first.isRunning)
    first.send(3)
    second.send(4)
    #expect(late.values == [2, 4])
  }

  @Test func theInitialValueStaysUntilTheSourceSpeaks() {
    let promise = LatestValue<Int, Oops>(1)
    let work = Work()
    let (early, late) = (Recorder<Int, Oops>(), Recorder<Int, Oops>())
    promise.producer.start(early.observer)
    promise.set(work.producer, initial: 2)
    promise.producer.start(late.observer)
    work.send(3)
    #expect(early.values == [1, 2, 3])
    #expect(late.values == [2, 3])
  }

  @Test func aValueEndsTheSource() {
    let work = Work()
    let promise = LatestValue<Int, Oops>()
    promise.set(work.producer)
    promise.set(value: 1)
    #expect(!work.isRunning)
  }

  @Test func theNewSourceIsStartedBeforeTheOldOneIsDisposedOf() {
    let work = Work()
    let shared = work.producer.share(replay: 1)
    let promise = LatestValue<Int, Oops>()
    promise.set(shared)
    work.send(1)
    promise.set(shared.map { 10 * $0 })
    let recorder = Recorder<Int, Oops>()
    promise.producer.start(recorder.observer)
    #expect(work.starts == 1)
    #expect(recorder.values == [10])
  }

  @Test func theLatestOfNestedSetsCounts() {
    let promise = LatestValue<Int, Oops>()
    let (outer, inner) = (Work(), Work())
    promise.set(
      SignalProducer { observer, lifetime in
        promise.set(inner.producer)
        lifetime += outer.producer.start(observer)
      })
    outer.send(1)
    inner.send(2)
    let recorder = Recorder<Int, Oops>()
    promise.producer.start(recorder.observer)
    #expect(recorder.values == [2])
    #expect(!outer.isRunning)
  }

  @Test(arguments: [Termination<Oops>.completed, .interrupted])
  func aSourceThatHasEndedLeavesItsValue(_ end: Termination<Oops>) {
    let work = Work()
    let promise = LatestValue<Int, Oops>()
    let (early, late) = (Recorder<Int, Oops>(), Recorder<Int, Oops>())
    promise.producer.start(early.observer)
    promise.set(work.producer)
    work.send(1)
    work.end(end)
    promise.producer.start(late.observer)
    promise.set(value: 2)
    #expect(early.events == [.next(1), .next(2)])
    #expect(late.events == [.next(1), .next(2)])
  }

  @Test func aFailureEndsThePromise() {
    let (work, next) = (Work(), Work())
    let promise = LatestValue<Int, Oops>()
    let (early, late) = (Recorder<Int, Oops>(), Recorder<Int, Oops>())
    promise.producer.start(early.observer)
    promise.set(work.producer)
    work.send(1)
    work.end(.failed(Oops()))
    promise.set(value: 2)
    promise.set(next.producer, initial: 3)
    promise.producer.start(late.observer)
    #expect(early.events == [.next(1), .failed(Oops())])
    #expect(late.events == [.next(1), .failed(Oops())])
    #expect(next.starts == 0)
  }

  @Test func readsByStartingAndDisposing() {
    let promise = LatestValue<String, Never>("aaa")
    #expect(promise.current == "aaa")
    promise.set(value: "aaa---bbb")
    #expect(promise.current == "aaa---bbb")
    #expect(LatestValue<String, Never>().current == nil)
  }

  @Test func disposalInterruptsOneObserver() {
    let promise = LatestValue<Int, Never>(1)
    let (leaver, stayer) = (Recorder<Int, Never>(), Recorder<Int, Never>())
    promise.producer.start(stayer.observer)
    promise.producer.start(leaver.observer).dispose()
    promise.set(value: 2)
    #expect(leaver.events == [.next(1), .interrupted])
    #expect(stayer.events == [.next(1), .next(2)])
  }

  @Test func releaseDisposesOfTheSourceAndCompletes() {
    let work = Work()
    let recorder = Recorder<Int, Oops>()
    var promise: LatestValue<Int, Oops>? = LatestValue()
    promise?.set(work.producer)
    var producer = promise?.producer.map { $0 + 1 }
    producer?.start(recorder.observer)
    promise = nil
    #expect(work.isRunning, "a stream made of it can be started")
    work.send(1)
    producer = nil
    #expect(producer == nil)
    #expect(!work.isRunning)
    #expect(recorder.events == [.next(2), .completed])
  }

  @Test func anEventSourceTakesPartInJoins() {
    let (a, b) = (LatestValue<Int, Never>(1), LatestValue<Int, Never>())
    let recorder = Recorder<Int, Never>()
    a.producer.combineLatest(with: b).map { 10 * $0 + $1 }.start(recorder.observer)
    b.set(value: 2)
    a.set(value: 3)
    #expect(recorder.values == [12, 32])
  }

  @Test func fromInsideACallbackOneSeesWhatOneHasSet() {
    let promise = LatestValue<Int, Never>()
    let late = Recorder<Int, Never>()
    let atOnce = Log<[Int]>()
    let early = Recorder<Int, Never> { event in
      guard event == .next(1) else { return }
      promise.set(value: 2)
      promise.producer.start(late.observer)
      atOnce.add(late.values)
    }
    promise.producer.start(early.observer)
    promise.set(value: 1)
    promise.set(value: 3)
    #expect(atOnce.entries == [[2]])
    #expect(early.values == [1, 2, 3])
    #expect(early.violations.isEmpty)
    #expect(late.values == [2, 3])
  }

  @Test("E6: eight threads that set and start see one order")
  func racesAreDecided() {
    let promise = LatestValue<[Int], Never>([-1, 0])
    let all = Recorder<[Int], Never>()
    promise.producer.start(all.observer)
    let (late, finished) = (Log<Recorder<[Int], Never>>(), Log<Int>())
    onThreads(8) { thread in
      if thread < 4 {
        for count in 0..<300 {
          promise.set(value: [thread, count])
          sched_yield()
        }
        return finished.add(thread)
      }
      for round in 0..<1000 where finished.entries.count < 4 {
        let recorder = Recorder<[Int], Never>()
        let start = promise.producer.start(recorder.observer)
        #expect(!recorder.values.isEmpty, "the latest value comes before the call returns")
        while recorder.values.count < 3, finished.entries.count < 4 { sched_yield() }
        if round % 10 > 0 { start.dispose() }
        late.add(recorder)
      }
    }
    let order = all.values
    let places = Dictionary(uniqueKeysWithValues: Swift.zip(order, order.indices))
    for recorder in late.entries + [all] {
      let seen = recorder.values.map { places[$0, default: -1] }
      #expect(recorder.violations.isEmpty)
      #expect(seen == Array(seen[0]..<(seen[0] + seen.count)))
    }
  }

  @Test("E6: of the sources that eight threads set the latest remains")
  func setsFromManyThreads() {
    let promise = LatestValue<Int, Oops>()
    let running = Log<Int>()
    let inputs = Log<(number: Int, input: Observer<Int, Oops>)>()
    onThreads(8) { thread in
      for round in 0..<50 {
        let number = 100 * thread + round
        promise.set(
          SignalProducer { observer, lifetime in
            inputs.add((number, observer))
            running.add(1)
            lifetime.onEnd { running.add(-1) }
            observer.send(number)
          })
        inputs.entries.randomElement()?.input.send(number)
        sched_yield()
      }
    }
    #expect(running.entries.reduce(0, +) == 1)
    let recorder = Recorder<Int, Oops>()
    promise.producer.start(recorder.observer)
    for (number, input) in inputs.entries { input.send(-1 - number) }
    #expect(recorder.values.count == 2, "the latest value and that of the one source there is")
    #expect(recorder.violations.isEmpty)
  }

  @Test func keepsTheContractOfAStart() {
    checkContract { source in
      SignalProducer { observer, lifetime in
        let promise = LatestValue<Int, TestFailure>()
        promise.set(source)
        lifetime += promise.producer.start(observer)
        lifetime.onEnd { withExtendedLifetime(promise) {} }
      }
    }
  }
}

extension LatestValue {
  /// The latest value, read by starting and disposing at once.
  fileprivate var current: Value? {
    let log = Log<Value>()
    producer.start(Observer(next: log.add)).dispose()
    return log.entries.last
  }
}
