import SwiftSignalKit
import Testing

@Suite struct DistinctUntilChangedTests {
  @Test func leavesOutRepetitions() {
    #expect((numbers([1, 1, 2, 1]) |> distinctUntilChanged).lines == ["1", "2", "1", "completed"])
  }

  @Test func theConditionCanBeGiven() {
    let signal = numbers([1, 3, 4, 6]) |> distinctUntilChanged(isEqual: { $0 % 2 == $1 % 2 })
    #expect(signal.lines == ["1", "4", "completed"])
  }

  @Test func eachStartBeginsAnew() {
    let signal = numbers([1, 1]) |> distinctUntilChanged
    #expect(signal.lines == signal.lines)
  }
}
