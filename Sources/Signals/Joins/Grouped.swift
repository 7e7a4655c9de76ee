extension EventStream {
  /// Splits a stream into one group per key.
  ///
  ///     in    --a1--b1--a2--|
  ///           grouped(by: { $0.first })
  ///     out   --a---b-------|
  ///     a     --a1------a2--|
  ///     b           b1------|
  ///
  /// The values of a group wait until it is observed for the first time, whenever that is and on whichever thread. Later
  /// observers get what is sent from then on. What waits is released with the last copy of a group that was never observed
  /// (contract G2). At most `limit` groups are open: when one more is needed, the one that was opened first
  /// completes; should its key come again, a new group is opened.
  ///
  /// A group goes on when this stream has been ended from below, as by `prefix(_:)`, as long as it is observed or can be
  /// observed for the first time; no further group is opened then (contract G1).
  ///
  /// - Completes: with the source; so do all groups, after the values that wait.
  /// - Fails: with the source; so do all groups, after the values that wait.
  /// - Buffers: the values of groups that have not been observed yet: the source is paused when 64 wait, all groups
  ///   together, and resumed at 32. It is paused too while this stream or what observes a group requests that (contract
  ///   B3). While a group is observed that could receive values at once, it goes on: what is to observe the other groups
  ///   may wait for the end of that one, as `flatMap(.concat)` does. With more than 65,536 values waiting the program
  ///   stops then, with a message; what a signal sends is kept, however much.
  /// - Precondition: `limit` is at least 1.
  /// - Complexity: amortised O(1) per value, on average; memory for `limit` groups.
  @inlinable public func grouped<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Value) -> Key, limit: Int = 1024
  ) -> EventStream<D, Group<Key, Value, Failure>, Failure> {
    require(limit > 0, "grouped(by:limit:)", "the limit must be at least 1", limit)
    return join { junction in
      let groups = Branches<Key, Value, Failure>(
        "grouped(by:limit:)", junction.subscription, sourceCanWait: !D.pushes)
      groups.connect(
        self,
        next: { value in
          let key = key(value)
          if let group = groups[key] { return group.send(value) }
          // No further group will be opened, so none makes room for it.
          if junction.subscription.isStopped { return }
          if groups.count == limit { groups.completeOldest() }
          guard let (group, values) = groups.open(key) else { return }
          junction.next(Group(key: key, values: values))
          group.send(value)
        },
        end: junction.output.end)
    }
  }
}
