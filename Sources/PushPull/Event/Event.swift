/// What a ``Signal`` or a ``Future`` sends: a value, or a failure.
///
/// An event is no end: after a failure a signal may go on.
public enum Event<T: Sendable>: Sendable {
  /// Here is a value.
  case next(value: T)
  /// Something went wrong.
  case failed(error: any Error)
}

/// What waits for an answer. It may be called later, and on any thread.
public typealias Callback<Answer> = @Sendable (Answer) -> Void

extension Event {
  /// The event with a value.
  @inlinable public init(value: T) { self = .next(value: value) }

  /// The event with a failure.
  @inlinable public init(error: any Error) { self = .failed(error: error) }

  /// The value of `next`, otherwise nil.
  @inlinable public var value: T? {
    if case .next(let value) = self { value } else { nil }
  }

  /// The error of `failed`, otherwise nil.
  @inlinable public var error: (any Error)? {
    if case .failed(let error) = self { error } else { nil }
  }
}

extension Event: CustomStringConvertible {
  @inlinable public var description: String {
    switch self {
    case .next(let value): "next(\(value))"
    case .failed(let error): "failed(\(error))"
    }
  }
}
