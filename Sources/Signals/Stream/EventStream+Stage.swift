extension EventStream {
  /// A stream with one source and no gate of its own: what a stage is made of.
  ///
  /// `make` gets the observer below and what to dispose of to end the stream early; it returns the
  /// observer above. It runs once per start of a producer and once per derived signal, so state that
  /// it makes is not shared. Events arrive single file: state needs a ``Box``, no lock.
  @inlinable @inline(__always)
  package func stage<NewValue: Sendable, NewFailure: Error>(
    _ make:
      @escaping @Sendable (Observer<NewValue, NewFailure>, Upstream) -> Observer<Value, Failure>
  ) -> EventStream<D, NewValue, NewFailure> {
    // The drive is known when the caller is compiled, the storage only when it runs: a switch over the
    // drive leaves one use of `make`, and the optimiser makes no closure of it.
    if D.pushes {
      guard case .push(let handle) = storage else { preconditionFailure("a signal has push storage") }
      let derived = ObserverList<NewValue, NewFailure>(gate: handle.list.gate, kind: .derived)
      let entry = ObserverNode(make(derived.input, Upstream(derived)), handle.list)
      derived.feed(from: entry)
      handle.list.add(entry)
      return EventStream<D, NewValue, NewFailure>(.push(ObserverListHandle(derived)))
    } else {
      guard case .pull(let attach) = storage else { preconditionFailure("a producer has pull storage") }
      return EventStream<D, NewValue, NewFailure>(
        .pull { observer, start in attach(make(observer, Upstream(start)), start) })
    }
  }

  /// The same stream, with something to do before and after it is attached, at each start of a producer, and after
  /// everything of it has been released.
  @usableFromInline package func bracketed(
    starting: (@Sendable () -> Void)?, started: (@Sendable () -> Void)? = nil,
    disposed: (@Sendable () -> Void)?
  ) -> Self {
    switch storage {
    case .pull(let attach):
      return Self(
        .pull { observer, start in
          // A start that was disposed of before still owes an interruption, and that comes first.
          let isTooLate = start.isDisposed
          if !isTooLate {
            if let disposed { start.onEnd(disposed) }
            starting?()
          }
          attach(observer, start)
          if isTooLate { disposed?() } else { started?() }
        })
    case .push(let handle):
      let derived = ObserverList<Value, Failure>(gate: handle.list.gate, kind: .derived)
      let entry = ObserverNode(derived.input, handle.list)
      let attachment = CompositeDisposable()
      if let disposed { attachment.add(disposed) }
      attachment += entry
      derived.feed(from: attachment)
      handle.list.add(entry)
      return Self(.push(ObserverListHandle(derived)))
    }
  }
}
