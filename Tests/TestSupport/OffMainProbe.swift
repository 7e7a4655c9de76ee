import SignalsMarbles

/// What runs elsewhere than on the main actor.
package final class OffMainProbe: Sendable {
  private struct Call {
    let place: String
    let isElsewhere: Bool
  }

  /// Its actions run on another thread, after the closures were passed.
  package let scheduler = TestScheduler()
  private let calls = Notes<Call>()

  /// Called by the closures that are tried. The place where it is called distinguishes them.
  package func note(line: Int = #line, column: Int = #column) {
    calls.add(Call(place: "\(line):\(column)", isElsewhere: !isOnMainQueue()))
  }

  /// For a closure that returns something.
  package func note<Result>(_ result: Result, line: Int = #line, column: Int = #column) -> Result {
    note(line: line, column: column)
    return result
  }

  /// How many of the closures were called.
  var called: Int { Set(calls.entries.map(\.place)).count }

  /// How many of them were called elsewhere than on the main actor.
  var calledElsewhere: Int { Set(calls.entries.filter(\.isElsewhere).map(\.place)).count }
}
