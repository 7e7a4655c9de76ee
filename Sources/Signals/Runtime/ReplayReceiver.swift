/// An observer of a ``Replay``, in the gate of its start.
@usableFromInline protocol ReceivesReplay: AnyObject, Sendable {
  associatedtype Value: Sendable
  associatedtype Failure: Error

  var observer: Observer<Value, Failure> { get }
  var subscription: Subscription { get }
  /// The number of the newest value that it got when it was added. Touched only inside the gate.
  var seen: Int { get set }
}

extension ReceivesReplay {
  /// Closures that hold nothing but this object need no memory of their own.
  @inlinable @inline(__always) var input: Observer<NumberedValue<Value>, Failure> {
    Observer(next: { [self] in pass($0) }, end: { [self] in passEnd($0) })
  }

  @inlinable func pass(_ value: NumberedValue<Value>) {
    subscription.pass(value, to: self) { if $1.number > $0.seen { $0.observer.next($1.value) } }
  }

  @inlinable func passEnd(_ termination: Termination<Failure>) {
    subscription.pass(termination, to: self) { receiver, termination in
      receiver.subscription.finish { receiver.observer.end(termination) }
    }
  }

  /// Inside the gate.
  @inlinable func receive(_ remembered: ReplayMemory<Value, Failure>.Copy) {
    if let value = remembered.only, !subscription.isStopped { observer.next(value) }
    for value in remembered.several where !subscription.isStopped { observer.next(value) }
    if let end = remembered.end, !subscription.isStopped { subscription.finish { observer.end(end) } }
  }
}

/// Sendable because `seen` is touched only inside the gate of `subscription`.
@usableFromInline
final class ReplayReceiver<Value: Sendable, Failure: Error>: ReceivesReplay,
  @unchecked Sendable
{
  @usableFromInline let observer: Observer<Value, Failure>
  @usableFromInline let subscription: Subscription
  @exclusivity(unchecked) @usableFromInline var seen = 0

  @inlinable init(_ observer: Observer<Value, Failure>, _ subscription: Subscription) {
    self.observer = observer
    self.subscription = subscription
  }
}

/// One that is also the start of a shared run.
///
/// Sendable because `seen` is touched only inside the gate of `subscription`.
@usableFromInline
final class SharedReceiver<Value: Sendable, Failure: Error>: SharedStart, ReceivesReplay,
  @unchecked Sendable
{
  @usableFromInline let observer: Observer<Value, Failure>
  @usableFromInline let subscription: Subscription
  @exclusivity(unchecked) @usableFromInline var seen = 0

  @inlinable init(_ observer: consuming Observer<Value, Failure>, _ subscription: Subscription) {
    self.observer = observer
    self.subscription = subscription
    super.init()
  }

  /// Called by the source, before the work. False: the start was disposed of before.
  @inlinable func open() -> Bool {
    // A closure that holds nothing but this object needs no memory. The start owns it anyway.
    subscription.open { [self] in observer.end(.interrupted) }
  }
}
