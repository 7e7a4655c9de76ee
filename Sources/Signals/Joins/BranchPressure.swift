/// Whether the source of groups or windows is paused.
///
/// It is paused while an observer inside a group requests that (contract B3). It is also paused while the stream of the
/// groups is, or ``limit`` values wait in groups that have not been observed yet; but not as long as a group is observed
/// that could receive values at once: what would take the waiting ones may wait for the end of that group, as
/// `flatMap(.concat)` does (contract G2).
@usableFromInline final class BranchPressure: ValueHolder {
  /// How many values may wait before they are a reason to pause the source. It is resumed at half of that.
  static let limit = 64
  /// How many values may wait while the source goes on for a group that is observed.
  static let most = 65_536

  struct State {
    /// How many pauses the stream of the groups requests; nil when it has ended.
    var streamPauses: Int? = 0
    /// Of all branches together.
    var pauses = 0
    var waiting = 0
    /// How many branches could receive values at once.
    var receptive = 0
    var isPausing = false
    var sourceIsOver = false

    var requestsPause: Bool {
      if pauses > 0 { return true }
      if receptive > 0 { return false }
      return streamPauses ?? 0 > 0 || waiting >= (isPausing ? limit / 2 + 1 : limit)
    }

    /// Takes the counts of a branch in, or out.
    mutating func count(_ counts: BranchDemand.Counts, _ sign: Int) {
      pauses += sign * counts.pauses
      waiting += sign * counts.waiting
      if counts.isReceptive { receptive += sign }
    }
  }

  private enum Change { case none, pause, resume, stop }

  private let operation: StaticString
  private let sourceCanWait: Bool
  private let source: Subscription
  private let stream: Subscription
  private let state = Guarded(State())

  /// - Parameter sourceCanWait: What comes from a source that cannot is kept, however much (contract B1).
  init(_ operation: StaticString, source: Subscription, sourceCanWait: Bool, stream: Subscription) {
    self.operation = operation
    self.sourceCanWait = sourceCanWait
    self.source = source
    self.stream = stream
  }

  @usableFromInline package var holding: Holding {
    state.withLock { Holding(waits: $0.waiting, limit: Self.limit, isPausing: $0.isPausing) }
  }

  // MARK: Branches

  func isNeeded(_ demand: BranchDemand) -> Bool { state.withLock { demand.counts.value(in: $0).isNeeded } }

  func isPaused(_ demand: BranchDemand) -> Bool { state.withLock { demand.counts.value(in: $0).pauses > 0 } }

  /// Changes what a branch requests. A source that goes on does so outside its gate.
  func change(_ demand: BranchDemand, outside gate: Gate, _ body: (inout BranchDemand.Counts) -> Void) {
    let (change, isUnneeded) = state.withLock { state in
      let (before, after) = demand.counts.change(in: state, body)
      state.count(before, -1)
      state.count(after, 1)
      return (Self.change(&state), before.isNeeded && !after.isNeeded)
    }
    apply(change, outside: gate)
    if isUnneeded { demand.whenUnneeded() }
  }

  // MARK: The stream of the branches

  /// Has no effect when the stream has ended.
  func changeStreamPauses(by change: Int) {
    apply(
      state.withLock { state in
        state.streamPauses? += change
        return Self.change(&state)
      }, outside: stream)
  }

  /// Branches that are observed go on, whatever the stream has requested.
  func endStream() {
    apply(
      state.withLock { state in
        state.streamPauses = nil
        return Self.change(&state)
      }, outside: stream)
  }

  // MARK: The source

  /// Whether the source has ended or been disposed of.
  var sourceIsOver: Bool { state.withLock { $0.sourceIsOver } }

  func noteSourceOver() { state.withLock { $0.sourceIsOver = true } }

  private static func change(_ state: inout State) -> Change {
    let requestsPause = state.requestsPause
    if state.isPausing == requestsPause {
      return state.waiting > most && state.receptive > 0 ? .stop : .none
    }
    state.isPausing = requestsPause
    return requestsPause ? .pause : .resume
  }

  /// Outside the lock. Two threads may do it in the wrong order, because pauses are counted.
  private func apply(_ change: Change, outside gate: Gate) {
    switch change {
    case .none: break
    case .pause: source.pause()
    case .resume:
      // Inside a gate, each of its values would wait as a message.
      gate.runOutside { [source, stream] in stream.runOutside { source.resume() } }
    case .stop where sourceCanWait:
      misuse(
        operation,
        """
        too many values wait in groups that are not observed yet, while an observed one needs the source: observe each \
        as soon as it is sent, as flatMap(.merge) does, or let flatMap(.concurrent(limit:)) observe as many at once as \
        are open
        """, Self.most)
    case .stop: break
    }
  }
}

/// What one branch requests.
final class BranchDemand: Sendable {
  struct Counts: Sendable {
    var observers = 0
    var wasObserved = false
    /// There is a producer that observers can come from.
    var isReachable = true
    var pauses = 0
    var waiting = 0
    /// Values go to the observers at once.
    var passes = false

    var isReceptive: Bool { passes && observers > 0 }
    var isNeeded: Bool { observers > 0 || isReachable && !wasObserved }
  }

  let counts = GuardedMember<BranchPressure.State, Counts>(Counts())
  /// What to call when the branch is not needed any more.
  let whenUnneeded: @Sendable () -> Void

  init(whenUnneeded: @escaping @Sendable () -> Void) { self.whenUnneeded = whenUnneeded }
}
