extension EventStream {
  /// Makes a stream from each value and passes on the values of those streams.
  ///
  ///     in       --a--------b-----|
  ///     inner      -1-2-3|    -1-2-3|
  ///              flatMap { inner(of: $0) }
  ///     out      ---a1-a2-a3-b1-b2-b3|
  ///
  /// - `merge` attaches every inner stream at once.
  /// - `concat` attaches the next one when the one before it has completed; the others wait.
  /// - `latest` attaches the newest, after it has disposed of the one before.
  ///
  /// Any number of synchronous inner streams uses constant stack (contract P8).
  ///
  /// - Completes: when the source and all inner streams have. An interrupted inner stream counts as
  ///   completed (contract E4).
  /// - Fails: with the source or any inner stream; the others are disposed of.
  /// - Buffers: with `concat` the inner streams that wait, otherwise nothing.
  @inlinable public func flatMap<Inner: EventSource>(
    _ strategy: FlattenStrategy = .merge,
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Failure> where Inner.Failure == Failure {
    switch strategy {
    case .merge: flatMapMerging(transform)
    case .concat: flatMapConcatenating(transform)
    case .latest: flatMapSwitching(transform)
    }
  }

  /// The same for inner streams that can fail inside a stream that cannot.
  @_disfavoredOverload
  @inlinable public func flatMap<Inner: EventSource>(
    _ strategy: FlattenStrategy = .merge,
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Inner.Failure> where Failure == Never {
    setFailureType(to: Inner.Failure.self).flatMap(strategy, transform)
  }
}

extension EventStream where Value: EventSource {
  /// Passes on the values of the streams that a stream sends. See ``flatMap(_:_:)``.
  @inlinable public func flatten(
    _ strategy: FlattenStrategy = .merge
  ) -> EventStream<D, Value.Value, Failure> where Value.Failure == Failure {
    flatMap(strategy) { $0 }
  }

  /// The same for inner streams that can fail inside a stream that cannot.
  @_disfavoredOverload
  @inlinable public func flatten(
    _ strategy: FlattenStrategy = .merge
  ) -> EventStream<D, Value.Value, Value.Failure> where Failure == Never {
    flatMap(strategy) { $0 }
  }
}

/// What all strategies share: which streams are still alive, and the end of the whole.
@usableFromInline struct FlattenState<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let junction: Junction<Value, Failure>
  /// The outer stream and the inner ones that were taken on.
  @usableFromInline let alive = Box(1)

  @inlinable init(_ junction: Junction<Value, Failure>) { self.junction = junction }

  /// Inside the gate: one of the streams has ended.
  @inlinable func end(_ termination: Termination<Failure>, isInner: Bool) {
    if case .interrupted = termination, isInner { return end(.completed, isInner: isInner) }
    alive.value -= 1
    if !termination.isCompleted || alive.value == 0 { junction.output.end(termination) }
  }

  @inlinable func endOuter(_ termination: Termination<Failure>) { end(termination, isInner: false) }

  @inlinable func endInner(_ termination: Termination<Failure>) { end(termination, isInner: true) }

  /// Attaches the outer stream; `next` gets its values outside the gate, one at a time, because it
  /// attaches inner streams.
  @inlinable func connectOuter<Outer: EventSource>(
    _ outer: Outer, next: @escaping @Sendable (Outer.Value) -> Void
  ) where Outer.Failure == Failure {
    let (start, end) = (Start(), endOuter)
    junction.start += start
    outer.attach(Observer(next: next, end: { junction.start.pass($0, end) }), start)
  }
}
