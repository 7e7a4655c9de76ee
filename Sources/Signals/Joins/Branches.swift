/// The signals that a stream is split into, and how long their source is needed.
///
/// The stream that sends the signals and the signals share the source. When the stream has ended, no further signal is
/// opened, and the source is disposed of as soon as no signal is observed (contract G1).
///
/// Everything happens inside the gate of the stream, also after its end.
@usableFromInline
final class Branches<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Disposable {
  @usableFromInline struct Branch: Sendable {
    let id: Int
    let signal: Signal<Value, Failure>
    @usableFromInline let input: Observer<Value, Failure>
  }

  private struct State: Sendable {
    var open: [Key: Branch] = [:]
    /// Oldest first.
    var order = Fifo<Key>()
    var opened = 0
    var streamHasEnded = false
  }

  /// The start of the source.
  @usableFromInline let source = Subscription()
  /// The start, or the derived signal, that sends the signals.
  @usableFromInline let stream: Subscription
  private let state = Box(State())
  /// How many pauses the stream requests of the source; nil when it has ended. A count, because two threads may report
  /// a pause and its end in the wrong order.
  private let pauses = Guarded<Int?>(0)

  /// Branches below `stream`, which own the source.
  @usableFromInline init(_ stream: Subscription) {
    self.stream = stream
    stream += self
  }

  /// Attaches the source. `next` and `end` are called inside the gate, `end` after all signals have ended.
  @inlinable func connect<Source: EventSource>(
    _ source: Source, next: @escaping @Sendable (Value) -> Void,
    end: @escaping @Sendable (Termination<Failure>) -> Void
  ) where Source.Value == Value, Source.Failure == Failure {
    let finish: @Sendable (Termination<Failure>) -> Void = { [self] termination in
      endAll(termination)
      if !stream.isStopped { end(termination) }
    }
    source.attach(
      Observer(
        next: { [self] in enter($0, next) },
        end: { [self] termination in enter(termination, finish) }), self.source)
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

  @usableFromInline subscript(key: Key) -> Observer<Value, Failure>? { state.value.open[key]?.input }

  /// Makes a signal; nil if the stream has ended.
  @usableFromInline func open(
    _ key: Key
  ) -> (signal: Signal<Value, Failure>, input: Observer<Value, Failure>)? {
    if stream.isStopped { return nil }
    let id = state.value.opened
    let (signal, input) = Signal<Value, Failure>.pipe { [self] in stream.run { [self] in forget(key, id) } }
    state.value.opened += 1
    state.value.open[key] = Branch(id: id, signal: signal, input: input)
    state.value.order.append(key)
    return (signal, input)
  }

  @usableFromInline func completeOldest() {
    guard let key = state.value.order.popFirst() else { return }
    let branch = state.value.open.removeValue(forKey: key)
    branch?.input.complete()
    disposeOfSourceIfUnused()
  }

  @usableFromInline func endAll(_ termination: Termination<Failure>) {
    var (open, order) = (state.value.open, state.value.order)
    state.value.open = [:]
    state.value.order = Fifo()
    while let key = order.popFirst() { open.removeValue(forKey: key)?.input.end(termination) }
  }

  /// A signal is not observed any more, and the stream has ended.
  private func forget(_ key: Key, _ id: Int) {
    guard let branch = state.value.open[key], branch.id == id else { return }
    state.value.open[key] = nil
    branch.input.interrupt()
    disposeOfSourceIfUnused()
  }

  private func disposeOfSourceIfUnused() {
    if state.value.streamHasEnded, state.value.open.isEmpty { source.dispose() }
  }

  // MARK: What the stream owns

  @usableFromInline var isDisposed: Bool { stream.hasEnded }

  /// The stream has ended.
  @usableFromInline func dispose() {
    stream.run { [self] in
      state.value.streamHasEnded = true
      state.value.open.values.forEach { $0.signal.list.becomeUnreachable() }
      disposeOfSourceIfUnused()
    }
    // Signals that are observed go on, whatever the stream has requested. Outside the gate: inside, a source that is
    // disposed of in a moment would go on before that, and each of its values would wait as a message.
    let owed = pauses.withLock { $0.take() } ?? 0
    if owed > 0 { stream.runOutside { [source] in for _ in 0..<owed { source.resume() } } }
  }

  @usableFromInline func pause() { if countPauses(adding: 1) { source.pause() } }

  @usableFromInline func resume() { if countPauses(adding: -1) { source.resume() } }

  /// False: the stream has ended.
  private func countPauses(adding change: Int) -> Bool {
    pauses.withLock { pauses in
      pauses? += change
      return pauses != nil
    }
  }
}
