extension EventStream {
  /// Makes a stream from each value and passes on the values of those streams.
  ///
  ///     in       --a--------b-----|
  ///     inner      -1-2-3|  -1-2-3|
  ///              flatMap { inner(of: $0) }
  ///     out      ---1-2-3----1-2-3|
  ///
  /// - `merge` attaches every inner stream at once.
  /// - `concat` attaches the next one when the one before it has completed; the others wait.
  /// - `latest` attaches the newest, after it has disposed of the one before.
  /// - `concurrent(limit:)` attaches up to `limit` at once; the others wait.
  /// - `exhaust` ignores values while an inner stream is attached.
  /// - `conflate` does too, but keeps the newest of them, and attaches the inner stream of that when the current one has
  ///   ended.
  /// - `race` attaches every inner stream; the first to send an event wins, everything else is disposed of.
  ///
  /// The transform is called when the inner stream of a value is to be attached. An inner stream keeps its place within the
  /// limit until it has ended and the code that began it has returned.
  ///
  /// Any number of synchronous inner streams uses constant stack (contract P8).
  ///
  /// - Completes: when the source and all inner streams have. An interrupted inner stream counts as
  ///   completed (contract E4).
  /// - Fails: with the source or any inner stream; the others are disposed of.
  /// - Buffers: with `concat` and `concurrent` the values that wait: the source is paused at 64 and resumed at 32;
  ///   to bound what comes from a signal, put ``buffer(_:onOverflow:drops:)`` before it. With `conflate` one value.
  /// - Precondition: the limit of `concurrent` is at least 1.
  @inlinable public func flatMap<InnerDrive, NewValue>(
    _ strategy: FlattenStrategy = .merge,
    _ transform: @escaping @Sendable (Value) -> EventStream<InnerDrive, NewValue, Failure>
  ) -> EventStream<D, NewValue, Failure> {
    // Not generic over the type of the inner stream: the compiler then infers the type of a chain in the closure from
    // the values that the result has to have. Otherwise it tries all operators in the chain in all combinations.
    flattening(strategy, transform)
  }

  /// Makes a stream from each value, as ``flatMap(_:_:)`` does, where the inner streams can fail and this one cannot.
  @_disfavoredOverload
  @inlinable public func flatMap<InnerDrive, NewValue, NewFailure>(
    _ strategy: FlattenStrategy = .merge,
    _ transform: @escaping @Sendable (Value) -> EventStream<InnerDrive, NewValue, NewFailure>
  ) -> EventStream<D, NewValue, NewFailure> where Failure == Never {
    setFailureType(to: NewFailure.self).flattening(strategy, transform)
  }

  /// Makes a stream from each value, as ``flatMap(_:_:)`` does, where this stream can fail and the inner ones cannot.
  @_disfavoredOverload
  @inlinable public func flatMap<InnerDrive, NewValue>(
    _ strategy: FlattenStrategy = .merge,
    _ transform: @escaping @Sendable (Value) -> EventStream<InnerDrive, NewValue, Never>
  ) -> EventStream<D, NewValue, Failure> {
    flattening(strategy) { Fallible<_, Failure>(transform($0)) }
  }

