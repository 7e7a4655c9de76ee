import Signals
import SignalsTesting
import Testing

@Suite struct AssertNoFailureTests {
  @Test func changesNothing() {
    expect("--a--b--|", { $0.assertNoFailure() }, "--a--b--|")
    expect("--a--!", { $0.assertNoFailure() }, "--a--!")
  }

  @Test("A failure stops the program and says where") func stopsAtAFailure() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      SignalProducer<Int, TestFailure>(error: TestFailure())
        .assertNoFailure(fileID: "Page.swift", line: 12).start()
    }
    #expect(result.message.contains("assertNoFailure(): the stream at Page.swift:12 failed with x"))
  }

  @Test func letsGoOfTheSource() {
    expectDisposal(of: "--a--b--|", { $0.assertNoFailure().prefix(1) }, at: 2)
  }

  @Test func keepsTheContract() { checkContract { $0.completeOnError().assertNoFailure() } }
}
