extension EventStream {
  /// Splits a stream into one signal per key.
  ///
  ///     in    --a1--b1--a2--|
  ///           grouped(by: { $0.first })
  ///     out   --a---b-------|
  ///     a     --a1------a2--|
  ///     b           b1------|
  ///
  /// A group is sent before its first value, so that an observer that is attached at once, as by `flatMap`, misses
  /// nothing. At most `limit` groups are open: when one more is needed, the one that was opened first
  /// completes; should its key come again, a new group is opened.
  ///
  /// A group goes on when this stream has been ended from below, as by `prefix(_:)`, as long as it is observed; no further
  /// group is opened then, and the source is disposed of when no group is observed any more (contract G1).
  ///
  /// - Completes: with the source; so do all groups.
  /// - Fails: with the source; so do all groups.
  /// - Buffers: no values; one signal per open group.
  /// - Precondition: `limit` is at least 1.
  /// - Complexity: amortised O(1) per value, on average; memory for `limit` groups.
  @inlinable public func grouped<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Value) -> Key, limit: Int = 1024
  ) -> EventStream<D, (key: Key, values: Signal<Value, Failure>), Failure> {
    require(limit > 0, "grouped(by:limit:)", "the limit must be at least 1", limit)
    return join { junction in
      let groups = Branches<Key, Value, Failure>(junction.subscription)
      groups.connect(
        self,
        next: { value in
          let key = key(value)
          if let group = groups[key] { return group.send(value) }
          // No further group will be opened, so none makes room for it.
          if junction.subscription.isStopped { return }
          if groups.count == limit { groups.completeOldest() }
          guard let (values, group) = groups.open(key) else { return }
          junction.output.next((key: key, values: values))
          group.send(value)
        },
        end: junction.output.end)
    }
  }
}
