extension EventStream {
  /// Leaves out the last `count` values. Every value waits until `count` others have followed.
  ///
  ///     in   --a--b--c--d--|
  ///          dropLast(2)
  ///     out  --------a--b--|
  ///
  /// - Completes: with the source; the values that wait are dropped.
  /// - Fails: with the source, at once; the values that wait are dropped.
  /// - Buffers: `count` values.
  /// - Precondition: `count` is not negative.
  /// - Complexity: O(1) per value; memory for `count` values.
  @inlinable public func dropLast(_ count: Int = 1) -> Self {
    require(count >= 0, "dropLast(_:)", "the count must not be negative", count)
    return stage { observer, _ in
      let waiting = GateBox(Fifo<Value>())
      return Observer(
        next: { value in
          waiting.value.append(value)
          if waiting.value.count > count { observer.next(waiting.value.removeFirst()) }
        }, end: observer.end)
    }
  }
}
