extension EventStream {
  /// Passes on the stream that is the first to send an event; the other one is disposed of.
  ///
  ///     in     -----a--b--|
  ///     other  ---1-----2--|
  ///            race(with: other)
  ///     out    ---1-----2--|
  ///
  /// - Completes: with the winner.
  /// - Fails: with the winner.
  @inlinable public func race<Other: EventSource>(with other: Other) -> Self
  where Other.Value == Value, Other.Failure == Failure {
    join { junction in
      let race = RaceState(junction)
      race.connect(self)
      race.connect(other)
    }
  }

  /// Passes on the stream that is the first to send an event; the others are disposed of. Without streams
  /// it completes at once.
  ///
  /// - Completes: with the winner.
  /// - Fails: with the winner.
  @inlinable public static func race<Source: EventSource>(_ sources: [Source]) -> Self
  where Source.Value == Value, Source.Failure == Failure {
    join { junction in
      if sources.isEmpty { return junction.end(.completed) }
      let race = RaceState(junction)
      for source in sources { race.connect(source) }
    }
  }
}

/// Which of several sources has won.
@usableFromInline struct RaceState<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let junction: Junction<Value, Failure>
  @usableFromInline let runners = RaceRunners()
  /// Nil as long as none has.
  @usableFromInline let winner = GateBox<Subscription?>(nil)

  /// How the winner ends the whole, inside the gate.
  @usableFromInline let endWhole: @Sendable (Termination<Failure>) -> Void

  @inlinable init(
    _ junction: Junction<Value, Failure>, end: (@Sendable (Termination<Failure>) -> Void)? = nil
  ) {
    self.junction = junction
    endWhole = end ?? junction.output.end
  }

  @inlinable func connect<Source: EventSource>(_ source: Source)
  where Source.Value == Value, Source.Failure == Failure {
    let subscription = Subscription()
    let end: @Sendable (Termination<Failure>) -> Void = { if mayPass(subscription) { endWhole($0) } }
    junction.subscription += subscription
    runners.add(subscription)
    if subscription.isDisposed { return }
    junction.attach(
      source, subscription, next: { if mayPass(subscription) { junction.next($0) } },
      endOutsideGate: { junction.subscription.pass($0, end) }, operation: "race")
  }

  /// Inside the gate: whether an event of a source may pass. The source of the first event wins.
  @inlinable func mayPass(_ subscription: Subscription) -> Bool {
    if winner.value == nil {
      winner.value = subscription
      runners.dispose(allBut: subscription)
      // Code that runs when the others are disposed of may have disposed of the whole (contract D2).
      return !junction.subscription.isStopped
    }
    return winner.value === subscription
  }
}

/// The starts of the sources in a race, until it is decided.
@usableFromInline final class RaceRunners: Sendable {
  private let starts = Guarded<[Subscription]?>([])

  @usableFromInline init() {}

  /// Adds a start, or disposes of it at once if the race is decided.
  @usableFromInline func add(_ subscription: Subscription) {
    let isIn = starts.withLock { starts in
      starts?.append(subscription)
      return starts != nil
    }
    if !isIn { subscription.dispose() }
  }

  @usableFromInline var isDecided: Bool { starts.withLock { $0 == nil } }

  @usableFromInline func dispose(allBut winner: Subscription) {
    let all = starts.withLock { $0.take() } ?? []
    for subscription in all where subscription !== winner { subscription.dispose() }
  }
}
