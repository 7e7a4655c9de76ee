extension EventStream {
  /// Makes values of all events, the end included.
  ///
  ///     in   --a-------x
  ///          materialize()
  ///     out  --next(a)-(failed|)
  ///
  /// - Completes: with the source, after the terminating event; also when the source failed. An
  ///   interruption is passed on as one, after its event; an observer that disposed gets no event (contract D2).
  /// - Fails: never.
  @inlinable public func materialize() -> EventStream<D, Event<Value, Failure>, Never> {
    stage { observer, source in
      Observer(
        next: { observer.next(.next($0)) },
        end: { termination in
          if !source.isDisposed { observer.next(Event(termination)) }
          if case .interrupted = termination { observer.end(.interrupted) } else { observer.end(.completed) }
        })
    }
  }

  /// Makes events of values that describe events: the reverse of ``materialize()``.
  ///
  ///     in   --next(a)-(failed|)
  ///          dematerialize()
  ///     out  --a-------x
  ///
  /// - Completes: with the value `completed`, or with the source.
  /// - Fails: with the value `failed`.
  @inlinable public func dematerialize<NewValue, NewFailure>() -> EventStream<D, NewValue, NewFailure>
  where Value == Event<NewValue, NewFailure>, Failure == Never {
    stage { observer, source in
      let isOpen = GateBox(true)
      return Observer(
        next: { event in
          guard isOpen.value else { return }
          if event.isTerminating { isOpen.value = false }
          observer.send(event: event)
          if event.isTerminating { source.dispose() }
        },
        end: { if isOpen.value { observer.end($0.withFailureType()) } })
    }
  }
}
