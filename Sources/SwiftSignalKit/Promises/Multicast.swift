import Signals

/// Shares one run of a signal among all who ask for the same key.
///
///     let loads = Multicast<Page>()
///     let page = loads.get(key: address, signal: load(address))
///
/// The first start for a key begins the run, and the last one to be disposed of ends it. A start that comes meanwhile
/// gets the last value, if there is one, and what is sent from then on. The end of the run ends all of its starts; the
/// next start begins another run.
public final class Multicast<T>: Sendable {
  @usableFromInline typealias Events = SignalProducer<Carried<T>, Failed<NoError>>

  @usableFromInline struct Run: Sendable {
    @usableFromInline let number: Int
    @usableFromInline let events: Events
    @usableFromInline var members = 0

    @inlinable init(_ number: Int, _ events: Events) {
      self.number = number
      self.events = events
    }
  }

  @usableFromInline struct State {
    @usableFromInline var runs: [String: Run] = [:]
    @usableFromInline var count = 0

    @inlinable init() {}
  }

  @usableFromInline let state = Guarded(State())

  /// Nothing is shared yet.
  @inlinable public init() {}

  /// The signal, or the run that was begun for the same key.
  @inlinable public func get(key: String, signal: Signal<T, NoError>) -> Signal<T, NoError> {
    Signal(
      .attaching { [self] observer, start in
        start.becomeSilent()
        let run = join(key, signal)
        run.events.attach(observer, start)
        // Before the run is notified: when the last one leaves, the next one begins another run.
        start.onEnd { [self] in leave(key, run.number) }
      })
  }

  @inlinable func join(_ key: String, _ signal: Signal<T, NoError>) -> Run {
    state.withLock { state in
      if state.runs[key] == nil {
        state.count += 1
        let number = state.count
        let events = signal.core.on(terminated: { [self] in forget(key, number) }).share(replay: 1)
        state.runs[key] = Run(number, events)
      }
      state.runs[key]!.members += 1
      return state.runs[key]!
    }
  }

  @inlinable func leave(_ key: String, _ number: Int) {
    let forgotten = state.withLock { state -> Run? in
      guard state.runs[key]?.number == number else { return nil }
      state.runs[key]!.members -= 1
      return state.runs[key]!.members == 0 ? state.runs.removeValue(forKey: key) : nil
    }
    withExtendedLifetime(forgotten) {}  // Released outside the lock: that may run code of the program.
  }

  @inlinable func forget(_ key: String, _ number: Int) {
    let forgotten = state.withLock { state in
      state.runs[key]?.number == number ? state.runs.removeValue(forKey: key) : nil
    }
    withExtendedLifetime(forgotten) {}
  }
}
