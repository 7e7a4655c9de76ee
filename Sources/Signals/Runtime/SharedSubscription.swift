/// A run that several starts share: it is paused while all of them request a pause. One that does not could wait for ever for
/// what the others do not need yet.
///
/// Sendable because `requests` is touched only under the lock.
@usableFromInline final class SharedSubscription: Subscription, @unchecked Sendable {
  private struct Requests {
    var starts = 0
    /// How many of them request a pause.
    var pausing = 0

    var isPausing: Bool { starts > 0 && pausing == starts }

    /// Adds a start, or takes one out, that requests so many pauses.
    mutating func count(_ pauses: Int?, _ change: Int) {
      guard let pauses else { return }
      starts += change
      if pauses > 0 { pausing += change }
    }
  }

  private enum Change {
    case none
    case pause
    case resume
  }

  private let lock = Lock()
  @exclusivity(unchecked) private var requests = Requests()

  @usableFromInline override init() { super.init() }

  /// Adds a start, which lasts as long as `subscription`, and can receive values.
  @usableFromInline func share(with start: SharedStart, during subscription: Subscription) {
    let change = change(of: start) { $0 = 0 }
    subscription += start
    // Now that the start can request a pause: if all others do, the source goes on for this one, on this thread.
    apply(change)
  }

  /// Changes how many pauses a start requests; nil when it is over.
  fileprivate func update(_ start: SharedStart, _ body: (inout Int?) -> Void) {
    apply(change(of: start, body))
  }

  private func change(of start: SharedStart, _ body: (inout Int?) -> Void) -> Change {
    lock.withLock {
      let wasPausing = requests.isPausing
      requests.count(start.pauses, -1)
      body(&start.pauses)
      requests.count(start.pauses, 1)
      return wasPausing == requests.isPausing ? .none : wasPausing ? .resume : .pause
    }
  }

  /// Outside the lock. Two threads may do it in the wrong order, because pauses are counted.
  private func apply(_ change: Change) {
    switch change {
    case .none: break
    case .pause: pause()
    case .resume: resume()
    }
  }
}

/// One of the starts that share a run, which it owns.
///
/// Sendable because `membership` is set before another thread can reach it, and `pauses` is touched only under the lock of the
/// run.
@usableFromInline class SharedStart: Disposable, @unchecked Sendable {
  private struct Membership {
    let run: SharedSubscription
    /// Called with the start when that has ended; true if that was the end of the run.
    let leave: @Sendable (SharedStart) -> Bool
  }

  @exclusivity(unchecked) private final var membership: Membership?
  /// How many pauses it requests; nil when it has not been added yet, or is over.
  @exclusivity(unchecked) fileprivate final var pauses: Int?

  @usableFromInline init() {}

  /// Joins a run. Call it once, before any other method.
  ///
  /// - Parameter leave: Called with the start when that has ended; true if that was the end of the run.
  @usableFromInline final func join(
    _ run: SharedSubscription, leave: @escaping @Sendable (SharedStart) -> Bool
  ) {
    membership = Membership(run: run, leave: leave)
  }

  /// The run that it shares with others.
  @usableFromInline final var run: SharedSubscription {
    guard let membership else { preconditionFailure("a start joins a run before it is used") }
    return membership.run
  }

  /// Only its start disposes of it, when that ends.
  @usableFromInline final var isDisposed: Bool { false }

  /// A run that is over does not go on before it ends.
  @usableFromInline final func dispose() {
    if let membership, !membership.leave(self) { membership.run.update(self) { $0 = nil } }
  }

  @usableFromInline final func pause() { run.update(self) { $0? += 1 } }

  @usableFromInline final func resume() { run.update(self) { $0? -= 1 } }

  /// A run that goes on for other starts does not count.
  @usableFromInline final var isSettled: Bool { !run.isStopped || run.isSettled }

  @usableFromInline final func whenSettled(_ action: @escaping @Sendable () -> Void) {
    if run.isStopped { run.whenSettled(action) } else { action() }
  }
}
