/// What a stream can send: values, then at most one end (contract E1).
///
/// Events appear at the edges: in `observe`, `start` and `materialize`. Inside, values
/// and ends travel by separate calls, which is what makes them fast.
public enum Event<Value, Failure: Error> {
  /// A value; more may follow.
  case next(Value)
  /// The end, because something went wrong.
  case failed(Failure)
  /// The normal end.
  case completed
  /// The end by cancellation: neither success nor failure.
  case interrupted
}

extension Event: Sendable where Value: Sendable {}
extension Event: Equatable where Value: Equatable, Failure: Equatable {}
extension Event: Hashable where Value: Hashable, Failure: Hashable {}

extension Event {
  /// The event for the end of a stream.
  @inlinable public init(_ termination: Termination<Failure>) {
    switch termination {
    case .failed(let failure): self = .failed(failure)
    case .completed: self = .completed
    case .interrupted: self = .interrupted
    }
  }

  /// The value of `next`, otherwise nil.
  @inlinable public var value: Value? {
    if case .next(let value) = self { value } else { nil }
  }

  /// The failure of `failed`, otherwise nil.
  @inlinable public var failure: Failure? {
    if case .failed(let failure) = self { failure } else { nil }
  }

  /// Whether nothing can follow.
  @inlinable public var isTerminating: Bool {
    if case .next = self { false } else { true }
  }

  /// The event with its value transformed.
  @inlinable public func map<NewValue>(_ transform: (Value) -> NewValue) -> Event<NewValue, Failure> {
    switch self {
    case .next(let value): .next(transform(value))
    case .failed(let failure): .failed(failure)
    case .completed: .completed
    case .interrupted: .interrupted
    }
  }

  /// The event with its failure transformed.
  @inlinable public func mapError<NewFailure>(
    _ transform: (Failure) -> NewFailure
  ) -> Event<Value, NewFailure> {
    switch self {
    case .next(let value): .next(value)
    case .failed(let failure): .failed(transform(failure))
    case .completed: .completed
    case .interrupted: .interrupted
    }
  }
}

#if !hasFeature(Embedded)
  extension Event: CustomStringConvertible {
    public var description: String {
      switch self {
      case .next(let value): "next(\(value))"
      case .failed(let failure): "failed(\(failure))"
      case .completed: "completed"
      case .interrupted: "interrupted"
      }
    }
  }
#endif
