/// Runs everything at once, on the calling thread, whatever its time: for tests and for systems without
/// a clock.
public struct ImmediateScheduler: Scheduler {
  /// A scheduler without a clock.
  public init() {}

  /// Always zero: here no time passes.
  public var now: Duration { .zero }

  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    let disposable = AnyDisposable(action)
    disposable.dispose()
    return disposable
  }

  @discardableResult
  public func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(action)
  }
}
