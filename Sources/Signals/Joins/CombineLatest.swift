extension EventStream {
  /// Pairs the latest values of both streams, whenever either has a new one.
  ///
  ///     in     --a-----b--------|
  ///     other  ----1-------2--|
  ///            combineLatest(with: other)
  ///     out    ----a1--b1--b2---|
  ///
  /// - Completes: when both have, or when one does that never sent a value.
  /// - Fails: with the first failure; the other stream is disposed of.
  /// - Buffers: the latest value of each stream.
  @inlinable public func combineLatest<Other: EventSource>(
    with other: Other
  ) -> EventStream<D, (Value, Other.Value), Failure> where Other.Failure == Failure {
    join { junction in
      let state = LatestState(junction, sources: 2)
      let a = Box<Value?>(nil)
      let b = Box<Other.Value?>(nil)
      let latest: @Sendable () -> (Value, Other.Value) = { (a.value!, b.value!) }
      state.connect(self, a, latest)
      state.connect(other, b, latest)
    }
  }

  /// Combines the latest values of all streams into an array, whenever one has a new one. Without streams
  /// it sends one empty array and completes.
  ///
  /// - Completes: when all have, or when one does that never sent a value.
  /// - Fails: with the first failure; the other streams are disposed of.
  /// - Buffers: the latest value of each stream.
  /// - Complexity: O(n) per value, for n streams.
  @inlinable public static func combineLatest<Source: EventSource>(_ sources: [Source]) -> Self
  where Value == [Source.Value], Source.Failure == Failure {
    join { junction in
      if sources.isEmpty { return junction.sendOnly([]) }
      let state = LatestState(junction, sources: sources.count)
      let slots = sources.map { _ in Box<Source.Value?>(nil) }
      let latest: @Sendable () -> [Source.Value] = { slots.map { $0.value! } }
      for (source, slot) in Swift.zip(sources, slots) { state.connect(source, slot, latest) }
    }
  }
}

/// The core of all arities: one gate, one slot per source, and what is still missing.
@usableFromInline struct LatestState<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let junction: Junction<Value, Failure>
  @usableFromInline let missing: Box<Int>
  @usableFromInline let alive: Box<Int>

  @inlinable init(_ junction: Junction<Value, Failure>, sources: Int) {
    self.junction = junction
    missing = Box(sources)
    alive = Box(sources)
  }

  /// `latest` is called when no slot is empty any more.
  @inlinable func connect<Source: EventSource>(
    _ source: Source, _ slot: Box<Source.Value?>, _ latest: @escaping @Sendable () -> Value
  ) where Source.Failure == Failure {
    junction.connect(
      source,
      next: { value in
        if slot.value == nil { missing.value -= 1 }
        slot.value = .some(value)
        if missing.value == 0 { junction.output.next(latest()) }
      },
      end: { termination in
        alive.value -= 1
        // Without a value of this source there will be nothing to combine.
        if !termination.isCompleted || alive.value == 0 || slot.value == nil {
          junction.output.end(termination)
        }
      })
  }
}
