import Signals

extension Signal {
  /// Calls `action` with the latest event, at once, if there is one, and then with each that follows.
  ///
  /// - Returns: The signal, so that calls can be chained.
  @inlinable @discardableResult
  public func subscribe(
    _ action: @escaping Callback<Event<T>>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    subscription(action, fileID: fileID, line: line)
    return self
  }

  /// Calls `action` with the latest value, at once, unless the latest event is something else, and then with
  /// each that follows.
  ///
  /// - Returns: The signal, so that calls can be chained.
  @inlinable @discardableResult
  public func subscribeNext(
    _ action: @escaping Callback<T>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    subscribe({ if case .next(let value) = $0 { action(value) } }, fileID: fileID, line: line)
  }

  /// Calls `action` with the latest error, at once, unless the latest event is something else, and then with
  /// each that follows.
  ///
  /// - Returns: The signal, so that calls can be chained.
  @inlinable @discardableResult
  public func subscribeFailed(
    _ action: @escaping Callback<any Error>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    subscribe({ if case .failed(let error) = $0 { action(error) } }, fileID: fileID, line: line)
  }

  /// Subscribes until it is disposed of. See ``subscribe(_:fileID:line:)``.
  ///
  /// - Returns: What ends the subscription. Releasing it does not.
  @inlinable @discardableResult
  public func subscription(
    _ action: @escaping Callback<Event<T>>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    events.startWithValues(action, fileID: fileID, line: line)
  }

  /// The latest event, if there is one.
  @inlinable public var event: Event<T>? {
    let found = Guarded<Event<T>?>(nil)
    // Of several, one: the one before would be released inside the lock.
    events.prefix(1).startWithValues { event in found.withLock { $0 = event } }.dispose()
    return found.withLock { $0 }
  }
}
