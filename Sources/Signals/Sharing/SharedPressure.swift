/// What the starts of a shared run request of it: it is paused while all of them request a pause. One that does not could
/// wait for ever for what the others do not need yet.
@usableFromInline final class SharedPressure: Sendable {
  fileprivate struct State {
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
  private let state = Guarded(State())

  @usableFromInline init(_ run: Subscription) { self.run = run }

  /// Adds a start, which lasts as long as `subscription`, and can receive values.
  @usableFromInline func add(_ start: SharedStart, to subscription: Subscription) {
    let change = change(start.pauses) { $0 = 0 }
    subscription += start
    // Now that the start can request a pause: if all others do, the source goes on for this one, on this thread.
    apply(change)
  }

  /// Changes how many pauses a start requests; nil when it is over.
  fileprivate func update(_ pauses: SharedStart.Pauses, _ body: (inout Int?) -> Void) {
    apply(change(pauses, body))
  }

  private func change(_ pauses: SharedStart.Pauses, _ body: (inout Int?) -> Void) -> Change {
    state.withLock { state in
      let wasPausing = state.isPausing
      let (before, after) = pauses.change(in: state, body)
      state.count(before, -1)
      state.count(after, 1)
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
@usableFromInline final class SharedStart: Disposable {
  fileprivate typealias Pauses = GuardedMember<SharedPressure.State, Int?>

  private let pressure: SharedPressure
  private let leave: @Sendable (SharedStart) -> Bool
  /// How many pauses it requests; nil when it has not been added yet, or is over.
  fileprivate let pauses = Pauses(nil)

  /// - Parameter leave: Called with the start when that has ended; true if that was the end of the run.
  @usableFromInline init(_ pressure: SharedPressure, _ leave: @escaping @Sendable (SharedStart) -> Bool) {
    self.pressure = pressure
    self.leave = leave
  }

  /// The run that it shares with others.
  @usableFromInline var run: Subscription { pressure.run }

  /// Only its start disposes of it, when that ends.
  @usableFromInline var isDisposed: Bool { false }

  /// A run that is over does not go on before it ends.
  @usableFromInline func dispose() { if !leave(self) { pressure.update(pauses) { $0 = nil } } }

  @usableFromInline func pause() { pressure.update(pauses) { $0? += 1 } }

  @usableFromInline func resume() { pressure.update(pauses) { $0? -= 1 } }

  /// A run that goes on for other starts does not count.
  @usableFromInline var isSettled: Bool { !pressure.run.isStopped || pressure.run.isSettled }

  @usableFromInline func whenSettled(_ action: @escaping @Sendable () -> Void) {
    if pressure.run.isStopped { pressure.run.whenSettled(action) } else { action() }
  }
}
