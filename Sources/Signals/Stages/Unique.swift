extension EventStream {
  /// Leaves out values that came before.
  ///
  ///     in   --a--b--a--c--|
  ///          unique()
  ///     out  --a--b-----c--|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  /// - Buffers: every different value, without a limit; ``removeDuplicates()`` keeps only one.
  /// - Complexity: O(1) per value on average; memory for all different values.
  @inlinable public func unique() -> Self where Value: Hashable {
    unique(by: { $0 })
  }

  /// Leaves out values that have the same key as one that came before.
  ///
  ///     in   --1--2--3--4--|
  ///          unique(by: { $0 % 3 })
  ///     out  --1--2--3-----|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  /// - Buffers: every different key, without a limit.
  /// - Complexity: O(1) per value on average; memory for all different keys.
  @inlinable public func unique<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Value) -> Key
  ) -> Self {
    stage { observer, _ in
      let seen = GateBox<Set<Key>>([])
      return Observer(
        next: { if seen.value.insert(key($0)).inserted { observer.next($0) } }, end: observer.end)
    }
  }
}
