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
      let state = ZipState(junction, sources: 2)
      let a = state.slot(Value.self)
      let b = state.slot(Other.Value.self)
      let row: @Sendable () -> (Value, Other.Value) = { (state.pop(a), state.pop(b)) }
      state.connect(self, a, row)
      state.connect(other, b, row)
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
    join { junction in
      if sources.isEmpty { return junction.sendOnly([]) }
      let state = ZipState(junction, sources: sources.count)
      let slots = sources.map { _ in state.slot(Source.Value.self) }
      let row: @Sendable () -> [Source.Value] = { slots.map { state.pop($0) } }
      for (source, slot) in Swift.zip(sources, slots) { state.connect(source, slot, row) }
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
  @usableFromInline let junction: Junction<Value, Failure>
  @usableFromInline let empty: Box<Int>
  /// No further row can become complete.
  @usableFromInline let isExhausted = Box(false)

  @inlinable init(_ junction: Junction<Value, Failure>, sources: Int) {
    self.junction = junction
    empty = Box(sources)
  }

  @inlinable func slot<Element: Sendable>(_ type: Element.Type) -> Box<ZipSlot<Element>> {
    Box(ZipSlot())
  }

  /// `row` is called when no queue is empty; it pops one value from each.
  @inlinable func connect<Source: EventSource>(
    _ source: Source, _ slot: Box<ZipSlot<Source.Value>>, _ row: @escaping @Sendable () -> Value
  ) where Source.Failure == Failure {
    junction.connect(
      source, slot.value.source,
      next: { value in
        if slot.value.values.waiting.isEmpty { empty.value -= 1 }
        if case .filled = slot.value.values.add(value) { slot.value.source.pause() }
        if empty.value > 0 { return }
        junction.output.next(row())
        if isExhausted.value { junction.output.end(.completed) }
      },
      end: { termination in
        slot.value.isOpen = false
        if !termination.isCompleted || slot.value.values.waiting.isEmpty { junction.output.end(termination) }
      })
  }

  @inlinable func pop<Element>(_ slot: Box<ZipSlot<Element>>) -> Element {
    let value = slot.value.values.waiting.removeFirst()
    if slot.value.values.waiting.isEmpty {
      empty.value += 1
      if !slot.value.isOpen { isExhausted.value = true }
    }
    if slot.value.values.takeResumption() {
      junction.subscription.runOutside { [source = slot.value.source] in source.resume() }
    }
    return value
  }
}
