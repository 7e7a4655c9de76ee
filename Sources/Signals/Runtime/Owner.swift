/// What disposes of others when it ends or is disposed of.
package protocol Owner: Disposable {
  /// What it owns now, as far as that may own something itself.
  var owned: [any Disposable] { get }
}

/// A start that ends with another one, but does not wait for what is downstream of that.
@usableFromInline final class Unpaused: Disposable, Owner {
  private let subscription: Subscription

  @usableFromInline init(_ subscription: Subscription) { self.subscription = subscription }

  @usableFromInline var isDisposed: Bool { subscription.isDisposed }

  @usableFromInline var owned: [any Disposable] { [subscription] }

  @usableFromInline func dispose() { subscription.dispose() }

  @usableFromInline var isSettled: Bool { subscription.isSettled }

  @usableFromInline func whenSettled(_ action: @escaping @Sendable () -> Void) {
    subscription.whenSettled(action)
  }
}
