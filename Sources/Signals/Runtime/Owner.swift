#if !hasFeature(Embedded)

  /// What disposes of others when it ends or is disposed of. Embedded Swift has no casts to protocols.
  protocol Owner: Disposable {
    /// What it owns now, as far as that may own something itself.
    var owned: [any Disposable] { get }
  }

  extension Subscription: Owner {}
  extension CompositeDisposable: Owner {}
  extension SerialDisposable: Owner {}
  extension ScopedDisposable: Owner {}
  extension DisposedAfterAttaching: Owner {}
  extension Unpaused: Owner {}

#endif

extension Lifetime {
  /// Disposes of a start when the lifetime ends, but does not pause it.
  @usableFromInline final func addUnpaused(_ start: Subscription) { add(Unpaused(start)) }
}

final class Unpaused: Disposable {
  let start: Subscription

  init(_ start: Subscription) { self.start = start }

  var isDisposed: Bool { start.isDisposed }

  var owned: [any Disposable] { [start] }

  func dispose() { start.dispose() }

  var isSettled: Bool { start.isSettled }

  func whenSettled(_ action: @escaping @Sendable () -> Void) { start.whenSettled(action) }
}
