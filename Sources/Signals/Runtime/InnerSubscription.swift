/// One start of an inner stream, with what passes its events on: closures that hold nothing but this object need no memory
/// of their own. What owns the start keeps the observers below, too; where it must not, ``InnerEvents`` passes the events.
///
/// Sendable because `outlet` never changes, and is Sendable itself.
@usableFromInline
final class InnerSubscription<Outlet: InnerOutlet>: Subscription, EndingPassage, @unchecked Sendable {
  @usableFromInline let outlet: Outlet

  @inlinable init(_ outlet: Outlet) {
    self.outlet = outlet
    super.init()
  }

  @inlinable @inline(__always) func didEnd() { outlet.didEnd(self) }
}

/// What passes the events of an inner stream on, kept by its source alone.
@usableFromInline final class InnerEvents<Outlet: ValueOutlet>: InnerPassage {
  @usableFromInline let outlet: Outlet

  @inlinable init(_ outlet: Outlet) { self.outlet = outlet }
}

extension InnerEvents: EndingPassage where Outlet: InnerOutlet {
  @inlinable @inline(__always) func didEnd() { outlet.didEnd() }
}

/// An object through which the values of a source of a join go.
@usableFromInline protocol InnerPassage: AnyObject, Sendable {
  associatedtype Outlet: ValueOutlet

  var outlet: Outlet { get }
}

extension InnerPassage {
  @inlinable func pass(_ value: Outlet.Value) {
    outlet.join.withObject { $0.pass(value, to: self) { $0.outlet.send($1) } }
  }
}

/// An object through which all events of an inner stream go.
@usableFromInline protocol EndingPassage: InnerPassage where Outlet: InnerOutlet {
  /// Outside the gate of the join, after the end has gone in.
  func didEnd()
}

extension EndingPassage {
  /// What to attach to the inner stream.
  @inlinable @inline(__always) var observer: Observer<Outlet.Value, Outlet.Failure> {
    Observer(next: { [self] in pass($0) }, end: { [self] in passEnd($0) })
  }

  @inlinable func passEnd(_ termination: Termination<Outlet.Failure>) {
    outlet.join.withObject { $0.pass(termination, to: self) { $0.outlet.end($1) } }
    didEnd()
  }
}

extension Subscription {
  /// Passes a value on to an object. Avoids allocating a closure that captures the object.
  @inlinable @inline(__always) package final func pass<Value, Receiver: AnyObject>(
    _ value: Value, to receiver: Receiver, _ handler: @escaping (Receiver, Value) -> Void
  ) {
    if enter() {
      if !isStopped { handler(receiver, value) }
      leave()
    } else {
      passLater(value, to: receiver, handler)
    }
  }

  @inlinable @inline(never) final func passLater<Value, Receiver: AnyObject>(
    _ value: Value, to receiver: Receiver, _ handler: @escaping (Receiver, Value) -> Void
  ) {
    if isStopped { return }
    passLater(value) { handler(receiver, $0) }
  }
}

/// Where the values of a source of a join go.
@usableFromInline protocol ValueOutlet: Sendable {
  associatedtype Value: Sendable

  /// The start of the join, with its gate. What else the outlet holds keeps it.
  var join: Unretained<Subscription> { get }

  /// Inside the gate of the join.
  func send(_ value: Value)
}

/// Where the events of an inner stream go.
@usableFromInline protocol InnerOutlet: ValueOutlet {
  associatedtype Failure: Error

  /// Inside the gate of the join.
  func end(_ termination: Termination<Failure>)

  /// Outside the gate, after the end has gone in; of a start that passes the events on itself.
  func didEnd(_ start: InnerSubscription<Self>)

  /// The same, where ``InnerEvents`` passes them on.
  func didEnd()
}

extension InnerOutlet {
  @inlinable @inline(__always) func didEnd(_ start: InnerSubscription<Self>) {}
  @inlinable @inline(__always) func didEnd() {}
}
