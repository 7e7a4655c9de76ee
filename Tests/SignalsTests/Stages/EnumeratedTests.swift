import Signals
import SignalsTesting
import Testing

@Suite struct EnumeratedTests {
  @Test func numbersTheValues() { expect("--a--b--c--|", { $0.enumerated() }, "--'0a'--'1b'--'2c'--|") }

  @Test("P3: each start counts from zero") func startsAreIndependent() {
    let producer = SignalProducer<String, Never>(value: "a").enumerated()
    let recorder = Recorder<(offset: Int, element: String), Never>()
    producer.start(recorder.observer)
    let second = Recorder<(offset: Int, element: String), Never>()
    producer.start(second.observer)
    #expect((recorder.values + second.values).map(\.offset) == [0, 0])
  }

  @Test func forwardsFailure() { expect("--a--x", { $0.enumerated() }, "--'0a'--x") }

  @Test func forwardsInterruption() { expect("--a--!", { $0.enumerated() }, "--'0a'--!") }

  @Test func letsGoOfTheSource() { expectDisposal(of: "--a--b--|", { $0.enumerated().prefix(1) }, at: 2) }

  @Test func keepsTheContract() { checkContract { $0.enumerated() } }
}
