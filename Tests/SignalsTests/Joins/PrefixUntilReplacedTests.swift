import Signals
import SignalsTesting
import Testing

@Suite struct PrefixUntilReplacedTests {
  @Test func goesOnWithTheOther() {
    expect(["--a--b--c--|", "-------1--2--3|"], { $0[0].prefix(untilReplacedBy: $0[1]) }, "--a--b-1--2--3|")
  }

  @Test func completesWithTheOther() {
    expect(["--a|", "-------1|"], { $0[0].prefix(untilReplacedBy: $0[1]) }, "--a----1|")
    expect(["--a--b--|", "---|"], { $0[0].prefix(untilReplacedBy: $0[1]) }, "--a|")
  }

  @Test func failsWithEither() {
    expect(["--a--x", "-------1|"], { $0[0].prefix(untilReplacedBy: $0[1]) }, "--a--x")
    expect(["--a--b--|", "---x"], { $0[0].prefix(untilReplacedBy: $0[1]) }, "--ax")
    expect(["--a---x", "----1----2|"], { $0[0].prefix(untilReplacedBy: $0[1]) }, "--a-1----2|")
  }

  @Test func isInterruptedWithEither() {
    expect(["--a--!", "-------1|"], { $0[0].prefix(untilReplacedBy: $0[1]) }, "--a--!")
    expect(["--a--b--|", "---!"], { $0[0].prefix(untilReplacedBy: $0[1]) }, "--a!")
  }

  @Test func disposesTheSourceWhenReplaced() {
    expectDisposal(of: ["--a--b--|", "---1--|"], { $0[0].prefix(untilReplacedBy: $0[1]) }, at: [3, 6])
  }

  @Test("D2: disposal during replacement stops the first new value")
  func disposalWhileReplacing() {
    let recorder = Recorder<Int, Never>()
    let (first, second) = (Signal<Int, Never>.pipe(), Signal<Int, Never>.pipe())
    let subscription = Subscription()
    first.output.producer.on(disposed: { subscription.dispose() }).prefix(untilReplacedBy: second.output)
      .attach(recorder.observer, subscription)
    first.input.send(1)
    second.input.send(2)
    #expect(recorder.events == [.next(1), .interrupted])
  }

  @Test func keepsTheContract() {
    checkContract { $0.prefix(untilReplacedBy: SignalProducer([7, 8])) }
    checkContract { $0.prefix(untilReplacedBy: $0.filter { $0 > 2 }) }
  }
}
