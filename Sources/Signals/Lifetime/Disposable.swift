/// Something that can be ended by hand: an observation, a started producer, a resource.
///
/// Disposing is idempotent and may happen on any thread (contract D1). Letting go of a disposable
/// does not dispose of it (contract D5); wrap it in a ``ScopedDisposable`` where it should.
public protocol Disposable: AnyObject, Sendable {
  /// Whether it is over: disposed of, or finished by itself.
  var isDisposed: Bool { get }

  /// Ends it; again has no effect.
  func dispose()
}
