/// The start of a source that something follows, with what its events go to. What owns the start keeps that, too.
///
/// Sendable because `outlet` never changes, and is Sendable itself; `end` is written by the thread that brings the end, before
/// what follows reads it.
@usableFromInline
final class FollowedSubscription<Outlet: FollowedOutlet, End>: Subscription,
  @unchecked Sendable
{
  @usableFromInline let outlet: Outlet
  /// Its type is a parameter of the class: releasing a `Termination`, or an optional, would look up its type.
  @exclusivity(unchecked) @usableFromInline var end: End

  /// - Parameter end: What stands there until it has ended.
  @inlinable init(_ outlet: Outlet, end: End) {
    self.outlet = outlet
    self.end = end
    super.init()
  }
}

/// Where the events of a source go that something follows.
@usableFromInline protocol FollowedOutlet: Sendable {
  associatedtype Value: Sendable
  associatedtype Failure: Error

  /// Outside every gate.
  func send(_ value: Value)

  /// When the source is over (contract P9).
  func end(_ termination: Termination<Failure>)
}

extension FollowedSubscription where End == Termination<Outlet.Failure> {
  /// What to attach to the source. Closures that hold nothing but this object need no memory of their own.
  @inlinable @inline(__always) var observer: Observer<Outlet.Value, Outlet.Failure> {
    Observer(
      next: { [self] in outlet.send($0) },
      end: { [self] termination in
        end = termination
        follow { [self] in outlet.end(end) }
      })
  }
}
