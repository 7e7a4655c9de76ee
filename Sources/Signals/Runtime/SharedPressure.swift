/// What the starts of a shared run request of it: it is paused while all of them request a pause. One that does not could
/// wait for ever for what the others do not need yet.
///
/// Sendable because `state` is touched only under the lock.
@usableFromInline final class SharedPressure: @unchecked Sendable {
  private struct State {
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

  fileprivate let run: Subscription
  private let lock = Lock()
  @exclusivity(unchecked) private var state = State()

  @usableFromInline init(_ run: Subscription) { self.run = run }

  /// Adds a start, which lasts as long as `subscription`, and can receive values.
  @usableFromInline func add(_ start: SharedStart, to subscription: Subscription) {
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
      let wasPausing = state.isPausing
      state.count(start.pauses, -1)
      body(&start.pauses)
      state.count(start.pauses, 1)
      return wasPausing == state.isPausing ? .none : wasPausing ? .resume : .pause
    }
  }

  /// Outside the lock. Two threads may do it in the wrong order, because pauses are counted.
  private func apply(_ change: Change) {
    switch change {
    case .none: break
    case .pause: run.pause()
    case .resume: run.resume()
    }
  }
}

/// One of the starts that share a run, which it owns.
///
/// Sendable because `pauses` is touched only under the lock of the pressure.
@usableFromInline class SharedStart: Disposable, @unchecked Sendable {
  private final let pressure: SharedPressure
  private final let leave: @Sendable (SharedStart) -> Bool
  /// How many pauses it requests; nil when it has not been added yet, or is over.
  @exclusivity(unchecked) fileprivate final var pauses: Int?

  /// - Parameter leave: Called with the start when that has ended; true if that was the end of the run.
  @usableFromInline init(_ pressure: SharedPressure, _ leave: @escaping @Sendable (SharedStart) -> Bool) {
    self.pressure = pressure
    self.leave = leave
  }

  /// The run that it shares with others.
  @usableFromInline final var run: Subscription { pressure.run }

  /// Only its start disposes of it, when that ends.
  @usableFromInline final var isDisposed: Bool { false }

  /// A run that is over does not go on before it ends.
  @usableFromInline final func dispose() { if !leave(self) { pressure.update(self) { $0 = nil } } }

  @usableFromInline final func pause() { pressure.update(self) { $0? += 1 } }

  @usableFromInline final func resume() { pressure.update(self) { $0? -= 1 } }

  /// A run that goes on for other starts does not count.
  @usableFromInline final var isSettled: Bool { !pressure.run.isStopped || pressure.run.isSettled }

  @usableFromInline final func whenSettled(_ action: @escaping @Sendable () -> Void) {
    if pressure.run.isStopped { pressure.run.whenSettled(action) } else { action() }
  }
}
