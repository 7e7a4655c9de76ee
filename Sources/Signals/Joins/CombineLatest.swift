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
      let state = LatestState(junction)
      let (a, b) = (state.slot(self), state.slot(other))
      state.connectAll { (a.value!, b.value!) }
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
    latest { state in
      let slots = sources.map { state.slot($0) }
      return { slots.map { $0.value! } }
    }
  }

  /// What all arities are made of. `slots` makes a slot for each source, and returns what combines their values.
  @inlinable static func latest(
    _ slots: @escaping @Sendable (LatestState<Value, Failure>) -> @Sendable () -> Value
  ) -> Self {
    join { junction in
      let state = LatestState(junction)
      state.connectAll(slots(state))
    }
  }
}

/// The core of all arities: one gate, one slot per source, and how many slots are empty.
@usableFromInline struct LatestState<Value: Sendable, Failure: Error>: Sendable {
  /// Attaches a source; its argument combines the values of all slots.
  @usableFromInline typealias Connection = (Self, @escaping @Sendable () -> Value) -> Void

  @usableFromInline let junction: Junction<Value, Failure>
  @usableFromInline let shared = GateBox((missing: 0, alive: 0, connections: [Connection]()))

  @inlinable init(_ junction: Junction<Value, Failure>) { self.junction = junction }

  /// A slot for the latest value of a source, which `connectAll` attaches.
  @inlinable func slot<Source: EventSource>(_ source: Source) -> GateBox<Source.Value?>
  where Source.Failure == Failure {
    let slot = GateBox<Source.Value?>(nil)
    shared.value.connections.append { $0.connect(source, slot, $1) }
    return slot
  }

  /// Attaches the sources. `combine` is called when no slot is empty: at once, and once only, without sources.
  @inlinable func connectAll(_ combine: @escaping @Sendable () -> Value) {
    let connections = shared.value.connections
    if connections.isEmpty { return junction.sendOnly(combine()) }
    shared.value = (connections.count, connections.count, [])
    for connect in connections { connect(self, combine) }
  }

  @inlinable func connect<Source: EventSource>(
    _ source: Source, _ slot: GateBox<Source.Value?>, _ combine: @escaping @Sendable () -> Value
  ) where Source.Failure == Failure {
    junction.connect(
      source,
      next: { [shared, output = junction.next] value in
        if slot.value == nil { shared.value.missing -= 1 }
        slot.value = .some(value)
        if shared.value.missing == 0 { output(combine()) }
      },
      end: { [shared, output = junction.output.end] termination in
        shared.value.alive -= 1
        // Without a value of this source there will be nothing to combine.
        if !termination.isCompleted || shared.value.alive == 0 || slot.value == nil {
          output(termination)
        }
      }, operation: "combineLatest")
  }
}
