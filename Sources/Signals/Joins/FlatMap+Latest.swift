extension EventStream {
  @inlinable func flatMapSwitching<Inner: EventSource>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Failure> where Inner.Failure == Failure {
    join { (junction: Junction<Inner.Value, Failure>) in
      let state = FlattenState(junction)
      let slot = SerialDisposable()
      junction.start += slot
      /// Which inner stream may speak; 0 before the first one and after one has ended.
      let current = Box(0)
      let latest = Box(0)
      let become: @Sendable (Int) -> Void = { id in
        if current.value == 0 { state.alive.value += 1 }
        current.value = id
      }
      state.connectOuter(self) { value in
        let inner = transform(value)
        latest.value += 1
        let (start, id) = (Start(), latest.value)
        slot.inner = start
        junction.start.pass(id, become)
        let end: @Sendable (Termination<Failure>) -> Void = { termination in
          guard current.value == id else { return }
          current.value = 0
          state.endInner(termination)
        }
        junction.attach(
          inner, start, next: { if current.value == id { junction.output.next($0) } },
          endOutsideGate: { junction.start.pass($0, end) })
      }
    }
  }
}
