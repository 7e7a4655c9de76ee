extension EventStream where D == Push {
  /// Attaches an observer. Observing starts and stops nothing (contract S3); an observer of a signal
  /// that has ended gets one `interrupted` (contract S5).
  ///
  /// The signal keeps the observer until the signal ends or the returned disposable is disposed of;
  /// letting go of the disposable changes nothing.
  @inlinable @discardableResult
  public func observe(_ observer: Observer<Value, Failure>) -> any Disposable {
    hub.add(observer)
  }

  /// Calls `action` with each event.
  @inlinable @discardableResult
  public func observe(_ action: @escaping @Sendable (Event<Value, Failure>) -> Void) -> any Disposable {
    observe(Observer(action))
  }

  /// Calls `action` with each value.
  @inlinable @discardableResult
  public func observeValues(_ action: @escaping @Sendable (Value) -> Void) -> any Disposable {
    observe(.values(action))
  }

  /// Calls `action` when the signal completes.
  @inlinable @discardableResult
  public func observeCompleted(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    observe(Observer(completed: action))
  }

  /// Calls `action` when the signal fails.
  @inlinable @discardableResult
  public func observeFailed(_ action: @escaping @Sendable (Failure) -> Void) -> any Disposable {
    observe(Observer(failed: action))
  }

  /// Calls `action` when the signal is interrupted, or was over already.
  @inlinable @discardableResult
  public func observeInterrupted(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    observe(Observer(interrupted: action))
  }

  /// Calls `action` with each value as a success, and with the failure.
  @inlinable @discardableResult
  public func observeResult(
    _ action: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) -> any Disposable {
    observe(.results(action))
  }

  /// Attaches an observer until `lifetime` ends: that of whoever needs to know.
  ///
  /// When the signal ends earlier, nothing of the observation stays behind in the lifetime (contract D4).
  @inlinable @discardableResult
  public func observe(
    during lifetime: Lifetime, _ observer: Observer<Value, Failure>
  ) -> any Disposable {
    let observation = observe(observer)
    lifetime += observation
    return observation
  }

  /// Calls `action` with each event until `lifetime` ends.
  @inlinable @discardableResult
  public func observe(
    during lifetime: Lifetime, _ action: @escaping @Sendable (Event<Value, Failure>) -> Void
  ) -> any Disposable {
    observe(during: lifetime, Observer(action))
  }
}
