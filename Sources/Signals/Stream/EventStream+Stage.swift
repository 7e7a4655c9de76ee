extension EventStream {
  /// A stream with one source and no gate of its own: what a stage is made of.
  ///
  /// `make` gets the observer below and what to dispose of to end the stream early; it returns the
  /// observer above. It runs once per start of a producer and once per derived signal, so state that
  /// it makes is not shared. Events arrive one at a time: state needs a ``GateBox``, no lock.
  @inlinable @inline(__always)
  package func stage<NewValue: Sendable, NewFailure: Error>(
    _ make:
      @escaping @Sendable (consuming Observer<NewValue, NewFailure>, Upstream) -> Observer<Value, Failure>
  ) -> EventStream<D, NewValue, NewFailure> {
    // The drive is known when the caller is compiled, the storage only when it runs.
    if D.pushes {
      return derived { make($0.input, Upstream($0)) }
    } else {
      let attach = recipe
      return EventStream<D, NewValue, NewFailure>(
        .pull { observer, start in
          start.noteStage()
          attach(make(consume observer, Upstream(start)), start)
        })
    }
  }

  /// A stage that passes on ends as they are, and of each value what `rule` makes of it.
  ///
  /// The optimiser knows the rule, and makes it a part of the closure that takes the values: a producer keeps the rule in its
  /// recipe, not in a block of its own.
  @inlinable @inline(__always)
  func stage<Rule: ValueRule>(_ rule: Rule) -> EventStream<D, Rule.Output, Failure>
  where Rule.Input == Value {
    if D.pushes {
      return derived { $0.input(through: rule) }
    } else {
      let attach = recipe
      return EventStream<D, Rule.Output, Failure>(
        .pull { observer, start in
          start.noteStage()
          attach(rule.observer(above: consume observer), start)
        })
    }
  }

  /// A signal whose list of observers is fed by an observer of this one.
  @inlinable @inline(__always)
  func derived<NewValue: Sendable, NewFailure: Error>(
    _ observer: (ObserverList<NewValue, NewFailure>) -> Observer<Value, Failure>
  ) -> EventStream<D, NewValue, NewFailure> {
    guard case .push(let handle) = storage else { preconditionFailure("a signal has push storage") }
    let source = handle.list
    let list = ObserverList<NewValue, NewFailure>(
      gate: source.gate, kind: .derived, stages: source.stages &+ 1)
    let entry = ObserverNode(observer(list).checkingStack(ofStage: list.stages), source)
    list.feed(from: entry)
    source.add(entry)
    return EventStream<D, NewValue, NewFailure>(.push(ObserverListHandle(list)))
  }

  /// The same stream, with something to do before and after it is attached, at each start of a producer, and after
  /// everything of it has been released.
  @usableFromInline package func bracketed(
    starting: (@Sendable () -> Void)?, started: (@Sendable () -> Void)? = nil,
    disposed: (@Sendable () -> Void)?
  ) -> Self {
    switch storage {
    case .pull, .row:
      let attach = recipe
      return Self(
        .pull { observer, start in
          // A start that was disposed of before still owes an interruption, and nothing else.
          if start.isDisposed { return attach(observer, start) }
          if let disposed {
            start.onEnd(
              disposed,
              after: {
                starting?()
                attach(observer, start)
              })
            started?()
          } else {
            starting?()
            attach(observer, start)
            started?()
          }
        })
    case .push(let handle):
      let source = handle.list
      let derived = ObserverList<Value, Failure>(
        gate: source.gate, kind: .derived, stages: source.stages &+ 1)
      let entry = ObserverNode(derived.input.checkingStack(ofStage: derived.stages), source)
      let attachment = CompositeDisposable()
      if let disposed { attachment.add(disposed) }
      attachment += entry
      derived.feed(from: attachment)
      source.add(entry)
      return Self(.push(ObserverListHandle(derived)))
    }
  }
}
