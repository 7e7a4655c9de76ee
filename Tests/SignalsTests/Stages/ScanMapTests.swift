import Signals
import SignalsTesting
import Testing

@Suite struct ScanMapTests {
  @Test func passesOnWhatIsMadeOfStateAndValue() {
    expect("--a--b--c--|", { $0.scanMap(0) { ($0 + 1, "\($1)\($0)") } }, "--'a0'--'b1'--'c2'--|")
  }

  @Test func theStateCanBeChangedInPlace() {
    expect(
      "-a-b-a-|", { $0.scanMap(into: Set<String>()) { $0.insert($1).inserted } },
      "-'true'-'true'-'false'-|")
  }

  @Test func eachStartBeginsWithTheSameState() {
    let recorder = Recorder<Int, Never>()
    SignalProducer<Int, Never>([1, 1]).scanMap(0) { ($0 + $1, $0) }.repeat(2).start(recorder.observer)
    #expect(recorder.values == [0, 1, 0, 1])
  }

  @Test func forwardsFailure() { expect("-a-x", { $0.scanMap(0) { ($0, $1) } }, "-a-x") }

  @Test func forwardsInterruption() { expect("-a-!", { $0.scanMap(0) { ($0, $1) } }, "-a-!") }

  @Test func aValueSentFromTheObserverFindsTheNewState() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let log = Log<Int>()
    signal.scanMap(0) { count, _ in (count + 1, count) }.observeValues { number in
      log.add(number)
      if number < 2 { input.send(0) }
    }
    input.send(0)
    #expect(log.entries == [0, 1, 2])
  }

  @Test func letsGoOfTheSource() {
    expectDisposal(of: "-a-b-|", { $0.scanMap(0) { ($0, $1) }.prefix(1) }, at: 1)
  }

  @Test func keepsTheContract() {
    checkContract { $0.scanMap(0) { ($0 + 1, $0 + $1) } }
    checkContract {
      $0.scanMap(into: 0) { state, value in
        state += value
        return state
      }
    }
  }
}
