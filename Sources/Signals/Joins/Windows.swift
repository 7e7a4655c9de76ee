extension EventStream {
  /// Splits a stream into windows of `count` values each.
  ///
  ///     in   --a--b--c--|
  ///          windows(ofCount: 2)
  ///     out  --w-----w--|
  ///     1st  --a--(b|)
  ///     2nd          c--|
  ///
  /// The values of a window wait until it is observed for the first time, as those of a group do: see
  /// ``grouped(by:limit:)`` (contract G2).
  ///
  /// The window that is open goes on when this stream has been ended from below, as by `prefix(_:)`, as long as it is
  /// observed or can be observed for the first time (contract G1).
  ///
  /// - Completes: with the source; so does the window that is open.
  /// - Fails: with the source; so does the window that is open.
  /// - Buffers: the values of windows that have not been observed yet, as ``grouped(by:limit:)`` does.
  /// - Precondition: `count` is at least 1.
  @inlinable public func windows(
    ofCount count: Int
  ) -> EventStream<D, SignalProducer<Value, Failure>, Failure> {
    require(count > 0, "windows(ofCount:)", "the count must be at least 1", count)
    return join { junction in
      let windows = Branches<Int, Value, Failure>(
        "windows(ofCount:)", junction.subscription, sourceCanWait: !D.pushes)
      let sent = GateBox(0)
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
  /// Opens a window and sends it.
  @inlinable @discardableResult
  func sendWindow(to output: Observer<SignalProducer<Value, Failure>, Failure>) -> Branch<Value, Failure>? {
    guard let (window, values) = open(0) else { return nil }
    output.next(values)
    return window
  }
}
