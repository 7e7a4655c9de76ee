/// The end of a stream: an ``Event`` that is not a value.
public enum Termination<Failure: Error>: Sendable {
  /// Something went wrong.
  case failed(Failure)
  /// The normal end.
  case completed
  /// The end by cancellation: neither success nor failure.
  case interrupted
}

extension Termination: Equatable where Failure: Equatable {}
extension Termination: Hashable where Failure: Hashable {}

extension Termination {
  /// Whether this is the normal end.
  @inlinable public var isCompleted: Bool {
    if case .completed = self { true } else { false }
  }

  /// The end with its failure transformed.
  @inlinable public func mapError<NewFailure>(
    _ transform: (Failure) -> NewFailure
  ) -> Termination<NewFailure> {
    switch self {
    case .failed(let failure): .failed(transform(failure))
    case .completed: .completed
    case .interrupted: .interrupted
    }
  }
}

extension Termination where Failure == Never {
  /// The same end of a stream that can fail.
  @inlinable @inline(__always) func withFailureType<NewFailure>() -> Termination<NewFailure> {
    switch self {
    case .completed: .completed
    case .interrupted: .interrupted
    }
  }
}
