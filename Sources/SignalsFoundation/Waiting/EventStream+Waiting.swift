import Signals

// Terminals for scripts, and for tests that are no tasks: they block the calling thread. Each starts a producer or
// observes a signal from then on, and returns when the start is over and everything that it held has been released.
//
// In a task they stop the program with a message: tasks share few threads, and one that is blocked may be the one that
// the work needs. Other threads are not checked. On the main thread do not wait for what arrives on the main queue or on
// the main actor, on a queue not for what arrives there, and in an observer not for the stream that sends.

extension EventStream {
  /// Blocks the calling thread until the first value; the start is then disposed of.
  ///
  ///     let text = SignalProducer.lines(ofFile: path).map { $0.text }
  ///     guard let title = try text.waitForFirst() else { exit(1) }
  ///
  /// Of a signal it is the next value; a signal that has ended already is interrupted. A stream that never ends and sends
  /// nothing blocks forever; `timeout` sets a limit. In a task use `await firstValue()`.
  ///
  /// - Returns: Nil if the stream completes without a value or is interrupted.
  /// - Throws: The failure of the stream, if that comes first.
  /// - Precondition: The caller is no task.
  public func waitForFirst(
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(Failure) -> Value? {
    try waitForFirst(Blocking("waitForFirst()", inTasks: "firstValue()", fileID, line))
  }

  /// Blocks the calling thread until the stream has ended, and returns its only value.
  ///
  /// Where further values are of no interest, use ``waitForFirst(fileID:line:)``. In a task use
  /// `await single().firstValue()`.
  ///
  /// - Returns: Nil only if the stream is interrupted.
  /// - Throws: `NotSingle.several` at the second value, `NotSingle.empty` if the stream completes without one, and its
  ///   failure as `NotSingle.failed`.
  /// - Precondition: The caller is no task.
  public func waitForSingle(
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(NotSingle<Failure>) -> Value? {
    try single().waitForFirst(Blocking("waitForSingle()", inTasks: "single().firstValue()", fileID, line))
  }

  /// Blocks the calling thread until the stream has completed, and returns its last value.
  ///
  /// In a task use `await lastValue()`.
  ///
  /// - Returns: Nil if the stream completes without a value or is interrupted.
  /// - Throws: The failure of the stream.
  /// - Precondition: The caller is no task.
  public func waitForLast(
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(Failure) -> Value? {
    try last().waitForFirst(Blocking("waitForLast()", inTasks: "lastValue()", fileID, line))
  }

  /// Blocks the calling thread until the stream has completed, and returns all its values.
  ///
  /// In a task use `await allValues()`.
  ///
  /// - Returns: Nil if the stream is interrupted: some values are not all of them.
  /// - Throws: The failure of the stream.
  /// - Precondition: The caller is no task.
  /// - Complexity: memory for all values.
  public func waitForAll(
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(Failure) -> [Value]? {
    try collect().waitForFirst(Blocking("waitForAll()", inTasks: "allValues()", fileID, line))
  }

  /// Blocks the calling thread until the stream has ended: the last line of many a script.
  ///
  ///     try ChildProcess("swift", ["build"]).run().on(next: { print($0) }).waitForEnd()
  ///
  /// In a task use `await lastValue()`.
  ///
  /// - Returns: Whether it has completed or was interrupted.
  /// - Throws: The failure of the stream.
  /// - Precondition: The caller is no task.
  @discardableResult
  public func waitForEnd(
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(Failure) -> Termination<Never> {
    let blocking = Blocking("waitForEnd()", inTasks: "lastValue()", fileID, line)
    let end: Result<Termination<Never>, Failure> = blocking.result(of: self, next: { _ in nil }) {
      switch $0 {
      case .failed(let failure): .failure(failure)
      case .completed: .success(.completed)
      case .interrupted: .success(.interrupted)
      }
    }
    return try end.get()
  }

  private func waitForFirst(_ blocking: Blocking) throws(Failure) -> Value? {
    let first: Result<Value?, Failure> = blocking.result(of: self, next: { .success($0) }) {
      if case .failed(let failure) = $0 { .failure(failure) } else { .success(nil) }
    }
    return try first.get()
  }
}
