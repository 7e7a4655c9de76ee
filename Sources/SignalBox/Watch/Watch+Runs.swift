import Foundation
import Signals
import SignalsFoundation

extension Watch {
  /// One run of the command, when the one before is gone with all that it has started. Disposing of it stops
  /// the command.
  func runOnce() -> SignalProducer<Never, Never> {
    mutex.next().flatMap(.concat) { permit in
      if options.clearsScreen { terminal.clear() }
      let report = RunReport(changes.take())
      return command.run(
        began: { kill in killing.withLock { $0.run = kill } },
        leaderEnded: report.end,
        onExit: { end in finish(report.line(end), end.shellStatus, permit) }
      )
      .on(next: complainOfStop, interrupted: report.stop)
      .compactMap { _ in nil }
      .catch { error in
        terminal.complain("signalbox: \(error)")
        permit.end()
        status.withLock { $0 = ExitStatus(rawValue: error.shellStatus) }
        return SignalProducer<Never, Never>.empty
      }
    }
  }

  private var command: ChildProcess {
    var command = ChildProcess(options.command[0], Array(options.command.dropFirst()))
    command.output = .inherited
    command.grace = .seconds(3)
    return command
  }

  /// The command does nothing then, and the user should know why.
  private func complainOfStop(_ event: ProcessEvent) {
    guard case .stopped(let signal) = event else { return }
    let reason =
      [SIGTTIN, SIGTTOU].contains(signal)
      ? "it uses the terminal, and goes on when this program is in the foreground"
      : "by signal \(signal), \(signal.meaning)"
    terminal.complain("signalbox: the command is stopped: \(reason)")
  }

  /// Also for a command that was stopped: then no observer hears of its end.
  private func finish(_ line: String, _ shellStatus: Int32, _ permit: Permit) {
    if !options.isQuiet { terminal.complain("signalbox: \(line)") }
    status.withLock { $0 = ExitStatus(rawValue: shellStatus) }
    // News of what the command itself has changed may still be on its way.
    let pause = options.onChange == .ignore ? Duration.milliseconds(50) : .zero
    clock.schedule(after: pause) { permit.end() }
  }
}

extension ProcessError {
  /// What a shell would say.
  fileprivate var shellStatus: Int32 { cause == .notFound ? 127 : 126 }
}
