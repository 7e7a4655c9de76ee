/// Something that can be ended by hand: an observation, a started producer, a resource.
///
/// Disposing is idempotent and may happen on any thread (contract D1). Releasing a disposable
/// does not dispose of it (contract D5); wrap it in a ``ScopedDisposable`` where it should.
public protocol Disposable: AnyObject, Sendable {
  /// Whether it is over: disposed of, or finished by itself.
  var isDisposed: Bool { get }

  /// Ends it; again has no effect.
  func dispose()

  /// Requests that it sends nothing until ``resume()``: a start passes that on to its sources, and those that can
  /// wait do, after the value in hand (contract B2). What cannot wait goes on.
  ///
  /// Pauses are counted: each needs one ``resume()``.
  func pause()

  /// Takes one ``pause()`` back. With the last one, what has been waiting goes on: a source that runs
  /// synchronously, on this thread, before this returns.
  func resume()

  /// Whether everything that it owns has been disposed of. For a start that is false as long as a thread is inside of it
  /// that will end it, which may be the caller further up its stack.
  var isSettled: Bool { get }

  /// Runs `action` as soon as it has settled, at once if it has: what follows a start begins then (contract P9).
  func whenSettled(_ action: @escaping @Sendable () -> Void)
}

/// Most things have nothing to pause, and are over when ``dispose()`` returns.
extension Disposable {
  public func pause() {}
  public func resume() {}
  public var isSettled: Bool { true }
  public func whenSettled(_ action: @escaping @Sendable () -> Void) { action() }
}
