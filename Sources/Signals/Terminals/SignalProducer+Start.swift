extension EventStream where D == Pull {
  /// Starts the work and sends its events to `observer`.
  ///
  /// The work lasts until it ends or the returned disposable is disposed of, which interrupts the
  /// observer; releasing the disposable does not cancel. A producer that runs synchronously has
  /// finished when `subscription` returns: to stop it from inside, use `prefix` or ``startWithSignal(_:fileID:line:)``.
  @inlinable @discardableResult
  public func start(_ observer: Observer<Value, Failure>, fileID: StaticString = #fileID, line: UInt = #line)
    -> any Disposable
  {
    let subscription = Subscription()
    if LiveSubscriptions.areRecorded {
      attach(observer.listed(fileID, line), subscription)
    } else {
      attach(observer, subscription)
    }
    return subscription
  }

  /// Starts the work for its side effects. A failure is ignored: `on(failed:)` takes it before.
  @inlinable @discardableResult
  public func start(fileID: StaticString = #fileID, line: UInt = #line) -> any Disposable {
    start(Observer(next: { _ in }, end: { _ in }), fileID: fileID, line: line)
  }

  /// Starts the work; calls `action` with each event.
  @inlinable @discardableResult
  public func start(
    _ action: @escaping @Sendable (Event<Value, Failure>) -> Void, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> any Disposable {
    start(Observer(action), fileID: fileID, line: line)
  }

  /// Starts the work; calls `action` when it fails.
  @inlinable @discardableResult
  public func startWithFailed(
    _ action: @escaping @Sendable (Failure) -> Void, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    start(Observer(failed: action), fileID: fileID, line: line)
  }

  /// Starts the work; calls `action` with each value as a success, and with the failure.
  @inlinable @discardableResult
  public func startWithResult(
    _ action: @escaping @Sendable (Result<Value, Failure>) -> Void, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> any Disposable {
    start(.results(action), fileID: fileID, line: line)
  }

  /// Hands over a signal of the work and what interrupts it, then starts the work (contract P4).
  ///
  /// What observes inside `setup` misses nothing. Disposing of the interrupter inside `setup` prevents
  /// the work.
  @discardableResult
  public func startWithSignal(
    _ setup: (_ signal: Signal<Value, Failure>, _ interrupter: any Disposable) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    let subscription = Subscription()
    let (signal, input) = Signal<Value, Failure>.pipe()
    assertNoLockHeld()
    setup(signal, subscription)
    attach(input.listedIfRecorded(fileID, line), subscription)
    return subscription
  }
}

/// What ignores failures exists where there are none.
extension EventStream where D == Pull, Failure == Never {
  /// Starts the work; calls `action` with each value.
  @inlinable @discardableResult
  public func startWithValues(
    _ action: @escaping @Sendable (Value) -> Void, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    start(.values(action), fileID: fileID, line: line)
  }

  /// Starts the work; calls `action` when it completes.
  @inlinable @discardableResult
  public func startWithCompleted(
    _ action: @escaping @Sendable () -> Void, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    start(Observer(completed: action), fileID: fileID, line: line)
  }

  /// Starts the work; calls `action` when it is interrupted.
  @inlinable @discardableResult
  public func startWithInterrupted(
    _ action: @escaping @Sendable () -> Void, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    start(Observer(interrupted: action), fileID: fileID, line: line)
  }
}
