import Signals

/// Where a signal sends what it has to say: values, and then one end.
///
/// It may be used from any thread, and also from inside a callback of the same signal: what is sent is put into one
/// order, one at a time. After an end, and after the disposal of the start, it ignores everything, and has
/// released what its handlers captured.
public final class Subscriber<T, E>: Sendable {
  @usableFromInline let start: Subscription
  @usableFromInline let observer: DetachableObserver<Carried<T>, Failed<E>>

  @inlinable init(_ observer: DetachableObserver<Carried<T>, Failed<E>>, _ start: Subscription) {
    self.start = start
    self.observer = observer
  }

  deinit { start.close(observer) }

  /// A subscriber that calls back.
  @preconcurrency @inlinable public convenience init(
    next: (@Sendable (T) -> Void)! = nil, error: (@Sendable (E) -> Void)! = nil,
    completed: (@Sendable () -> Void)! = nil
  ) {
    self.init(DetachableObserver(Observer(next: next, error: error, completed: completed)), Subscription())
  }

  /// Sends a value.
  @inlinable public func putNext(_ next: T) { start.send(Carried(next), by: observer) }

  /// Ends with an error.
  @inlinable public func putError(_ error: E) { start.end(.failed(Failed(error)), by: observer) }

  /// Ends normally.
  @inlinable public func putCompletion() { start.end(.completed, by: observer) }

  /// Keeps an object until the end.
  @inlinable public func keepAlive(_ object: AnyObject) { start.keep(object, with: observer) }
}

extension Subscriber where E == Void {
  /// Ends with an error that says nothing.
  @inlinable public func putError() { putError(()) }
}

extension Subscriber: CustomStringConvertible {
  public var description: String {
    "Subscriber<\(T.self), \(E.self)>(\(start.isDisposed ? "over" : "listening"))"
  }
}

extension Observer {
  /// Calls back with what the dialect knows of: being interrupted is silent there, and so is the end that comes with a value
  /// whose handler disposes of the start.
  @inlinable init<T, E>(
    next: (@Sendable (T) -> Void)?, error: (@Sendable (E) -> Void)?, completed: (@Sendable () -> Void)?,
    ofStart start: Upstream? = nil
  ) where Value == Carried<T>, Failure == Failed<E> {
    let onNext: @Sendable (Carried<T>) -> Void = if let next { { next($0.value) } } else { { _ in } }
    // Without handlers for the end it needs no memory for them.
    let onEnd: @Sendable (Termination<Failed<E>>) -> Void =
      if error == nil, completed == nil {
        { _ in }
      } else {
        { termination in
          if let start, start.isDisposed { return }
          switch termination {
          case .failed(let failure): error?(failure.error)
          case .completed: completed?()
          case .interrupted: break
          }
        }
      }
    self.init(next: onNext, end: onEnd)
  }
}
