import Signals

/// One subscriber of a promise. It keeps the promise.
///
/// Sendable because `number` is touched only inside the gate of the start, and the owner is only kept.
@usableFromInline final class LatestListener<T>: @unchecked Sendable {
  @usableFromInline let observer: Observer<Carried<T>, Failed<NoError>>
  @usableFromInline let start: Subscription
  @usableFromInline let owner: AnyObject
  /// Of the newest value that was delivered.
  @exclusivity(unchecked) @usableFromInline var number = 0

  @inlinable init(
    _ observer: Observer<Carried<T>, Failed<NoError>>, _ start: Subscription, keeping owner: AnyObject
  ) {
    self.observer = observer
    self.start = start
    self.owner = owner
  }

  /// From anywhere.
  @inlinable @inline(__always) func receive(_ value: Numbered<T>) {
    start.pass(value, to: self) { $0.deliver($1) }
  }

  /// Inside the gate.
  @inlinable @inline(__always) func deliver(_ value: Numbered<T>) {
    if value.number <= number { return }
    number = value.number
    observer.next(value.value)
  }

  /// Inside the gate: delivers the value that was stored when the subscriber came.
  @inlinable func begin(_ value: Carried<T>?, _ number: Int) {
    self.number = number
    if let value, !start.isStopped { observer.next(value) }
  }
}
