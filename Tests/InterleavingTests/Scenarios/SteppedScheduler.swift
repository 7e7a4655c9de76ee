import Signals

/// A scheduler whose actions run when a thread of the scenario advances its time, which one thread at a time may do.
///
/// Sendable because one thread of a run runs at a time.
final class SteppedScheduler: Scheduler, @unchecked Sendable {
  private final class Action: @unchecked Sendable {
    let time: Duration
    var body: (@Sendable () -> Void)?

    init(_ time: Duration, _ body: @escaping @Sendable () -> Void) {
      self.time = time
      self.body = body
    }
  }

  private var actions: [Action] = []
  private(set) var now = Duration.zero
  private var advancingThread: Int?
  private let run: Run?

  /// - Parameter run: Whose threads advance the time.
  init(_ run: Run? = nil) { self.run = run }

  /// Whether the calling thread advances the time: then it runs an action.
  var isAdvancing: Bool { advancingThread != nil && advancingThread == run?.thread }

  /// Whether an action waits that was not cancelled.
  var isWaiting: Bool { actions.contains { $0.body != nil } }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(at: now, action)
  }

  func schedule(at time: Duration, _ body: @escaping @Sendable () -> Void) -> any Disposable {
    let action = Action(time, body)
    actions.append(action)
    return AnyDisposable { action.body = nil }
  }

  /// Runs what is due a second later.
  func advance() {
    now += .seconds(1)
    advancingThread = run?.thread
    defer { advancingThread = nil }
    while let index = actions.firstIndex(where: { $0.time <= now }) {
      actions.remove(at: index).body?()
    }
  }
}
