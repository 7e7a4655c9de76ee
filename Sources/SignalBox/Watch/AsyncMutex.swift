import Signals

/// Lets one after the other do something that only one can do at a time.
final class AsyncMutex: Sendable {
  private typealias Waiter = OneShot<@Sendable (Permit) -> Void>

  private struct State {
    var isTaken = false
    var waiting: [Waiter] = []
  }
  private let state = Guarded(State())

  var isTaken: Bool { state.withLock { $0.isTaken } }

  /// Sends a permit as soon as no other one is held. A start that is disposed of before that gets none.
  func next() -> SignalProducer<Permit, Never> {
    SignalProducer { [self] observer, lifetime in
      let waiter = Waiter { permit in
        observer.send(permit)
        observer.complete()
      }
      lifetime.onEnd { _ = waiter.take() }
      state.withLock { $0.waiting.append(waiter) }
      handOut()
    }
  }

  fileprivate func end() {
    state.withLock { $0.isTaken = false }
    handOut()
  }

  private func handOut() {
    let next = state.withLock { state -> (@Sendable (Permit) -> Void)? in
      while !state.isTaken, !state.waiting.isEmpty {
        guard let begin = state.waiting.removeFirst().take() else { continue }
        state.isTaken = true
        return begin
      }
      return nil
    }
    next?(Permit(of: self))
  }
}

/// A permit ends when `end()` is called, or when the last reference to it is released.
final class Permit: Sendable {
  private let mutex: AsyncMutex
  private let isOver = Flag()

  fileprivate init(of mutex: AsyncMutex) { self.mutex = mutex }

  deinit { end() }

  func end() { if isOver.set() { mutex.end() } }
}
