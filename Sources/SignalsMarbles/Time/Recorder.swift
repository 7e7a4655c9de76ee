import Signals

/// Records the events of a stream, and their times.
///
///     let recorder = Recorder<Int, Never>(on: time)
///     numbers.observe(recorder.observer)
///     time.run()
///     print(recorder.values)
///
/// It also checks the rules that hold for every observer: nothing after the end (contract E1), one
/// event at a time (contract E6), none inside another (contract E7). Violations are in ``violations``.
/// Debug builds stop when the recorder is called while the library holds a lock (contract E9).
public final class Recorder<Value: Sendable, Failure: Error>: Sendable {
  /// An event and the time it came at.
  public struct Entry: Sendable {
    /// When it came.
    public let time: Duration
    /// What came.
    public let event: Event<Value, Failure>
  }

  private struct State {
    var entries: [Entry] = []
    var violations: [ContractViolation] = []
    var isBusy = false
    var hasEnded = false
  }

  private let state = Guarded(State())
  private let now: @Sendable () -> Duration
  private let reaction: @Sendable (Event<Value, Failure>) -> Void

  /// A recorder that reads the time from `scheduler`, and calls `reaction` with each event while that is
  /// being delivered.
  public convenience init(
    on scheduler: some Scheduler = ImmediateScheduler(),
    reaction: @escaping @Sendable (Event<Value, Failure>) -> Void = { _ in }
  ) {
    self.init(now: { scheduler.now }, reaction: reaction)
  }

  /// Apart, because a generic initialiser of a class cannot be a designated one in Embedded Swift.
  private init(
    now: @escaping @Sendable () -> Duration, reaction: @escaping @Sendable (Event<Value, Failure>) -> Void
  ) {
    self.now = now
    self.reaction = reaction
  }

  /// Where the stream has to send its events. It keeps the recorder.
  public var observer: Observer<Value, Failure> { Observer { self.record($0) } }

  /// What came, with the time it came at.
  public var entries: [Entry] { state.withLock { $0.entries } }

  /// What came.
  public var events: [Event<Value, Failure>] { entries.map { $0.event } }

  /// The values that came.
  public var values: [Value] { events.compactMap { $0.value } }

  /// Whether the end has come.
  public var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// The rules that the stream broke, in the order in which that happened.
  public var violations: [ContractViolation] { state.withLock { $0.violations } }

  private func record(_ event: Event<Value, Failure>) {
    assertNoLockHeld()
    let isNested = RecorderScope.open.value.contains(ObjectIdentifier(self))
    let entry = Entry(time: now(), event: event)
    let wasBusy = state.withLock { state in
      state.entries.append(entry)
      if state.hasEnded {
        state.violations.append(ContractViolation(.e1, "\(event) came after the end"))
      }
      if state.isBusy {
        state.violations.append(
          isNested
            ? ContractViolation(.e7, "\(event) came inside the delivery of another event")
            : ContractViolation(.e6, "\(event) came while another event was being delivered"))
      }
      state.hasEnded = state.hasEnded || event.isTerminating
      defer { state.isBusy = true }
      return state.isBusy
    }
    RecorderScope.open.withValue(RecorderScope.open.value.union([ObjectIdentifier(self)])) { reaction(event) }
    if !wasBusy { state.withLock { $0.isBusy = false } }
  }
}

/// The recorders that are inside a delivery on this thread.
private enum RecorderScope {
  static let open = Scoped<Set<ObjectIdentifier>>([])
}
