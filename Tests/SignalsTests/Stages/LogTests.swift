import Signals
import SignalsTesting
import Testing

@Suite struct LogTests {
  @Test(
    arguments: [("a|", "completed"), ("ax", "failed(x)"), ("a!", "interrupted")], TestedDrive.allCases)
  func printsFileLineNameAndEvent(_ input: (diagram: String, end: String), _ drive: TestedDrive) {
    let lines = Log<String>()
    expect(
      input.diagram, { $0.log("search", line: 12, to: { lines.add($0) }) }, input.diagram, only: drive)
    #expect(
      lines.entries
        == ["started", "next(a)", input.end, "disposed"].map { "LogTests.swift:12 search: \($0)" })
  }

  @Test func hasANameAndALineByDefault() {
    let lines = Log<String>()
    SignalProducer<Int, Never>.never.log(to: { lines.add($0) }).start().dispose()
    #expect(lines.entries.first == "LogTests.swift:\(#line - 1) stream: started")
  }

  @Test func printsDisposal() {
    let lines = Log<String>()
    let print: @Sendable (String) -> Void = { lines.add(String($0.split(separator: " ")[1...].joined())) }
    SignalProducer<Int, Never>.never.log("pulled", to: print).start().dispose()
    let (output, input) = Signal<Int, Never>.pipe()
    output.log("pushed", to: print).observe { _ in }.dispose()
    input.send(1)
    #expect(
      lines.entries == [
        "pulled:started", "pulled:interrupted", "pulled:disposed", "pushed:started", "pushed:disposed",
      ])
  }

  @Test func keepsTheContract() { checkContract { $0.log(to: { _ in }) } }
}
