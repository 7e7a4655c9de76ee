extension EventStream {
  /// Splits a stream into windows; another stream says where one ends.
  ///
  ///     in        --a-b------c-d--|
  ///     boundary  ------1--2---------
  ///               windows(boundedBy: boundary)
  ///     out       --w--------w----|
  ///     1st       --a-b-|
  ///     2nd                  c-d--|
  ///
  /// A window is sent with its first value: between two boundaries without values there is none. Where both come from one
  /// source, the value of the event that is a boundary belongs to the window that ends there (contract S11). The boundaries
  /// are attached before the source (contract S10), and a pause that downstream requests does not reach them. The values of
  /// a window wait until it is observed for the first time, as those of a group do: see ``grouped(by:limit:)`` (contract G2).
  ///
  /// When this stream has been ended from below, as by `prefix(_:)`, the window that is open goes on up to the next
  /// boundary, as long as it is observed or can be observed for the first time (contract G1).
  ///
  /// - Completes: with the source, or with the boundaries; so does the window that is open. Boundaries that are interrupted
  ///   interrupt both.
  /// - Fails: with the source; so does the window that is open.
  /// - Buffers: the values of windows that have not been observed yet, as ``grouped(by:limit:)`` does.
  @inlinable public func windows<Boundary: EventSource>(
    boundedBy boundary: Boundary
  ) -> EventStream<D, SignalProducer<Value, Failure>, Failure> where Boundary.Failure == Never {
    join { junction in
      let windows = Branches<Int, Value, Failure>(
        "windows(boundedBy:)", junction.subscription, sourceCanWait: !D.pushes)
      windows.connectBoundary(
        boundary, next: { windows.completeOldest() },
        end: { windows.end($0.withFailureType(), junction.output.end) })
      windows.connect(
        self,
        next: { value in (windows[0] ?? windows.sendWindow(to: junction.output))?.send(value) },
        end: junction.output.end)
    }
  }
}
