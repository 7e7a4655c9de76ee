import Signals

/// The error of a signal that cannot fail: there is none.
public enum NoError: Sendable {}

/// The value of a signal that has no values, only an end.
public enum NoValue: Sendable {}

/// Returns what it is given.
public func identity<A>(a: A) -> A { a }

extension Termination where Failure == Failed<NoError> {
  /// The same end with another type of failure.
  @inlinable func withFailure<NewFailure>() -> Termination<NewFailure> {
    switch self {
    case .failed: preconditionFailure("NoError has no values")
    case .completed: .completed
    case .interrupted: .interrupted
    }
  }
}

extension EventStream where Failure == Failed<NoError> {
  /// The same stream with another type of failure.
  @inlinable func withFailure<NewFailure>() -> EventStream<D, Value, NewFailure> {
    stage { observer, _ in Observer(next: observer.next, end: { observer.end($0.withFailure()) }) }
  }
}
