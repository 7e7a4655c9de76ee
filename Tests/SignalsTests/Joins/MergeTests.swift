import Signals
import SignalsTesting
import Testing

@Suite struct MergeTests {
  @Test func passesOnValuesAsTheyCome() {
    expect(["--a-----b--|", "----1-2------3--|"], { $0[0].merge(with: $0[1]) }, "--a-1-2-b----3--|")
  }

  @Test func mergesAnyNumber() {
    expect(["-a--|", "--b|", "---c----|"], { .merge($0) }, "-abc----|")
    expect(["-a--|", "--b|"], { .merge($0[0], $0[1]) }, "-ab-|")
  }

  @Test("S5: without sources it completes; a signal interrupts")
  func nothingCompletes() {
    expect([], { .merge($0) }, "|", only: .pulled)
    expect([], { .merge($0) }, "!", only: .pushed)
  }

  @Test func theFirstFailureEndsIt() {
    expect(["--a--b--|", "---x"], { $0[0].merge(with: $0[1]) }, "--ax")
    expect(["--a-x", "---1----|"], { $0[0].merge(with: $0[1]) }, "--a1x")
  }

  @Test func theFirstInterruptionEndsIt() {
    expect(["--a--b--|", "---!"], { $0[0].merge(with: $0[1]) }, "--a!")
  }

  @Test func disposesTheOthersAtAFailure() {
    expectDisposal(of: ["--a--b--|", "---x"], { $0[0].merge(with: $0[1]) }, at: [3, 3])
  }

  @Test func aFailureThatComesAtOnceStartsNothingMore() {
    let starts = Log<String>()
    let second = SignalProducer<Int, Oops>.never.on(starting: { starts.add("started") })
    SignalProducer.merge(SignalProducer(error: Oops()), second).startWithFailed { _ in }
    #expect(starts.entries.isEmpty)
  }

  @Test func combinesPushedAndPulled() {
    let (numbers, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>()
    numbers.merge(with: SignalProducer([1, 2])).observe(recorder.observer)
    input.send(3)
    #expect(recorder.values == [3], "what a producer sends while a signal is made reaches no observer (S2)")
    SignalProducer([1, 2]).merge(with: numbers).start(recorder.observer)
    input.send(4)
    #expect(recorder.values == [3, 1, 2, 4, 4])
  }

  @Test func keepsTheContract() {
    checkContract { $0.merge(with: $0) }
    checkContract { .merge($0, $0.map { -$0 }, $0) }
    checkContract { $0.merge(with: SignalProducer([7, 8])) }
  }
}
