import Dispatch
import Signals
import SignalsFoundation

/// Runs a command whenever files change.
///
/// The three ways to treat changes while it runs are three strategies of `flatMap`: everything else is the
/// same for all of them.
struct Watch: Sendable {
  let options: WatchOptions
  let terminal: Terminal
  let clock = QueueScheduler(name: "watch")
  let outputs = OutputFiles()
  let changes = ChangeList()
  /// A command that was stopped may take a while; the next one waits for that.
  let mutex = AsyncMutex()
  /// Of the last run.
  let status = Guarded(ExitStatus.success)
  /// Kills the command that runs, and all that it has started.
  let killing = Guarded(Killing())
  private let hasFailed = Guarded(false)

  struct Killing {
    var run: @Sendable () -> Void = {}
  }

  init(_ options: WatchOptions, on terminal: Terminal) {
    self.options = options
    self.terminal = terminal
  }

  /// Until the user interrupts, or a path cannot be watched any more. The command is asked to end then; when the user
  /// interrupts once more, it is killed.
  func run() -> ExitStatus {
    let isOver = DispatchSemaphore(value: 0)
    let (interruptions, input) = Signal<Int32, Never>.pipe()
    let impatience = Guarded<ExitStatus?>(nil)
    interruptions.dropFirst().observeValues { number in
      killing.withLock { $0.run }()
      impatience.withLock { $0 = ExitStatus(rawValue: 128 + number) }
      isOver.signal()
    }
    let listening = SignalProducer.terminationSignals.startWithValues(input.send)
    defer { listening.dispose() }

    // When the runs are over, the command may have been stopped just now: its permit ends with it.
    runs.prefix(until: interruptions)
      .on(failed: fail)
      .completeOnError()
      .andThen(mutex.next())
      .start { if $0.isTerminating { isOver.signal() } }
    isOver.wait()
    if let impatient = impatience.withLock({ $0 }) { return impatient }
    return hasFailed.withLock { $0 } ? .failure : status.withLock { $0 }
  }

  private func fail(_ error: FileError) {
    terminal.complain("signalbox: \(error)")
    hasFailed.withLock { $0 = true }
  }

  /// One run at once, then one for each pause after changes, and where there is none after the longest wait.
  private var runs: SignalProducer<Never, FileError> {
    fileChanges
      .filter { _ in options.onChange != .ignore || !mutex.isTaken }
      .map(changes.add)
      .multicast { additions in
        additions.map { _ in }.debounce(for: options.debounce, on: clock)
          .merge(with: additions.filter { $0 }.flatMap(.latest) { _ in isDue })
      }
      // A run that has begun meanwhile, because it had waited for the one before, knows all of it.
      .filter { !changes.isEmpty }
      .merge(with: SignalProducer(value: ()))
      .flatMap(options.onChange.strategy) { runOnce().setFailureType(to: FileError.self) }
  }

  /// Files that change all the time are not waited for any longer.
  private var isDue: SignalProducer<Void, FileError> {
    SignalProducer<Void, Never>.timer(after: options.longestWait, on: clock).setFailureType(
      to: FileError.self)
  }

  private var fileChanges: SignalProducer<FileEvent, FileError> {
    // What is not there is no folder; looking at it says what is wrong.
    let folders = options.paths.filter { (try? $0.leadsToFolder()) == true }
    let files = options.paths.filter { !folders.contains($0) }
    // Each folder has a watcher, and no file one of its own: the system allows few.
    let byFolder = Dictionary(grouping: files) { ($0.resolved ?? $0).folder }.values
    return .merge(folders.map { fileChanges(below: $0) } + byFolder.map { fileChanges(of: $0) })
  }
}
