/// A source that cannot fail, where one is expected that can.
@usableFromInline struct Fallible<Source: EventSource, Failure: Error>: EventSource
where Source.Failure == Never {
  @usableFromInline let source: Source

  @inlinable init(_ source: Source) { self.source = source }

  @inlinable func attach(_ observer: Observer<Source.Value, Failure>, _ subscription: Subscription) {
    source.attach(
      Observer(
        next: observer.next,
        end: { observer.end($0.withFailureType()) }), subscription)
  }
}
