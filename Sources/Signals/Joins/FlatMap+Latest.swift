extension EventStream {
  @inlinable func flatMapSwitching<Inner: EventSource>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Failure> where Inner.Failure == Failure {
    join { (junction: Junction<Inner.Value, Failure>) in
      let switching = Switching(FlattenState(junction))
      let slot = SerialDisposable()
      junction.start += slot
      let latest = Box(0)
      switching.state.connectOuter(self) { value in
        let inner = transform(value)
        latest.value += 1
        let start = Start()
        slot.inner = start
        let speaker = SwitchedInner(latest.value, switching)
        speaker.takeOver()
        inner.attach(Observer(next: { speaker.pass($0) }, end: { speaker.passEnd($0) }), start)
      }
    }
  }
}

/// What the inner streams of a switch share.
@usableFromInline final class Switching<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let state: FlattenState<Value, Failure>
  /// Which inner stream may speak; 0 before the first one and after one has ended.
  @usableFromInline let current = Box(0)

  @inlinable init(_ state: FlattenState<Value, Failure>) { self.state = state }

  @inlinable var start: Start { state.junction.start }
}

/// One inner stream of a switch. Closures that hold nothing but such an object need no memory of their own, and
/// this is what each value of the outer stream costs.
@usableFromInline final class SwitchedInner<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let id: Int
  @usableFromInline let switching: Switching<Value, Failure>

  @inlinable init(_ id: Int, _ switching: Switching<Value, Failure>) {
    self.id = id
    self.switching = switching
  }

  /// From outside the gate: the inner stream before may not speak any more.
  @inlinable func takeOver() { switching.start.run { [self] in become() } }

  @inlinable func pass(_ value: Value) { switching.start.pass(value) { [self] in send($0) } }

  @inlinable func passEnd(_ termination: Termination<Failure>) {
    switching.start.pass(termination) { [self] in end($0) }
  }

  /// Inside the gate.
  @inlinable func become() {
    if switching.current.value == 0 { switching.state.alive.value += 1 }
    switching.current.value = id
  }

  /// Inside the gate.
  @inlinable func send(_ value: Value) {
    if switching.current.value == id { switching.state.junction.output.next(value) }
  }

  /// Inside the gate.
  @inlinable func end(_ termination: Termination<Failure>) {
    guard switching.current.value == id else { return }
    switching.current.value = 0
    switching.state.endInner(termination)
  }
}
