extension EventStream where Value == Bool {
  /// Says whether the latest values of all streams are true, whenever one has a new one.
  ///
  ///     a   --t-----f--------|
  ///     b   ----t-------t--|
  ///         all([a, b])
  ///     out ----t---f---f----|
  ///
  /// Without streams it sends true and completes. Equal results are passed on, too; ``removeDuplicates()`` leaves them
  /// out.
  ///
  /// - Completes: when all have, or when one does that never sent a value.
  /// - Fails: with the first failure; the other streams are disposed of.
  /// - Buffers: the latest value of each stream.
  /// - Complexity: O(n) per value, for n streams.
  @inlinable public static func all<Source: EventSource>(_ sources: [Source]) -> Self
  where Source.Value == Bool, Source.Failure == Failure {
    EventStream<D, [Bool], Failure>.combineLatest(sources).map { !$0.contains(false) }
  }

  /// Says whether the latest values of all streams are true, whenever one has a new one.
  ///
  /// - Completes: when all have, or when one does that never sent a value.
  /// - Fails: with the first failure; the other streams are disposed of.
  /// - Buffers: the latest value of each stream.
  /// - Complexity: O(n) per value, for n streams.
  @inlinable public static func all<Source: EventSource>(_ sources: Source...) -> Self
  where Source.Value == Bool, Source.Failure == Failure {
    all(sources)
  }

  /// Says whether the latest value of any stream is true, whenever one has a new one.
  ///
  ///     a   --f-----t--------|
  ///     b   ----f-------f--|
  ///         any([a, b])
  ///     out ----f---t---t----|
  ///
  /// Without streams it sends false and completes. Equal results are passed on, too; ``removeDuplicates()`` leaves them
  /// out.
  ///
  /// - Completes: when all have, or when one does that never sent a value.
  /// - Fails: with the first failure; the other streams are disposed of.
  /// - Buffers: the latest value of each stream.
  /// - Complexity: O(n) per value, for n streams.
  @inlinable public static func any<Source: EventSource>(_ sources: [Source]) -> Self
  where Source.Value == Bool, Source.Failure == Failure {
    EventStream<D, [Bool], Failure>.combineLatest(sources).map { $0.contains(true) }
  }

  /// Says whether the latest value of any stream is true, whenever one has a new one.
  ///
  /// - Completes: when all have, or when one does that never sent a value.
  /// - Fails: with the first failure; the other streams are disposed of.
  /// - Buffers: the latest value of each stream.
  /// - Complexity: O(n) per value, for n streams.
  @inlinable public static func any<Source: EventSource>(_ sources: Source...) -> Self
  where Source.Value == Bool, Source.Failure == Failure {
    any(sources)
  }
}
