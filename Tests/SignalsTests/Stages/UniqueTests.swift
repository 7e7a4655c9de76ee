import Signals
import SignalsTesting
import Testing

@Suite struct UniqueTests {
  @Test func leavesOutWhatCameBefore() { expect("--a--b--a--c--|", { $0.unique() }, "--a--b-----c--|") }

  @Test func comparesKeys() {
    expect("--1--2--3--4--|", values: numbers, { $0.unique(by: { $0 % 3 }) }, "--1--2--3-----|")
  }

  @Test("P3: each start remembers for itself") func startsAreIndependent() {
    let producer = SignalProducer<Int, Never>([1, 1]).unique()
    let recorders = (1...2).map { _ in Recorder<Int, Never>() }
    for recorder in recorders { producer.start(recorder.observer) }
    #expect(recorders.map(\.values) == [[1], [1]])
  }

  @Test func forwardsFailure() { expect("--a--ax", { $0.unique() }, "--a---x") }

  @Test func forwardsInterruption() { expect("--a--a!", { $0.unique() }, "--a---!") }

  @Test func letsGoOfTheSource() { expectDisposal(of: "--a--b--|", { $0.unique().prefix(1) }, at: 2) }

  @Test func keepsTheContract() {
    checkContract { $0.unique() }
    checkContract { $0.unique(by: { $0 / 2 }) }
  }
}
