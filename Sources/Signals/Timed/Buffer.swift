/// What a full buffer does.
public enum Overflow: Hashable, Sendable {
  /// Drops the value that has waited longest.
  case dropOldest
  /// Drops the value that has just come.
  case dropNewest
  /// Pauses the source until half of the values have been taken. What comes from a source that cannot wait is kept
  /// all the same.
  case suspend
}

extension EventStream where D == Pull {
  /// Holds up to `limit` values while downstream requests a pause.
  ///
  ///     in     --a-b-c-d--------|
  ///     below  ---(pause)---(resume)
  ///            buffer(2, onOverflow: .dropOldest)
  ///     out    --a-----------cd-|
  ///
  /// It stands between a source that cannot wait and an operator that pauses: what a signal sends, for example,
  /// while `flatMap(.concat)` is busy.
  ///
  ///     clicks.producer
  ///       .buffer(10, onOverflow: .dropNewest, drops: ignored)
  ///       .flatMap(.concat) { save($0) }
  ///
  /// While downstream requests no pause, values pass at once. For producers only: a signal cannot be paused, so
  /// start from `signal.producer`.
  ///
  /// - Parameters:
  ///   - limit: How many values may wait.
  ///   - overflow: What happens when `limit` values wait and another one comes.
  ///   - drops: Counts the values that were dropped (contract B1).
  /// - Completes: with the source, after the values that wait.
  /// - Fails: with the source; the values that wait are dropped.
  /// - Buffers: up to `limit` values.
  /// - Precondition: `limit` is at least 1.
  /// - Complexity: memory for `limit` values.
  @inlinable public func buffer(
    _ limit: Int, onOverflow overflow: Overflow, drops: MutableProperty<Int>? = nil
  ) -> Self {
    require(limit > 0, "buffer(_:onOverflow:)", "the limit must be at least 1", limit)
    let buffering: Buffering =
      switch overflow {
      case .dropOldest: .newest(limit)
      case .dropNewest: .oldest(limit)
      case .suspend: .suspending(limit)
      }
    return receiving({ $0() }, buffering: buffering, drops: drops, operation: "buffer")
  }
}
