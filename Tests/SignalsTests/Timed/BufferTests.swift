import Signals
import SignalsTesting
import Testing

@Suite struct BufferTests {
  /// A started buffer that the test feeds.
  private struct Bench {
    let input: Observer<Int, Oops>
    let recorder = Recorder<Int, Oops>()
    let drops = MutableProperty(0)
    let subscription: any Disposable

    init(_ limit: Int, onOverflow overflow: Overflow) {
      let (output, input) = Signal<Int, Oops>.pipe()
      self.input = input
      subscription = output.producer.buffer(limit, onOverflow: overflow, drops: drops).start(
        recorder.observer)
    }
  }

  @Test func passesOnAtOnceWithoutAPause() {
    let bench = Bench(1, onOverflow: .dropOldest)
    for value in 1...3 {
      bench.input.send(value)
      #expect(bench.recorder.values.last == value)
    }
    bench.input.complete()
    #expect(bench.recorder.events == [.next(1), .next(2), .next(3), .completed])
    #expect(bench.drops.value == 0)
  }

  @Test(
    "B1: it drops by its policy at the limit, and counts drops",
    arguments: [
      (Overflow.dropOldest, [5, 6], 3), (.dropNewest, [2, 3], 3), (.suspend, [2, 3, 4, 5, 6], 0),
    ])
  func holdsAndDrops(_ overflow: Overflow, _ kept: [Int], _ dropped: Int) {
    let bench = Bench(2, onOverflow: overflow)
    bench.input.send(1)
    bench.subscription.pause()
    for value in 2...6 { bench.input.send(value) }
    #expect(bench.recorder.values == [1])
    #expect(bench.drops.value == dropped)
    bench.subscription.resume()
    #expect(bench.recorder.values == [1] + kept)
  }

  @Test("B1: drops can be observed") func dropsAreHeardOf() {
    let bench = Bench(1, onOverflow: .dropNewest)
    let counts = Log<Int>()
    bench.drops.signal.observeValues { counts.add($0) }
    bench.subscription.pause()
    for value in 1...3 { bench.input.send(value) }
    #expect(counts.entries == [1, 2])
  }

  @Test func completesAfterTheValuesThatWait() {
    let bench = Bench(2, onOverflow: .dropOldest)
    bench.subscription.pause()
    bench.input.send(1)
    bench.input.complete()
    #expect(bench.recorder.events.isEmpty)
    bench.subscription.resume()
    #expect(bench.recorder.events == [.next(1), .completed])
  }

  @Test("E2: a failure does not wait for the end of a pause") func failsAtOnce() {
    let bench = Bench(2, onOverflow: .dropOldest)
    bench.subscription.pause()
    bench.input.send(1)
    bench.input.fail(Oops())
    #expect(bench.recorder.events == [.failed(Oops())])
  }

  @Test func aPauseInsideAValueHoldsTheNextOne() {
    let (output, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>()
    output.producer.buffer(5, onOverflow: .dropOldest).startWithSignal { signal, subscription in
      signal.observe(recorder.observer)
      signal.observeValues { if $0 == 2 { subscription.pause() } }
      signal.observeInterrupted {}
      input.send(0)
    }
    for value in 1...4 { input.send(value) }
    #expect(recorder.values == [1, 2])
  }

  @Test("A completion in a pause overtakes no value") func completesInAPauseInsideAValue() {
    let (output, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>()
    let subscription = output.producer.buffer(5, onOverflow: .suspend).startWithSignal {
      signal, subscription in
      signal.observe(recorder.observer)
      signal.observeValues { value in
        guard value == 1 else { return }
        subscription.pause()
        input.complete()
        subscription.resume()
      }
    }
    subscription.pause()
    for value in 1...3 { input.send(value) }
    subscription.resume()
    #expect(recorder.events == [.next(1), .next(2), .next(3), .completed])
  }

  @Test("B2: suspend pauses the source at the limit, resumes at half") func suspendsTheSource() {
    let produced = Log<Int>()
    let recorder = Recorder<Int, Never>()
    let subscription = SignalProducer<Int, Never>(1...100).on(next: { produced.add($0) })
      .buffer(10, onOverflow: .suspend).on(next: { _ in }).delayed(recorder)
    #expect(produced.entries.count == 10)
    subscription.resume()
    #expect(recorder.values == Array(1...100))
  }

  @Test func whatIsDroppedIsReleased() {
    let log = Log<String>()
    let (output, input) = Signal<Probe, Never>.pipe()
    let subscription = output.producer.buffer(1, onOverflow: .dropOldest).startWithValues { _ in }
    subscription.pause()
    input.send(Probe { log.add("first") })
    input.send(Probe { log.add("second") })
    #expect(log.entries == ["first"])
    subscription.dispose()
    #expect(log.entries == ["first", "second"])
  }

  @Test func letsGoOfTheSourceWhenDisposedOf() {
    expectDisposal(
      of: "--a--b--|",
      { (producer: SignalProducer<String, TestFailure>) -> SignalProducer<String, TestFailure> in
        producer.buffer(1, onOverflow: .dropOldest).prefix(1)
      },
      at: 2)
  }

  @Test func keepsTheContract() {
    checkContract { (producer: SignalProducer<Int, TestFailure>) in
      producer.buffer(3, onOverflow: .dropOldest)
    }
    checkContract { (producer: SignalProducer<Int, TestFailure>) in producer.buffer(3, onOverflow: .suspend) }
  }
}

extension SignalProducer<Int, Never> {
  /// Starts it paused.
  fileprivate func delayed(_ recorder: Recorder<Int, Never>) -> any Disposable {
    let subscription = Subscription()
    subscription.pause()
    attach(recorder.observer, subscription)
    return subscription
  }
}
