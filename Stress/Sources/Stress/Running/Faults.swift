import Signals

/// What was found to be wrong, each kind once.
final class Faults: Sendable {
  private struct State {
    var messages: [String] = []
    var rules: Set<String> = []
    var count = 0
  }

  private let state = Guarded(State())

  /// Notes a broken rule of Contract.md. Only the first of each rule is told: thousands may follow.
  func add(_ rule: String, _ message: String) {
    state.withLock { state in
      state.count += 1
      if state.rules.insert(rule).inserted { state.messages.append("\(rule): \(message)") }
    }
  }

  var messages: [String] { state.withLock { $0.messages } }
  var count: Int { state.withLock { $0.count } }
}
