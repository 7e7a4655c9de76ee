/// One start of an inner stream, with what passes its events on: closures that hold nothing but this object need no memory
/// of their own.
///
/// Sendable because `outlet` never changes, and is Sendable itself.
@usableFromInline final class InnerSubscription<Outlet: Sendable>: Subscription, @unchecked Sendable {
  @usableFromInline let outlet: Outlet

  @inlinable init(_ outlet: Outlet) {
    self.outlet = outlet
    super.init()
  }
}
