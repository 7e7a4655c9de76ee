import Synchronization

/// What observers cost that come and go on many threads, at least when one lock is all there is: it guards an array,
/// and values are delivered under it.
///
/// An observer that sends would wait for ever, which the library must not do; but nothing is simpler.
final class FloorObservers: Sendable {
  private struct State {
    var value = 0
    var observers: [(id: Int, action: @Sendable (Int) -> Void)] = []
    var lastID = 0
  }

  private let state = Mutex(State())

  func send(_ value: Int) {
    state.withLock { state in
      state.value = value
      for observer in state.observers { observer.action(value) }
    }
  }

  /// - Parameter hearsValue: Whether the observer gets the newest value at once, as that of a property does.
  func observe(hearsValue: Bool, _ action: @escaping @Sendable (Int) -> Void) -> Int {
    state.withLock { state in
      state.lastID += 1
      state.observers.append((state.lastID, action))
      if hearsValue { action(state.value) }
      return state.lastID
    }
  }

  func remove(_ id: Int) {
    state.withLock { state in
      guard let index = state.observers.firstIndex(where: { $0.id == id }) else { return }
      state.observers.remove(at: index)
    }
  }
}
