extension EventStream where D == Push {
  /// Attaches an observer. Observing starts and stops nothing (contract S3); an observer of a signal
  /// that has ended gets one `interrupted` (contract S5).
  ///
  /// The signal keeps the observer until the signal ends or the returned disposable is disposed of;
  /// releasing the disposable changes nothing.
  @inlinable @discardableResult
  public func observe(
    _ observer: consuming Observer<Value, Failure>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    if LiveSubscriptions.areRecorded {
      return list.add(observer.listed(SourcePlace(fileID, line), of: list.gate, isPushed: true))
    }
    return list.add(consume observer)
  }

  /// Calls `action` with each event.
  @inlinable @discardableResult
  public func observe(
    _ action: @escaping @Sendable (Event<Value, Failure>) -> Void, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> any Disposable {
    observe(Observer(action), fileID: fileID, line: line)
  }

  /// Calls `action` when the signal fails.
  @inlinable @discardableResult
  public func observeFailed(
    _ action: @escaping @Sendable (Failure) -> Void, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    observe(Observer(failed: action), fileID: fileID, line: line)
  }

  /// Calls `action` with each value as a success, and with the failure.
  @inlinable @discardableResult
  public func observeResult(
    _ action: @escaping @Sendable (Result<Value, Failure>) -> Void, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> any Disposable {
    observe(.results(action), fileID: fileID, line: line)
  }

  /// Attaches an observer until `lifetime` ends: the lifetime of the object that needs the events.
  ///
  /// When the signal ends earlier, nothing of the observation stays behind in the lifetime (contract D4).
  @inlinable @discardableResult
  public func observe(
    during lifetime: Lifetime, _ observer: Observer<Value, Failure>, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> any Disposable {
    lifetime.adding(observe(observer, fileID: fileID, line: line))
  }

  /// Calls `action` with each event until `lifetime` ends.
  @inlinable @discardableResult
  public func observe(
    during lifetime: Lifetime, _ action: @escaping @Sendable (Event<Value, Failure>) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    observe(during: lifetime, Observer(action), fileID: fileID, line: line)
  }
}

/// What ignores failures exists where there are none.
extension EventStream where D == Push, Failure == Never {
  /// Calls `action` with each value.
  @inlinable @discardableResult
  public func observeValues(
    _ action: consuming @escaping @Sendable (Value) -> Void, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> any Disposable {
    observe(.values(consume action), fileID: fileID, line: line)
  }

  /// Calls `action` when the signal completes.
  @inlinable @discardableResult
  public func observeCompleted(
    _ action: @escaping @Sendable () -> Void, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    observe(Observer(completed: action), fileID: fileID, line: line)
  }

  /// Calls `action` when the signal is interrupted, or was over already.
  @inlinable @discardableResult
  public func observeInterrupted(
    _ action: @escaping @Sendable () -> Void, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    observe(Observer(interrupted: action), fileID: fileID, line: line)
  }
}

extension Lifetime {
  /// Adds a disposable, and returns it.
  @inlinable func adding(_ disposable: any Disposable) -> any Disposable {
    self += disposable
    return disposable
  }
}
