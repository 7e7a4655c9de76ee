extension Event {
  /// Transforms the value, now.
  ///
  ///     in   next(test)             failed(x)
  ///          map { $0.count }
  ///     out  next(4)                failed(x)
  ///
  /// - Fails: with the error of this event; `transform` is not called then.
  @inlinable public func map<U>(_ transform: (T) -> U) -> Event<U> {
    flatMap { .next(value: transform($0)) }
  }

  /// Transforms the value, whenever that is done.
  ///
  ///     in   next(test)             failed(x)
  ///          map { text, done in done(text.count) }
  ///     out  next(4)                failed(x)
  ///
  /// Nothing runs until the function that is returned is called with what takes the answer:
  ///
  ///     let counted = event.map { text, done in done(text.count) }
  ///     counted { print($0) }  // prints next(4)
  ///
  /// The compiler tells it from the synchronous form by the type of the closure.
  ///
  /// - Returns: What does it. Each call of `done` gives one event.
  /// - Fails: with the error of this event, at once; `transform` is not called then.
  @inlinable public func map<U>(
    _ transform: @escaping @Sendable (_ value: T, _ done: @escaping Callback<U>) -> Void
  ) -> @Sendable (_ answer: @escaping Callback<Event<U>>) -> Void {
    flatMap { (value: T, done: @escaping Callback<Event<U>>) in
      transform(value) { done(.next(value: $0)) }
    }
  }

  /// Transforms the value with work that may be waited for.
  ///
  /// - Fails: with the error of this event; `transform` is not called then.
  @inlinable public func map<U>(_ transform: @Sendable (T) async -> U) async -> Event<U> {
    switch self {
    case .next(let value): .next(value: await transform(value))
    case .failed(let error): .failed(error: error)
    }
  }

  /// Transforms the error.
  ///
  ///     in   next(a)                failed(x)
  ///          mapFailed { y(because: $0) }
  ///     out  next(a)                failed(y)
  @inlinable public func mapFailed(_ transform: (any Error) -> any Error) -> Event {
    switch self {
    case .next: self
    case .failed(let error): .failed(error: transform(error))
    }
  }
}
