extension EventStream {
  /// Splits a stream into signals of `count` values each.
  ///
  ///     in   --a--b--c--|
  ///          windows(ofCount: 2)
  ///     out  --w-----w--|
  ///     1st  --a--(b|)
  ///     2nd          c--|
  ///
  /// Each signal is sent before its first value, so that an observer that is attached at once, as by `flatMap`, misses
  /// nothing.
  ///
  /// The signal that is open goes on when this stream has been ended from below, as by `prefix(_:)`, as long as it is
  /// observed; then the source is disposed of (contract G1).
  ///
  /// - Completes: with the source; so does the signal that is open.
  /// - Fails: with the source; so does the signal that is open.
  /// - Buffers: nothing.
  /// - Precondition: `count` is at least 1.
  @inlinable public func windows(
    ofCount count: Int
  ) -> EventStream<D, Signal<Value, Failure>, Failure> {
    require(count > 0, "windows(ofCount:)", "the count must be at least 1", count)
    return join { junction in
      let windows = Branches<Int, Value, Failure>(junction.subscription)
      let sent = Box(0)
      windows.connect(
        self,
        next: { value in
          guard let window = windows[0] ?? windows.sendWindow(to: junction.output) else { return }
          window.send(value)
          sent.value += 1
          if sent.value == count {
            sent.value = 0
            windows.completeOldest()
          }
        },
        end: junction.output.end)
    }
  }
}

extension Branches where Key == Int {
  /// Opens a window and sends it; an observer of the window that is attached at once misses nothing.
  @inlinable @discardableResult
  func sendWindow(to output: Observer<Signal<Value, Failure>, Failure>) -> Observer<Value, Failure>? {
    guard let (window, input) = open(0) else { return nil }
    output.next(window)
    return input
  }
}
