import Signals
import SignalsTesting
import Testing

@Suite struct SingleTests {
  @Test func passesOnTheOnlyValueAtTheEnd() { expect("--a--|", { $0.single() }, "-----(a|)") }

  @Test func failsWithTheSecondValue() {
    expect("--a--b--c--|", { $0.single() }, "-----x")
    expectDisposal(of: "--a--b--c--|", { $0.single() }, at: 5)
    #expect(events(of: SignalProducer([1, 2, 3])) == [.failed(.several)])
  }

  @Test func failsWithoutAValue() {
    expect("--|", { $0.single() }, "--x")
    #expect(events(of: .empty) == [.failed(.empty)])
  }

  @Test func passesOnTheOnlyOneThatSatisfies() {
    expect("--1--5--2--|", values: numbers, { $0.single(where: { $0 > 3 }) }, "-----------(5|)")
    expect("--1--5--7--|", values: numbers, { $0.single(where: { $0 > 3 }) }, "--------x")
    expect("--1--|", values: numbers, { $0.single(where: { $0 > 3 }) }, "-----x")
  }

  @Test func nilIsAValue() {
    let recorder = Recorder<Int?, NotSingle<Never>>()
    SignalProducer<Int?, Never>(value: nil).single().start(recorder.observer)
    #expect(recorder.events == [.next(nil), .completed])
  }

  @Test func forwardsFailure() {
    expect("--a--x", { $0.single() }, "-----x")
    #expect(events(of: SignalProducer(error: Oops(code: 7))) == [.failed(.failed(Oops(code: 7)))])
  }

  @Test func forwardsInterruption() { expect("--a--!", { $0.single() }, "-----!") }

  @Test func asksForNoMoreAfterTheSecondValue() {
    let calls = Log<Int>()
    SignalProducer<Int, Never>(1...100_000).on(next: { calls.add($0) }).single().startWithFailed { _ in }
    #expect(calls.entries == [1, 2])
  }

  @Test func keepsNoValueThatIsNotPassedOn() {
    let gone = Log<Int>()
    let (signal, input) = Signal<Probe, Never>.pipe()
    let single = signal.single()
    single.observe { _ in }
    input.send(Probe { gone.add(1) })
    input.send(Probe { gone.add(2) })
    #expect(gone.entries.sorted() == [1, 2])
    withExtendedLifetime(single) {}
  }

  @Test("D2: a start that is disposed of by then gets no value") func disposedAtTheEnd() {
    let recorder = Recorder<Int, NotSingle<Never>>()
    let start = SerialDisposable()
    let (signal, input) = Signal<Int, Never>.pipe()
    start.inner = signal.producer.on(completed: { start.dispose() }).single().start(recorder.observer)
    input.send(1)
    input.complete()
    #expect(recorder.values == [])
  }

  @Test func keepsTheContract() {
    checkContract { $0.single() }
    checkContract { $0.single(where: { $0 == 2 }) }
    checkContract { $0.prefix(1).single() }
  }

  private func events(of source: SignalProducer<Int, Oops>) -> [Event<Int, NotSingle<Oops>>] {
    let recorder = Recorder<Int, NotSingle<Oops>>()
    source.single().start(recorder.observer)
    return recorder.events
  }
}
