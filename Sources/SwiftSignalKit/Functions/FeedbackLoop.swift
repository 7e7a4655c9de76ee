import Signals

/// Where a ``feedbackLoop(once:reduce:)`` has come to.
public enum SignalFeedbackLoopState<T> {
  /// There is no value yet.
  case initial
  /// What all values so far have come to.
  case loop(T)
}

extension SignalFeedbackLoopState: Sendable where T: Sendable {}

/// Runs signals one after the other, each of them made of what the values before it have come to.
///
/// Each value is reduced with the result before it, and the new result is passed on. When a signal has completed,
/// `once` makes the next one. Any number of synchronous signals uses constant stack.
///
///     feedbackLoop(
///       once: { state in
///         switch state {
///         case .initial: single(1, NoError.self)
///         case .loop(let sum): sum < 100 ? single(sum, NoError.self) : nil
///         }
///       }, reduce: { $0 + $1 })
///     out  (1 2 4 8 16 32 64 128|)
///
/// - Completes: when `once` has no further signal.
/// - Fails: with the first error.
/// - Buffers: one result.
@preconcurrency @inlinable public func feedbackLoop<T, E>(
  once: @escaping @Sendable (SignalFeedbackLoopState<T>) -> Signal<T, E>?,
  reduce: @escaping @Sendable (T, T) -> T
) -> Signal<T, E> {
  typealias Results = SignalProducer<Carried<T>?, Failed<E>>
  return Signal(
    joined: .deferred {
      // Touched by one signal at a time, and between them.
      let result = Cell<Carried<T>?>(nil)
      let turn = Results.deferred {
        let state = result.value.map { SignalFeedbackLoopState.loop($0.value) } ?? .initial
        guard let signal = once(state) else { return Results(value: nil) }
        return signal.core.map { value in
          let new = Carried(result.value.map { reduce($0.value, value.value) } ?? value.value)
          result.value = new
          return new
        }
      }
      return turn.repeatForever().prefix(while: { $0 != nil }).map { $0! }
    })
}
