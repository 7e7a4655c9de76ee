import Signals
import SignalsTesting
import Testing

@Suite struct SampleOnTests {
  @Test func passesOnTheNewestWithTheSampler() {
    expect(
      ["--a--b--------c---|", "----1----2--3--4----"], { $0[0].sample(on: $0[1].neverFailing) },
      "----a----b-----c--|")
  }

  @Test func repeatsIfAsked() {
    expect(
      ["--a--------|", "-1-2-3-4---"], { $0[0].sample(on: $0[1].neverFailing, repeating: true) },
      "---a-a-a---|")
  }

  @Test(arguments: [false, true]) func sendsWhatWaitsAtCompletion(repeating: Bool) {
    func sampled(_ source: String, _ sampler: String, _ output: String) {
      expect([source, sampler], { $0[0].sample(on: $0[1].neverFailing, repeating: repeating) }, output)
    }
    sampled("--a---b-|", "---1-----", "---a----(b|)")
    sampled("--a---b--", "---1---|", "---a---(b|)")
    sampled("--a----|", "---1----", "---a---|")
  }

  @Test func isDisposedOfInItsLastValue() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let (disposable, events) = (SerialDisposable(), Log<Event<Int, Never>>())
    disposable.inner = signal.producer.sample(on: SignalProducer<Int, Never>.never).start { event in
      events.add(event)
      disposable.dispose()
    }
    input.send(1)
    input.complete()
    #expect(events.entries.first == .next(1))
    #expect(events.entries.count == 2)
  }

  @Test func completesWithEither() {
    expect(["--a|", "----1"], { $0[0].sample(on: $0[1].neverFailing) }, "---(a|)")
    expect(["--a---b--|", "----1|"], { $0[0].sample(on: $0[1].neverFailing) }, "----a|")
    expectDisposal(of: ["--a---b--|", "----1|"], { $0[0].sample(on: $0[1].neverFailing) }, at: [5, 5])
  }

  @Test func forwardsFailure() {
    expect(["--a--x", "---1----2"], { $0[0].sample(on: $0[1].neverFailing) }, "---a-x")
    expect(["--a--x", "--------2"], { $0[0].sample(on: $0[1].neverFailing) }, "-----x")
  }

  @Test func isInterruptedWithEither() {
    expect(["--a--!", "---1----2"], { $0[0].sample(on: $0[1].neverFailing) }, "---a-!")
    expect(["--a------|", "---1!"], { $0[0].sample(on: $0[1].neverFailing) }, "---a!")
  }

  @Test func disposalReachesBoth() {
    expectDisposal(
      of: ["--a--b--|", "---1--2--|"], { $0[0].sample(on: $0[1].neverFailing).prefix(1) }, at: [3, 3])
  }

  @Test("S10: the sampler is attached before the source") func attachesTheSamplerFirst() {
    let order = Log<String>()
    let attached: @Sendable (String) -> SignalProducer<Int, Never> = { name in
      SignalProducer { observer, _ in
        order.add(name)
        observer.send(1)
      }
    }
    let values = Log<Int>()
    attached("source").sample(on: attached("sampler")).startWithValues { values.add($0) }
    #expect(order.entries == ["sampler", "source"])
    #expect(values.entries == [], "what the sampler sends at once finds no value")
  }

  @Test func optionalValuesCount() {
    let values: [String: Int?] = ["n": .none, "1": 1]
    let sampled: (MarbleStream<Int?>) -> MarbleStream<Int?> = {
      $0.sample(on: $0.completeOnError(), repeating: true)
    }
    // A signal has its value before it samples itself (contract S11); two starts have their own.
    expect("-n-1-1-|", values: values, sampled, "-'nil'-1-1-|", only: .pushed)
    expect("-n-1-1-|", values: values, sampled, "---'nil'-1-(1|)", only: .pulled)
  }

  @Test func keepsTheContract() {
    checkContract { $0.sample(on: SignalProducer<Int, Never>.never) }
    checkContract { $0.sample(on: $0.completeOnError()) }
  }
}
