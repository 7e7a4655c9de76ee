/// Passes events through the gate of a start, to the observer below, and ends the start with them.
///
/// For a source that releases it at the end; a generator need not, and gets a ``DetachableObserver``.
@usableFromInline final class GatedObserver<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let observer: Observer<Value, Failure>
  @usableFromInline let subscription: Subscription

  @inlinable init(_ observer: consuming Observer<Value, Failure>, _ subscription: Subscription) {
    self.observer = observer
    self.subscription = subscription
  }

  /// Closures that hold nothing but this object need no memory of their own.
  @inlinable @inline(__always) var input: Observer<Value, Failure> {
    Observer(next: { [self] in pass($0) }, end: { [self] in passEnd($0) })
  }

  @inlinable func pass(_ value: Value) { subscription.pass(value, to: self) { $0.observer.next($1) } }

  @inlinable func passEnd(_ termination: Termination<Failure>) {
    subscription.pass(termination, to: self) { gated, termination in
      gated.subscription.finish { gated.observer.end(termination) }
    }
  }
}
