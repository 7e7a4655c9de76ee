extension EventStream where D == Pull {
  /// Starts the work and sends its events to `observer`.
  ///
  /// The work lasts until it ends or the returned disposable is disposed of, which interrupts the
  /// observer; releasing the disposable does not cancel. A producer that runs synchronously has
  /// finished when `start` returns: to stop it from inside, use `prefix` or ``startWithSignal(_:fileID:line:)``.
  @inlinable @discardableResult
  public consuming func start(
    _ observer: consuming Observer<Value, Failure>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    // Consumed, as by the other starts, so that a chain that is started where it is built retains neither the stream nor
    // the observer.
    let attach = (consume self).recipe
    let subscription = Subscription()
    if LiveSubscriptions.areRecorded {
      attach(observer.listed(fileID, line, during: subscription), subscription)
    } else {
      attach(consume observer, subscription)
    }
    return subscription
  }

  /// Starts the work; calls `action` with each event.
  @inlinable @discardableResult
  public consuming func start(
    _ action: @escaping @Sendable (Event<Value, Failure>) -> Void, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> any Disposable {
    start(Observer(action), fileID: fileID, line: line)
  }

  /// Starts the work; calls `action` when it fails.
  @inlinable @discardableResult
  public consuming func startWithFailed(
    _ action: @escaping @Sendable (Failure) -> Void, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    start(Observer(failed: action), fileID: fileID, line: line)
  }

  /// Starts the work; calls `action` with each value as a success, and with the failure.
  @inlinable @discardableResult
  public consuming func startWithResult(
    _ action: @escaping @Sendable (Result<Value, Failure>) -> Void, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> any Disposable {
    start(.results(action), fileID: fileID, line: line)
  }

  /// Hands over a signal of the work and what interrupts it, then starts the work (contract P4).
  ///
  /// What observes inside `setup` misses nothing. Disposing of the interrupter inside `setup` prevents
  /// the work.
  @inlinable @discardableResult
  public func startWithSignal(
    _ setup: (_ signal: Signal<Value, Failure>, _ interrupter: any Disposable) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    let subscription = Subscription()
    let (signal, input) = Signal<Value, Failure>.pipe()
    assertNoLockHeld()
    setup(signal, subscription)
    attach(input.listedIfRecorded(SourcePlace(fileID, line), of: subscription), subscription)
    return subscription
  }
}

/// What ignores failures exists where there are none.
extension EventStream where D == Pull, Failure == Never {
  /// Starts the work for its side effects.
  @inlinable @discardableResult
  public consuming func start(fileID: StaticString = #fileID, line: UInt = #line) -> any Disposable {
    start(Observer(next: { _ in }, end: { _ in }), fileID: fileID, line: line)
  }

  /// Starts the work; calls `action` with each value.
  @inlinable @discardableResult
  public consuming func startWithValues(
    _ action: consuming @escaping @Sendable (Value) -> Void, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> any Disposable {
    start(.values(consume action), fileID: fileID, line: line)
  }

  /// Starts the work; calls `action` when it completes.
  @inlinable @discardableResult
  public consuming func startWithCompleted(
    _ action: @escaping @Sendable () -> Void, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    start(Observer(completed: action), fileID: fileID, line: line)
  }

  /// Starts the work; calls `action` when it is interrupted.
  @inlinable @discardableResult
  public consuming func startWithInterrupted(
    _ action: @escaping @Sendable () -> Void, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    start(Observer(interrupted: action), fileID: fileID, line: line)
  }
}
