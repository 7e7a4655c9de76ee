import Dispatch
import Foundation
import Signals

/// A process from its start until nothing of its group is left.
///
/// Everything happens on one serial queue; only news of the process are waited for by a thread, because no
/// system reports them in another way that does not get in the way of others.
final class RunningProcess: Disposable {
  private struct State {
    var readers: [OutputReader] = []
    var hasLeaderEnded = false
    var end: ProcessEnd?
    var hasBeenTerminated = false
    var isOver = false
    /// Of the leader.
    var isStopped = false
    var terminal: TerminalLoan?
  }

  private let program: String
  private let group: ProcessGroup
  private let grace: Duration
  private let observer: Observer<ProcessEvent, ProcessError>
  private let onLeaderEnd: @Sendable () -> Void
  private let onExit: @Sendable (ProcessEnd) -> Void
  private let queue: DispatchQueue
  private let state = Guarded(State())
  /// Ends what writes to the process.
  let feeding = SerialDisposable()

  private init(
    _ process: ChildProcess, _ leader: pid_t, on queue: DispatchQueue,
    _ observer: Observer<ProcessEvent, ProcessError>, _ onLeaderEnd: @escaping @Sendable () -> Void,
    _ onExit: @escaping @Sendable (ProcessEnd) -> Void
  ) {
    program = process.program
    group = ProcessGroup(leader: leader)
    grace = process.grace
    self.observer = observer
    self.onLeaderEnd = onLeaderEnd
    self.onExit = onExit
    self.queue = queue
  }

  static func begin(
    _ process: ChildProcess, input: Descriptor?, _ observer: Observer<ProcessEvent, ProcessError>,
    _ lifetime: Lifetime, _ onLeaderEnd: @escaping @Sendable () -> Void,
    _ onExit: @escaping @Sendable (ProcessEnd) -> Void
  ) throws(ProcessError) -> RunningProcess {
    let queue = DispatchQueue(label: "process \(process.program)")
    let (leader, readers) = try process.spawn(input: input, on: queue, observer)
    let running = RunningProcess(process, leader, on: queue, observer, onLeaderEnd, onExit)
    running.state.withLock { $0.readers = readers }
    Thread.detachNewThread {
      while let signal = running.group.waitForNews() {
        queue.async { running.leaderHasChanged(by: signal) }
      }
      queue.async { running.leaderHasEnded() }
    }
    lifetime += running
    return running
  }

  var isDisposed: Bool { state.withLock { $0.isOver } }

  func dispose() { queue.async { [self] in terminate() } }

  /// The process waits when it has filled its pipes.
  func pause() { state.withLock { $0.readers }.forEach { $0.pause() } }

  func resume() { state.withLock { $0.readers }.forEach { $0.resume() } }

  /// Kills what is left of the group, at once, on any thread.
  func killNow() {
    // Inside the lock: once the group is gone, its number may stand for another one.
    state.withLock { if !$0.isOver { group.kill() } }
  }

  // MARK: On the queue

  private func leaderHasChanged(by signal: Int32) {
    let terminal = state.withLock { state in
      state.isStopped = signal != SIGCONT
      return state.terminal
    }
    switch signal {
    case SIGCONT: break
    // The system stops the whole group.
    case SIGTTIN, SIGTTOU: if !lendTerminal() { waitForTerminal(after: signal) }
    // The user has suspended what is in the foreground, which this program belongs to.
    case SIGTSTP where terminal?.takeBack() == true:
      terminal?.restoreSettings()
      TerminalLoan.passOn(SIGTSTP)
      waitForTerminal(.milliseconds(50))
    default: observer.send(.stopped(signal: signal))
    }
  }

  /// Lends the group the terminal and lets it go on. False: it is not for this program to lend.
  private func lendTerminal() -> Bool {
    let before = state.withLock { $0.terminal }
    if before?.isValid != true {
      guard let loan = TerminalLoan(to: group.leader) else { return false }
      state.withLock { $0.terminal = loan }
    }
    group.resume()
    return true
  }

  private func waitForTerminal(after signal: Int32) {
    observer.send(.stopped(signal: signal))
    waitForTerminal(.milliseconds(10))
  }

  /// No system reports that a program comes to the foreground: a shell need not resume one that was not suspended.
  private func waitForTerminal(_ pause: DispatchTimeInterval) {
    queue.asyncAfter(deadline: .now() + pause) { [self] in
      if state.withLock({ $0.isOver || !$0.isStopped }) || lendTerminal() { return }
      waitForTerminal(pause.doubled(upTo: 500))
    }
  }

  private func leaderHasEnded() {
    let loan = state.withLock { $0.terminal.take() }
    // Before the number of the group is free for another one.
    let hadTerminal = loan?.takeBack() == true
    let end = group.reapLeader()
    state.withLock { ($0.end, $0.hasLeaderEnded, $0.isStopped) = (end, true, false) }
    if hadTerminal, case .killed(let signal) = end {
      loan?.restoreSettings()
      // What the user has typed was for this program too, which was not in the foreground.
      if [SIGINT, SIGQUIT].contains(signal) { TerminalLoan.passOn(signal) }
    }
    onLeaderEnd()
    after(grace) { $0.terminate() }
    waitForGroup(.milliseconds(1))
  }

  private func terminate() {
    let isFirst = state.withLock { state in
      defer { state.hasBeenTerminated = true }
      return !state.hasBeenTerminated && !state.isOver
    }
    guard isFirst else { return }
    group.terminate()
    after(grace) { $0.kill() }
  }

  private func kill() {
    if state.withLock({ $0.isOver }) { return }
    group.kill()
    // A process that waits for a broken disk does not end even when it is killed.
    after(grace) { if $0.state.withLock({ $0.hasLeaderEnded }) { $0.finish() } }
  }

  /// No system reports the end of a group. What is left of one is looked at less and less often.
  private func waitForGroup(_ pause: DispatchTimeInterval) {
    if state.withLock({ $0.isOver }) { return }
    guard group.isAlive else { return finish() }
    queue.asyncAfter(deadline: .now() + pause) { [self] in waitForGroup(pause.doubled(upTo: 50)) }
  }

  private func finish() {
    let (readers, end, isFirst) = state.withLock { state in
      defer { (state.readers, state.isOver) = ([], true) }
      return (state.readers, state.end, !state.isOver)
    }
    guard isFirst else { return }
    readers.forEach { $0.finish() }
    feeding.dispose()
    guard let end else { return observer.fail(ProcessError(program, .endUnknown)) }
    onExit(end)
    observer.send(.ended(end))
    observer.complete()
  }

  private func after(_ pause: Duration, _ action: @escaping @Sendable (RunningProcess) -> Void) {
    queue.asyncAfter(deadline: .now().advanced(by: pause)) { [weak self] in if let self { action(self) } }
  }
}

extension DispatchTimeInterval {
  fileprivate func doubled(upTo most: Int) -> Self {
    if case .milliseconds(let count) = self { .milliseconds(min(2 * count, most)) } else { self }
  }
}
