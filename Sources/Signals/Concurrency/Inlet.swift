/// The input of a start, for somebody who may keep it longer than the start lasts: at the end it lets go of the
/// observer, of the work, and of what was kept for it.
///
/// The start keeps it, to interrupt it, and it does not keep the start: a start that everybody has forgotten is
/// released, and then nothing that was given to the inlet runs.
///
/// Sendable because it is touched only inside the gate of one start.
@usableFromInline package final class Inlet<Value: Sendable, Failure: Error>: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var sink: Sink<Value, Failure>
  @exclusivity(unchecked) private var ending: (() -> Void)?
  @exclusivity(unchecked) private var kept: [AnyObject] = []

  @usableFromInline package init(_ observer: Observer<Value, Failure>) { sink = .live(observer) }

  @inlinable @inline(__always) func send(_ value: Value) {
    switch sink {
    case .live(let observer): observer.next(value)
    case .gone: break
    }
  }

  /// Tells the observer, then ends the work. What it captured is released after that.
  fileprivate func end(_ termination: Termination<Failure>) {
    switch sink {
    case .live(let observer): observer.end(termination)
    case .gone: break
    }
    ending.take()?()
  }

  fileprivate func empty() {
    sink = .gone
    kept = []
  }

  fileprivate func add(_ ending: @escaping () -> Void) { self.ending = ending }

  fileprivate func keep(_ object: AnyObject) { kept.append(object) }
}

extension Start {
  /// As ``open(_:)``, for events that come by an inlet.
  @usableFromInline package func open<Value, Failure>(_ inlet: Inlet<Value, Failure>) -> Bool {
    open {
      inlet.end(.interrupted)
      inlet.empty()
    }
  }

  /// Sends a value, from anywhere.
  @inlinable @inline(__always) package func send<Value, Failure>(
    _ value: Value, by inlet: Inlet<Value, Failure>
  ) {
    if enter() {
      if !isStopped { inlet.send(value) }
      leave()
    } else {
      sendLater(value, by: inlet)
    }
  }

  @inlinable @inline(never) func sendLater<Value, Failure>(_ value: Value, by inlet: Inlet<Value, Failure>) {
    post { [self] in if !isStopped { inlet.send(value) } }
  }

  /// Ends, from anywhere: first the observer is told, then the work ends, then the lifetime, and then what was
  /// captured is released.
  @usableFromInline package func end<Value, Failure>(
    _ termination: Termination<Failure>, by inlet: Inlet<Value, Failure>
  ) {
    run { [self] in
      if isStopped { return }
      finish { inlet.end(termination) }
      inlet.empty()
    }
  }

  /// Says how the work is ended; at once if the start is over.
  @usableFromInline package func onEnd<Value, Failure>(
    of inlet: Inlet<Value, Failure>, _ ending: @escaping () -> Void
  ) {
    run { [self] in if isClosed { ending() } else { inlet.add(ending) } }
  }

  /// Keeps an object until the end.
  @usableFromInline package func keep<Value, Failure>(_ object: AnyObject, with inlet: Inlet<Value, Failure>)
  {
    run { [self] in if !isClosed { inlet.keep(object) } }
  }
}
