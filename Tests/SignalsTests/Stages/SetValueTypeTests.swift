import Signals
import SignalsTesting
import Testing

@Suite struct SetValueTypeTests {
  @Test func fitsWhereValuesAreExpected() {
    let saving = SignalProducer<Never, Oops> { observer, _ in observer.complete() }
    let recorder = Recorder<Int, Oops>()
    saving.setValueType().append(1, 2).start(recorder.observer)
    #expect(recorder.events == [.next(1), .next(2), .completed])
  }

  @Test func forwardsEachEnd() {
    expect("--a--|", { $0.ignoreValues().setValueType(to: Int.self) }, "-----|")
    expect("--a--x", { $0.ignoreValues().setValueType(to: Int.self) }, "-----x")
    expect("--a--!", { $0.ignoreValues().setValueType(to: Int.self) }, "-----!")
  }

  @Test func keepsTheContract() { checkContract { $0.ignoreValues().setValueType(to: Int.self) } }
}
