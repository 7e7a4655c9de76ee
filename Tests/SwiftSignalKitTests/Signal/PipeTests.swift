import SwiftSignalKit
import Testing

@Suite struct PipeTests {
  @Test func appliesWhatStandsBehindIt() {
    #expect((3 |> { $0 + 1 } |> { "\($0)" }) == "4")
    #expect((numbers(1...3) |> map { $0 * 2 } |> filter { $0 > 2 }).lines == ["4", "6", "completed"])
  }
}
