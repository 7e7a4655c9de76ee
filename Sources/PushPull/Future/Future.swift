import Signals

/// Pull: work that runs when a caller starts it.
///
///     let length = Future<String> { $0(Event(value: "test")) }.map { $0.count }
///     length.start { print($0) }  // prints next(4)
///
/// - The caller that starts begins: the call runs upstream to the first future of a chain, where the work is, and
///   the result comes downstream.
/// - Making or transforming a future does nothing. Started twice, it does the work twice.
/// - A future keeps what it was made of, not what was made of it: keep the last future of a chain. When that
///   one is released, everything that it kept is released too.
public struct Future<T: Sendable>: Sendable {
  /// Sends one value and completes, or fails.
  @usableFromInline let work: SignalProducer<T, any Error>

  @inlinable init(_ work: SignalProducer<T, any Error>) { self.work = work }

  /// Work that calls back with its result, from any thread; only the first call counts.
  @inlinable public init(operation: @escaping @Sendable (_ done: @escaping Callback<Event<T>>) -> Void) {
    self.init { done, _ in operation(done) }
  }

  /// Work that can be cancelled: what is registered with the lifetime is disposed of when a start is over or is
  /// disposed of.
  ///
  ///     let page = Future<Page> { done, lifetime in
  ///       let request = load(address) { done($0) }
  ///       lifetime.onEnd { request.cancel() }
  ///     }
  @inlinable public init(
    operation: @escaping @Sendable (_ done: @escaping Callback<Event<T>>, _ lifetime: Lifetime) -> Void
  ) {
    let future = Signals.Future<T, any Error> { resolve, lifetime in
      operation({ resolve($0.result) }, lifetime)
    }
    work = future.producer
  }

  /// Work that has a result.
  @inlinable public init(event: Event<T>) { work = SignalProducer(result: event.result) }

  /// Work that has a value.
  @inlinable public init(value: T) { self.init(event: Event(value: value)) }

  /// Work that fails.
  @inlinable public init(error: any Error) { self.init(event: Event(error: error)) }

  /// Does the work; calls `action` with the result.
  ///
  /// - Returns: What cancels the work: then `action` is not called any more. Releasing it does not.
  @inlinable @discardableResult
  public func start(
    _ action: @escaping Callback<Event<T>>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    work.startWithResult({ action(Event($0)) }, fileID: fileID, line: line)
  }

  /// The work as a stream with one event.
  @inlinable var events: SignalProducer<Event<T>, Never> {
    work.map { .next(value: $0) }.catch { SignalProducer(value: .failed(error: $0)) }
  }
}

extension Event {
  @inlinable init(_ result: Result<T, any Error>) {
    switch result {
    case .success(let value): self = .next(value: value)
    case .failure(let error): self = .failed(error: error)
    }
  }

  @inlinable var result: Result<T, any Error> {
    switch self {
    case .next(let value): .success(value)
    case .failed(let error): .failure(error)
    }
  }
}
