import Synchronization

/// The input of a start, for a sender that may keep it longer than the start lasts. At the end it releases the observer and
/// what was kept for it.
///
/// Sendable because it is touched only inside the gate of one start.
@usableFromInline package final class DetachableObserver<Value: Sendable, Failure: Error>: @unchecked Sendable
{
  @exclusivity(unchecked) @usableFromInline var sink: Sink<Value, Failure>
  @exclusivity(unchecked) @usableFromInline var kept: [AnyObject] = []

  @inlinable package init(_ observer: Observer<Value, Failure>) { sink = .live(observer) }

  @inlinable @inline(__always) func send(_ value: Value) {
    switch sink {
    case .live(let observer): observer.next(value)
    case .gone: break
    }
  }

  @inlinable func end(_ termination: Termination<Failure>) {
    switch sink {
    case .live(let observer): observer.end(termination)
    case .gone: break
    }
  }

  /// Releases the observer, and then what was kept for it.
  @inlinable func empty() {
    sink = .gone
    kept = []
  }

  @inlinable func keep(_ object: AnyObject) { kept.append(object) }
}

extension Subscription {
  /// As ``open(_:)``, for the observer of a generator.
  @inlinable func openToGenerator<Value, Failure>(_ observer: DetachableObserver<Value, Failure>) -> Bool {
    if isSilent { return openSilently(observer) }
    return open {
      observer.end(.interrupted)
      observer.empty()
    }
  }

  /// The same for a start whose disposal is silent from here on (``becomeSilent()``).
  @inlinable package func openSilently<Value, Failure>(_ observer: DetachableObserver<Value, Failure>) -> Bool
  {
    becomeSilent()
    if progress.load(ordering: .acquiring) != .running { return false }
    run { [self] in
      hasSource = true
      if isStopped { observer.empty() } else { interruption = { observer.empty() } }
    }
    return true
  }

  /// The sender has released the observer: no event will come.
  @inlinable package func close<Value, Failure>(_ observer: DetachableObserver<Value, Failure>) {
    if !hasEnded { run { observer.empty() } }
  }

  /// The observer for a generator: whatever thread an event comes from, it goes through the gate. A generator may keep it
  /// for ever, as in a list of callbacks: what is below is released with the end of the start all the same (contract D4).
  @inlinable func serialise<Value, Failure>(
    _ observer: DetachableObserver<Value, Failure>
  ) -> Observer<Value, Failure> {
    Observer(next: { [self] in send($0, by: observer) }, end: { [self] in end($0, by: observer) })
  }

  /// Sends a value, from anywhere.
  @inlinable @inline(__always) package func send<Value, Failure>(
    _ value: Value, by observer: DetachableObserver<Value, Failure>
  ) {
    if enter() {
      if !isStopped { observer.send(value) }
      leave()
    } else {
      sendLater(value, by: observer)
    }
  }

  @inlinable @inline(never) func sendLater<Value, Failure>(
    _ value: Value, by observer: DetachableObserver<Value, Failure>
  ) {
    post { [self] in if !isStopped { observer.send(value) } }
  }

  /// Ends, from anywhere: first the observer receives the end, then the lifetime ends, and then what was captured is released.
  @inlinable package func end<Value, Failure>(
    _ termination: Termination<Failure>, by observer: DetachableObserver<Value, Failure>
  ) {
    if enter() {
      finishUnlessStopped(termination, by: observer)
      leave()
    } else {
      post { [self] in finishUnlessStopped(termination, by: observer) }
    }
  }

  @inlinable func finishUnlessStopped<Value, Failure>(
    _ termination: Termination<Failure>, by observer: DetachableObserver<Value, Failure>
  ) {
    if isStopped { return }
    finish { observer.end(termination) }
    observer.empty()
  }

  /// Keeps an object until the end.
  @inlinable package func keep<Value, Failure>(
    _ object: AnyObject, with observer: DetachableObserver<Value, Failure>
  ) {
    run { [self] in if !isStopped { observer.keep(object) } }
  }
}
