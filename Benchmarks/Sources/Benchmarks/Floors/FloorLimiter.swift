import Synchronization

/// What it costs at least to let so many run at once: a lock, a count and a list of closures, each begun by the end of
/// another one.
final class FloorLimiter: Sendable {
  private struct State {
    var running = 0
    var waiting: [@Sendable () -> Void] = []
    var head = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  init(_ limit: Int) { self.limit = limit }

  /// Runs `body` now and all that has come meanwhile, or leaves it to the thread that is inside.
  func run(_ body: @escaping @Sendable () -> Void) {
    if enter(body) { leave() }
  }

  /// Runs `body` now and keeps its place, or when another one has ended.
  @discardableResult func enter(_ body: @escaping @Sendable () -> Void) -> Bool {
    let runs = state.withLock { state in
      if state.running == limit {
        state.waiting.append(body)
        return false
      }
      state.running += 1
      return true
    }
    if runs { body() }
    return runs
  }

  func leave() {
    while let next = takeNext() { next() }
  }

  /// The next one has the place of the one that has ended.
  private func takeNext() -> (@Sendable () -> Void)? {
    state.withLock { state in
      if state.head == state.waiting.count {
        state.running -= 1
        state.waiting = []
        state.head = 0
        return nil
      }
      state.head += 1
      return state.waiting[state.head - 1]
    }
  }
}
