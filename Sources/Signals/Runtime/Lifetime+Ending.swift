extension Lifetime {
  /// Runs `action` when the lifetime ends, exactly once; at once if it has ended.
  public final func onEnd(_ action: @escaping @Sendable () -> Void) {
    add(AnyDisposable(action))
  }

  /// Disposes of `disposable` when `lifetime` ends; at once if it has ended.
  ///
  /// Members are disposed of in reverse order, outside every lock. Finished ones are removed.
  public static func += (lifetime: Lifetime, disposable: any Disposable) {
    lifetime.add(disposable)
  }
}