  /// Makes another source from each value, a future, a property or a ``LatestValue``, as ``flatMap(_:_:)`` does a stream.
  @_disfavoredOverload
  @inlinable public func flatMap<Inner: EventSource>(
    _ strategy: FlattenStrategy = .merge,
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Failure> where Inner.Failure == Failure {
    flattening(strategy, transform)
  }

  /// Makes another source from each value, where neither it nor this stream can fail. All other forms apply then too:
  /// this one is the most specific.
  @_disfavoredOverload
  @inlinable public func flatMap<Inner: EventSource>(
    _ strategy: FlattenStrategy = .merge,
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Never> where Failure == Never, Inner.Failure == Never {
    flattening(strategy, transform)
  }

  /// Makes another source from each value, where the source can fail and this stream cannot.
  @_disfavoredOverload
  @inlinable public func flatMap<Inner: EventSource>(
    _ strategy: FlattenStrategy = .merge,
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Inner.Failure> where Failure == Never {
    setFailureType(to: Inner.Failure.self).flattening(strategy, transform)
  }

  /// Makes another source from each value, where this stream can fail and the source cannot.
  @_disfavoredOverload
  @inlinable public func flatMap<Inner: EventSource>(
    _ strategy: FlattenStrategy = .merge,
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Failure> where Inner.Failure == Never {
    flattening(strategy) { Fallible<_, Failure>(transform($0)) }
  }

  @inlinable func flattening<Inner: EventSource>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Failure> where Inner.Failure == Failure {
    switch strategy {
    case .merge: flatMapMerging(transform)
    case .concat: flatMapQueueing(limit: 1, waiting: .all, transform)
    case .concurrent(let limit): flatMapConcurrently(limit, transform)
    case .latest: flatMapSwitching(transform)
    case .exhaust: flatMapQueueing(limit: 1, waiting: .none, transform)
    case .conflate: flatMapQueueing(limit: 1, waiting: .newest, transform)
    case .race: flatMapRacing(transform)
    }
  }

  @inlinable func flatMapMerging<Inner: EventSource>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Failure> where Inner.Failure == Failure {
    join { (junction: Junction<Inner.Value, Failure>) in
      let state = FlattenState(junction)
      state.connectOuter(self) { value in
        state.beginInner()
        junction.connect(transform(value), MergedInner(state))
      }
    }
  }
}

extension EventStream where Value: EventSource {
  /// Passes on the values of the streams that a stream sends. See `flatMap`.
  @inlinable public func flatten(
    _ strategy: FlattenStrategy = .merge
  ) -> EventStream<D, Value.Value, Failure> where Value.Failure == Failure {
    flattening(strategy) { $0 }
  }

  /// Passes on the values of the streams that a stream sends, where those can fail and this one cannot.
  @_disfavoredOverload
  @inlinable public func flatten(
    _ strategy: FlattenStrategy = .merge
  ) -> EventStream<D, Value.Value, Value.Failure> where Failure == Never {
    setFailureType(to: Value.Failure.self).flattening(strategy) { $0 }
  }
}

extension Termination {
  /// What the end of an inner stream means for the whole: an interruption counts as completion (contract E4).
  @inlinable var ofInner: Self { if case .interrupted = self { .completed } else { self } }
}

/// One inner stream of a merge. What each value needs is held here, and not looked up in `state`.
@usableFromInline struct MergedInner<Value: Sendable, Failure: Error>: InnerOutlet {
  @usableFromInline let join: Unretained<Subscription>
  @usableFromInline let next: @Sendable (Value) -> Void
  @usableFromInline let state: FlattenState<Value, Failure>

  @inlinable init(_ state: FlattenState<Value, Failure>) {
    join = state.join
    next = state.junction.next
    self.state = state
  }

  @inlinable func send(_ value: Value) { next(value) }

  @inlinable func end(_ termination: Termination<Failure>) { state.endInner(termination) }
}

/// What most strategies share: which streams are still alive, and the end of the whole.
@usableFromInline final class FlattenState<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let junction: Junction<Value, Failure>
  @usableFromInline let join: Unretained<Subscription>
  /// The outer stream and the inner ones that were taken on.
  @usableFromInline let alive = GateBox(1)

  @inlinable init(_ junction: Junction<Value, Failure>) {
    self.junction = junction
    join = Unretained(junction.subscription)
    junction.subscription.resumeInTurns()
  }

  /// From outside the gate: an inner stream is taken on.
  @inlinable func beginInner() { junction.subscription.run { [self] in alive.value += 1 } }

  /// Inside the gate: an inner stream has ended.
  @inlinable func endInner(_ termination: Termination<Failure>) { endOuter(termination.ofInner) }

  /// Inside the gate: the outer stream has ended.
  @inlinable func endOuter(_ termination: Termination<Failure>) {
    alive.value -= 1
    if !termination.isCompleted || alive.value == 0 { junction.finish(termination) }
  }

  /// Inside the gate: the inner stream that ends is the only one that counts.
  @inlinable func endWhole(_ termination: Termination<Failure>) {
    alive.value = 1
    endInner(termination)
  }

  @inlinable func connectOuter<Outer: EventSource>(
    _ outer: Outer, _ subscription: Subscription = Subscription(),
    next: @escaping @Sendable (Outer.Value) -> Void,
    end: (@Sendable (Termination<Failure>) -> Void)? = nil
  ) where Outer.Failure == Failure {
    junction.connectOuter(outer, subscription, next: next, end: end ?? endOuter)
  }
}

extension Junction {
  /// Attaches the outer stream; `next` gets its values outside the gate, one at a time, because it
  /// attaches inner streams.
  @inlinable func connectOuter<Outer: EventSource>(
    _ outer: Outer, _ child: Subscription = Subscription(), next: @escaping @Sendable (Outer.Value) -> Void,
    end: @escaping @Sendable (Termination<Failure>) -> Void
  ) where Outer.Failure == Failure {
    subscription += child
    outer.attach(
      Observer(next: next, end: { [subscription] in subscription.pass($0, end) }), child,
      below: subscription, as: "flatMap, its source")
  }
}
