/// The groups or windows that a stream is split into, and how long their source is needed.
///
/// The stream that sends them and they share the source. When the stream has ended, no further one is opened, and the
/// source is disposed of as soon as none is observed, or can be observed for the first time (contract G1).
///
/// Everything happens inside the gate of the stream, also after its end.
@usableFromInline
final class Branches<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Disposable {
  private struct State: Sendable {
    var open: [Key: Branch<Value, Failure>] = [:]
    /// Oldest first.
    var order = Fifo<Key>()
    var streamHasEnded = false
  }

  /// The start of the source.
  @usableFromInline let source = Subscription()
  /// The start, or the derived signal, that sends the branches.
  @usableFromInline let stream: Subscription
  private let state = GateBox(State())
  private let pressure: BranchPressure

  /// Branches below `stream`, which own the source. The name of the operation is for messages.
  @usableFromInline init(_ operation: StaticString, _ stream: Subscription, sourceCanWait: Bool) {
    self.stream = stream
    pressure = BranchPressure(operation, source: source, sourceCanWait: sourceCanWait, stream: stream)
    stream += self
    pressure.holdsValues(of: stream, as: operation)
  }

  /// Attaches the source. `next` and `end` are called inside the gate, `end` after all branches have ended.
  @inlinable func connect<Source: EventSource>(
    _ source: Source, next: @escaping @Sendable (Source.Value) -> Void,
    end: @escaping @Sendable (Termination<Failure>) -> Void
  ) where Source.Failure == Failure {
    let finish: @Sendable (Termination<Failure>) -> Void = { [self] in self.end($0, end) }
    source.attach(
      Observer(
        next: { [self] in enter($0, next) },
        end: { [self] termination in enter(termination, finish) }), self.source, below: stream,
      as: "groups")
  }

  /// Attaches what says where a window ends, before the source: as long as that is needed, a pause does not reach it.
  /// `next` and `end` are called inside the gate.
  @inlinable func connectBoundary<Boundary: EventSource>(
    _ boundary: Boundary, next: @escaping @Sendable () -> Void,
    end: @escaping @Sendable (Termination<Boundary.Failure>) -> Void
  ) {
    source.becomeFirst(.front)
    let start = Subscription()
    source.addUnpaused(start)
    boundary.attach(
      Observer(next: { [self] _ in enter((), next) }, end: { [self] in enter($0, end) }), start,
      below: stream,
      as: "boundary")
  }

  /// As `Subscription.pass(_:_:)`, but also when the stream has ended.
  @inlinable @inline(__always) func enter<Event>(
    _ event: Event, _ handler: @escaping @Sendable (Event) -> Void
  ) {
    if stream.enter() {
      handler(event)
      stream.leave()
    } else {
      stream.post(event, to: handler)
    }
  }

  // MARK: Inside the gate

  @usableFromInline var count: Int { state.value.open.count }

  @usableFromInline subscript(key: Key) -> Branch<Value, Failure>? { state.value.open[key] }

  /// Makes a branch; nil if the stream has ended.
  @usableFromInline func open(
    _ key: Key
  ) -> (branch: Branch<Value, Failure>, producer: SignalProducer<Value, Failure>)? {
    if stream.isStopped { return nil }
    let branch = Branch<Value, Failure>(pressure) { [self] in stream.run { [self] in remove(key) } }
    state.value.open[key] = branch
    state.value.order.append(key)
    return (branch, branch.producer)
  }

  @usableFromInline func completeOldest() {
    guard let key = state.value.order.popFirst() else { return }
    state.value.open.removeValue(forKey: key)?.end(.completed)
    disposeOfSourceIfUnused()
  }

  /// Ends all branches, and the stream, if it has not ended before.
  @usableFromInline func end(
    _ termination: Termination<Failure>, _ endStream: (Termination<Failure>) -> Void
  ) {
    endAll(termination)
    disposeOfSourceIfUnused()
    if !stream.isStopped { endStream(termination) }
  }

  private func endAll(_ termination: Termination<Failure>) {
    pressure.noteSourceOver()
    var (open, order) = (state.value.open, state.value.order)
    state.value.open = [:]
    state.value.order = Fifo()
    while let key = order.popFirst() { open.removeValue(forKey: key)?.end(termination) }
  }

  /// A branch is not needed any more, or it has been replaced. Until the stream has ended it takes the values of its key.
  private func remove(_ key: Key) {
    guard state.value.streamHasEnded, let branch = state.value.open[key], !branch.isNeeded else { return }
    state.value.open[key] = nil
    branch.end(.interrupted)
    disposeOfSourceIfUnused()
  }

  private func disposeOfSourceIfUnused() {
    guard state.value.streamHasEnded, state.value.open.isEmpty else { return }
    pressure.noteSourceOver()
    source.dispose()
  }

  // MARK: What the stream owns

  @usableFromInline var isDisposed: Bool { stream.hasEnded }

  /// The stream has ended.
  @usableFromInline func dispose() {
    stream.run { [self] in
      state.value.streamHasEnded = true
      for key in Array(state.value.open.keys) { remove(key) }
      disposeOfSourceIfUnused()
    }
    pressure.endStream()
  }

  @usableFromInline func pause() { pressure.changeStreamPauses(by: 1) }

  @usableFromInline func resume() { pressure.changeStreamPauses(by: -1) }

  /// A source that branches still need does not count.
  @usableFromInline var isSettled: Bool { !pressure.sourceIsOver || source.isSettled }

  @usableFromInline func whenSettled(_ action: @escaping @Sendable () -> Void) {
    if pressure.sourceIsOver { source.whenSettled(action) } else { action() }
  }
}
