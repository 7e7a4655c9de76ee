import Synchronization

/// What the loopback server, whose files are shared with the main package, needs of that package's own things.
final class Guarded<State>: Sendable {
  private let state: Mutex<State>

  init(_ state: sending State) { self.state = Mutex(state) }

  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock { (state: inout sending State) in
      let result = body(&state)
      return result
    }
  }
}
