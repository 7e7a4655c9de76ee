import Signals

/// Something that can be ended by hand.
///
/// Letting go of one does not end it.
public protocol Disposable: AnyObject {
  /// Ends it; again has no effect.
  func dispose()
}

extension Subscription: Disposable {}
