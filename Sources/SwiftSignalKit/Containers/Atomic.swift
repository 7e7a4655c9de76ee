import Foundation
import Signals

/// A value that threads take turns with.
///
///     let count = Atomic(value: 0)
///     let now = count.modify { $0 + 1 }
///
/// The functions that are given to it run one at a time, on the calling thread, while everybody else waits.
/// So they should be short. One that asks the same atomic again would wait for itself: that stops the program
/// with a message.
public final class Atomic<T>: Sendable {
  private struct State {
    var value: Carried<T>
    /// Somebody's function is running.
    var isTaken = false
  }

  /// Held while somebody's function runs. It is the caller's lock, no lock of the library: a function may send
  /// and subscribe. Recursive, so that who waits for himself finds out instead of hanging.
  private let turn = NSRecursiveLock()
  private let state: Guarded<State>

  public init(value: T) { state = Guarded(State(value: Carried(value))) }

  /// What `f` makes of the value, which stays.
  public func with<R>(_ f: (T) -> R) -> R {
    turn.lock()
    defer { turn.unlock() }
    return inTurn { f($0) }
  }

  /// What `f` makes of the value, which stays; nil, at once, if somebody else is busy with it.
  public func tryWith<R>(_ f: (T) -> R) -> R? {
    guard turn.try() else { return nil }
    defer { turn.unlock() }
    return isTaken ? nil : inTurn { f($0) }
  }

  /// Stores what `f` makes of the value.
  ///
  /// - Returns: The new value.
  @discardableResult
  public func modify(_ f: (T) -> T) -> T { exchange { f($0) }.new }

  /// Stores another value.
  ///
  /// - Returns: The value before.
  @discardableResult
  public func swap(_ value: T) -> T { exchange { _ in value }.old }

  /// The old value is released after everybody's turn is possible again: it may ask this atomic as it goes.
  private func exchange(_ f: (T) -> T) -> (old: T, new: T) {
    turn.lock()
    defer { turn.unlock() }
    return inTurn { old in
      let new = f(old)
      state.withLock { $0.value = Carried(new) }
      return (old, new)
    }
  }

  private var isTaken: Bool { state.withLock { $0.isTaken } }

  /// Runs `f` for whoever holds the lock.
  private func inTurn<R>(_ f: (T) -> R) -> R {
    let taken = state.withLock { state -> Carried<T>? in
      if state.isTaken { return nil }
      state.isTaken = true
      return state.value
    }
    guard let taken else {
      fatalError("Atomic<\(T.self)>: a function that it runs must not ask it again; this would wait for ever")
    }
    defer { state.withLock { $0.isTaken = false } }
    return f(taken.value)
  }
}
