extension Event {
  /// Makes another event of the value, now.
  ///
  ///     in   next(4)    next(word)  failed(x)
  ///          flatMap { number(from: $0) }
  ///     out  next(4)    failed(y)   failed(x)
  ///
  /// - Fails: with the error of this event, `transform` is not called then; or with what it returns.
  @inlinable public func flatMap<U>(_ transform: (T) -> Event<U>) -> Event<U> {
    switch self {
    case .next(let value): transform(value)
    case .failed(let error): .failed(error: error)
    }
  }

  /// Makes other events of the value, whenever that is done.
  ///
  ///     in   next(4)    next(word)  failed(x)
  ///          flatMap { text, done in done(number(from: text)) }
  ///     out  next(4)    failed(y)   failed(x)
  ///
  /// Nothing runs until the function that is returned is called with what takes the answer.
  ///
  /// - Returns: What does it. Each call of `done` gives one event.
  /// - Fails: with the error of this event, at once, `transform` is not called then; or with what `done` is called with.
  @inlinable public func flatMap<U>(
    _ transform: @escaping @Sendable (_ value: T, _ done: @escaping Callback<Event<U>>) -> Void
  ) -> @Sendable (_ answer: @escaping Callback<Event<U>>) -> Void {
    { answer in
      switch self {
      case .next(let value): transform(value, answer)
      case .failed(let error): answer(.failed(error: error))
      }
    }
  }

  /// Makes another event of the value with work that may be waited for.
  ///
  /// - Fails: with the error of this event, `transform` is not called then; or with what it returns.
  @inlinable public func flatMap<U>(_ transform: @Sendable (T) async -> Event<U>) async -> Event<U> {
    switch self {
    case .next(let value): await transform(value)
    case .failed(let error): .failed(error: error)
    }
  }
}
