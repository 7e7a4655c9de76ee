import Signals

extension Signal {
  /// Starts the signal, and calls back with its events.
  ///
  /// - Returns: What ends the start: after that no handler is called any more. Letting go of it ends nothing.
  @preconcurrency @inlinable @discardableResult public func start(
    next: (@Sendable (T) -> Void)! = nil, error: (@Sendable (E) -> Void)! = nil,
    completed: (@Sendable () -> Void)! = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    let start = Subscription()
    start.becomeSilent()
    core.attach(
      Observer(next: next, error: error, completed: completed, ofStart: Upstream(start))
        .listedIfRecorded(SourcePlace(fileID, line), of: start), start)
    return start
  }

  /// Starts the signal, for a caller that need not keep the result. See ``start(next:error:completed:fileID:line:)``.
  @preconcurrency @inlinable @discardableResult public func startStandalone(
    next: (@Sendable (T) -> Void)! = nil, error: (@Sendable (E) -> Void)! = nil,
    completed: (@Sendable () -> Void)! = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    start(next: next, error: error, completed: completed, fileID: fileID, line: line)
  }

  /// Starts the signal, for a caller that must dispose of what is returned: debug builds write a message to standard
  /// error when it is released before that. See ``StrictDisposable``.
  @preconcurrency public func startStrict(
    next: (@Sendable (T) -> Void)! = nil, error: (@Sendable (E) -> Void)! = nil,
    completed: (@Sendable () -> Void)! = nil, file: String = #file, line: Int = #line,
    fileID: StaticString = #fileID
  ) -> any Disposable {
    start(next: next, error: error, completed: completed, fileID: fileID, line: UInt(clamping: line))
      .strict(file: file, line: line)
  }
}
