/// Work with a single result: a recipe, as a producer is, that ends with one value or one failure.
///
///     let size = Future<Int, LoadingError> { resolve, lifetime in
///       let request = load(page) { resolve($0.map(\.count)) }
///       lifetime.onEnd { request.cancel() }
///     }
///     size.start { print($0) }
///
/// Making or transforming one does nothing; each start does the work anew. A start gives exactly one result,
/// or none: when it is disposed of before, or when the work never resolves. To share one run among several
/// starts, use `future.producer.replayLazily(1)`.
///
/// A future is a thin layer over a ``SignalProducer`` that sends one value and completes, or fails. As an
/// ``EventSource`` it fits wherever an operator takes another stream.
public struct Future<Value: Sendable, Failure: Error>: EventSource {
  /// The same work as a stream: one value, then completed; or a failure.
  public let producer: SignalProducer<Value, Failure>

  /// For a producer that sends one value and completes, or fails.
  @inlinable package init(_ producer: SignalProducer<Value, Failure>) { self.producer = producer }

  /// Work that calls `resolve` with its result, from any thread; only the first call counts.
  ///
  /// The lifetime ends with the result or when the start is disposed of: register with it what has to be
  /// cancelled then.
  @inlinable public init(
    _ operation:
      @escaping @Sendable (
        _ resolve: @escaping @Sendable (Result<Value, Failure>) -> Void, _ lifetime: Lifetime
      ) -> Void
  ) {
    self.init(
      SignalProducer(
        .pull { observer, subscription in
          guard subscription.open({ observer.end(.interrupted) }) else { return }
          assertNoLockHeld()
          operation(subscription.passing { subscription.resolve($0, observer) }, subscription)
        }))
  }

  /// Has a value.
  @inlinable public init(value: Value) { self.init(SignalProducer(value: value)) }

  /// Fails.
  @inlinable public init(error: Failure) { self.init(SignalProducer(error: error)) }

  /// Has a result.
  @inlinable public init(result: Result<Value, Failure>) { self.init(SignalProducer(result: result)) }

  /// The first value of a stream, then the stream is disposed of; nil if it completes without one.
  @inlinable public init<Source: EventSource>(firstOf source: Source)
  where Value == Source.Value?, Failure == Source.Failure {
    let values = SignalProducer<Source.Value, Failure> { observer, lifetime in
      let subscription = Subscription()
      lifetime += subscription
      source.attach(observer, subscription)
    }
    self.init(values.first().map { $0 }.replaceEmpty(with: nil))
  }

  /// Does the work; calls `action` with the result.
  ///
  /// - Returns: What cancels the work. Letting go of it does not.
  @inlinable @discardableResult
  public func start(
    _ action: @escaping @Sendable (Result<Value, Failure>) -> Void, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> any Disposable {
    producer.startWithResult(action, fileID: fileID, line: line)
  }

  @inlinable public func attach(_ observer: Observer<Value, Failure>, _ subscription: Subscription) {
    producer.attach(observer, subscription)
  }
}

extension Future where Failure == Never {
  /// Does the work, which cannot fail, for its side effects.
  @inlinable @discardableResult
  public func start(fileID: StaticString = #fileID, line: UInt = #line) -> any Disposable {
    producer.start(fileID: fileID, line: line)
  }

  /// Does the work, which cannot fail; calls `action` with the value.
  ///
  /// - Returns: What cancels the work. Letting go of it does not.
  @inlinable @discardableResult
  public func startWithValue(
    _ action: @escaping @Sendable (Value) -> Void, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    producer.startWithValues(action, fileID: fileID, line: line)
  }
}

extension Subscription {
  /// Inside the gate: sends a result and ends.
  @inlinable func resolve<Value, Failure>(
    _ result: Result<Value, Failure>, _ observer: Observer<Value, Failure>
  ) {
    switch result {
    case .success(let value):
      observer.next(value)
      // Disposed of from inside: the interruption is waiting.
      if !isStopped { finish { observer.end(.completed) } }
    case .failure(let failure): finish { observer.end(.failed(failure)) }
    }
  }
}
