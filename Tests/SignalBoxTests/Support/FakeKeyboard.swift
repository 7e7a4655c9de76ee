import Signals

@testable import SignalBox

/// Presses keys that were chosen before, and keeps what it was asked for.
final class FakeKeyboard: Keyboard {
  enum Call { case open, key, close }

  private let state: Guarded<(keys: [Character], calls: [Call])>

  /// After these keys none can come.
  init(_ keys: String) { state = Guarded((Array(keys), [])) }

  var calls: [Call] { state.withLock { $0.calls } }

  func open() { state.withLock { $0.calls.append(.open) } }

  func key(_ prompt: @escaping @Sendable () -> Void) -> Character? {
    let key = state.withLock { state -> Character? in
      state.calls.append(.key)
      return state.keys.isEmpty ? nil : state.keys.removeFirst()
    }
    if key != nil { prompt() }
    return key
  }

  func typed(leaving: @escaping @Sendable () -> Void) -> SignalProducer<String, Never> {
    .deferred { [self] in
      let keys = state.withLock { state in
        defer { state.keys = [] }
        return state.keys
      }
      return SignalProducer([""] + keys.map { String($0) }).append(SignalProducer<String, Never>.never)
    }
  }

  func close() { state.withLock { $0.calls.append(.close) } }
}
