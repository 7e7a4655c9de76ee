extension EventStream {
  /// Pairs the first values of both streams, then the second ones, and so on.
  ///
  ///     in     --a--b-----c--|
  ///     other  -----1--2-------3--|
  ///            zip(with: other)
  ///     out    -----a1-b2------(c3|)
  ///
  /// - Completes: as soon as a completed stream has nothing waiting.
  /// - Fails: with the first failure; the other stream is disposed of.
  /// - Buffers: the values that wait for a partner: their source is paused at 64 and resumed at 32. To bound what
  ///   comes from a signal, put ``buffer(_:onOverflow:drops:)`` before it.
  @inlinable public func zip<Other: EventSource>(
    with other: Other
  ) -> EventStream<D, (Value, Other.Value), Failure> where Other.Failure == Failure {
    join { junction in
      let state = ZipState(junction)
      let (a, b) = (state.slot(self), state.slot(other))
      state.connectAll { (state.pop(a), state.pop(b)) }
    }
  }

  /// Gathers the first values of all streams into an array, then the second ones, and so on. Without
  /// streams it sends one empty array and completes.
  ///
  /// - Completes: as soon as a completed stream has nothing waiting.
  /// - Fails: with the first failure; the other streams are disposed of.
  /// - Buffers: the values that wait for a partner: their source is paused at 64 and resumed at 32. To bound what
  ///   comes from a signal, put ``buffer(_:onOverflow:drops:)`` before it.
  /// - Complexity: O(n) per value, for n streams.
  @inlinable public static func zip<Source: EventSource>(_ sources: [Source]) -> Self
  where Value == [Source.Value], Source.Failure == Failure {
    zipped { state in
      let slots = sources.map { state.slot($0) }
      return { slots.map { state.pop($0) } }
    }
  }

  /// What all arities are made of. `slots` makes a slot for each source, and returns what pops one value of each.
  @inlinable static func zipped(
    _ slots: @escaping @Sendable (ZipState<Value, Failure>) -> @Sendable () -> Value
  ) -> Self {
    join { junction in
      let state = ZipState(junction)
      state.connectAll(slots(state))
    }
  }
}

/// The values of one source that wait for partners, and whether more can come.
@usableFromInline struct ZipSlot<Value: Sendable>: Sendable {
  @usableFromInline let source = Subscription()
  @usableFromInline var values = Backlog<Value>(.suspending(64))
  @usableFromInline var isOpen = true

  @inlinable init() {}
}

/// The core of all arities: one gate, one queue per source, and how many queues are empty.
@usableFromInline struct ZipState<Value: Sendable, Failure: Error>: Sendable {
  /// Attaches a source; its argument pops one value of each queue.
  @usableFromInline typealias Connection = (Self, @escaping @Sendable () -> Value) -> Void

  @usableFromInline let junction: Junction<Value, Failure>
  /// Exhausted: no further row can become complete.
  @usableFromInline let shared = GateBox((empty: 0, isExhausted: false, connections: [Connection]()))

  @inlinable init(_ junction: Junction<Value, Failure>) { self.junction = junction }

  /// A queue for the values of a source, which `connectAll` attaches.
  @inlinable func slot<Source: EventSource>(_ source: Source) -> GateBox<ZipSlot<Source.Value>>
  where Source.Failure == Failure {
    let slot = GateBox(ZipSlot<Source.Value>())
    shared.value.connections.append { $0.connect(source, slot, $1) }
    return slot
  }

  /// Attaches the sources. `row` is called when no queue is empty; it pops one value of each. Without sources it is
  /// called at once, and once only.
  @inlinable func connectAll(_ row: @escaping @Sendable () -> Value) {
    let connections = shared.value.connections
    if connections.isEmpty { return junction.sendOnly(row()) }
    shared.value = (connections.count, false, [])
    if LiveSubscriptions.areRecorded { recordRows(of: junction.subscription, sources: connections.count) }
    for connect in connections { connect(self, row) }
  }

  @inlinable func connect<Source: EventSource>(
    _ source: Source, _ slot: GateBox<ZipSlot<Source.Value>>, _ row: @escaping @Sendable () -> Value
  ) where Source.Failure == Failure {
    junction.connect(
      source, slot.value.source,
      next: { [shared, output = junction.output] value in
        if slot.value.values.waiting.isEmpty { shared.value.empty -= 1 }
        if case .filled = slot.value.values.add(value) { slot.value.source.pause() }
        if shared.value.empty > 0 { return }
        output.next(row())
        if shared.value.isExhausted { output.end(.completed) }
      },
      end: { [output = junction.output.end] termination in
        slot.value.isOpen = false
        if !termination.isCompleted || slot.value.values.waiting.isEmpty { output(termination) }
      }, operation: "zip")
  }

  @inlinable func pop<Element>(_ slot: GateBox<ZipSlot<Element>>) -> Element {
    let value = slot.value.values.waiting.removeFirst()
    if slot.value.values.waiting.isEmpty {
      shared.value.empty += 1
      if !slot.value.isOpen { shared.value.isExhausted = true }
    }
    if slot.value.values.takeResumption() {
      junction.subscription.runOutside { [source = slot.value.source] in source.resume() }
    }
    return value
  }
}
