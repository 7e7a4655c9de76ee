import Foundation
import Signals
import SignalsFoundation
import TestSupport
import Testing

/// A child process of a test, and the events of it.
final class Run {
  let start: any Disposable
  private let notes = Notes<Event<ProcessEvent, ProcessError>>()
  private let ends = Notes<ProcessEnd>()

  convenience init(shell script: String, grace: Duration = .seconds(5)) {
    self.init(.shell(script, grace: grace)) { $0.run(onExit: $1) }
  }

  init(
    _ process: ChildProcess,
    _ run: (ChildProcess, _ onExit: @escaping @Sendable (ProcessEnd) -> Void)
      -> SignalProducer<ProcessEvent, ProcessError> = { $0.run(onExit: $1) }
  ) {
    start = run(process, ends.add).start(notes.add)
  }

  deinit { start.dispose() }

  var events: [Event<ProcessEvent, ProcessError>] { notes.entries }
  var gone: [ProcessEnd] { ends.entries }
  var output: [String] { lines(from: .output) }
  var errors: [String] { lines(from: .errors) }

  private func lines(from source: ProcessEvent.Source) -> [String] {
    events.compactMap { event in
      if case .next(.line(let line, source)) = event { line.text } else { nil }
    }
  }

  /// Waits for the end of the stream.
  func finish() async throws { try #require(await eventually { self.events.last?.isTerminating == true }) }

  /// Waits until nothing of the process is left.
  func vanish() async throws { try #require(await eventually { !self.gone.isEmpty }) }

  /// Waits for a number that the process has written in a line of its own.
  func number() async throws -> pid_t {
    try #require(await eventually { self.output.contains { pid_t($0) != nil } })
    return try #require(output.compactMap { pid_t($0) }.first)
  }
}

extension ChildProcess {
  static func shell(_ script: String, grace: Duration = .seconds(5)) -> ChildProcess {
    var process = ChildProcess("sh", ["-c", script])
    process.grace = grace
    return process
  }
}
