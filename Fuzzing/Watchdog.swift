import Foundation
import Synchronization

/// Ends the program when an input takes too long, and keeps the input.
///
/// libFuzzer does that in a signal handler that needs memory, and waits for ever when the signal comes while memory is
/// being allocated. It also counts the time in which other programs have the processor.
final class Watchdog: Sendable {
  private struct State: Sendable {
    /// Nil between two inputs.
    var input: [UInt8]?
    /// When the input was first seen, by the clock and by the time of the processor.
    var seen: (clock: TimeInterval, work: TimeInterval)?
  }

  private static let mostWork: TimeInterval = 5
  /// For what waits and does not work. Other programs may leave this one a hundredth of the processor.
  private static let mostTime: TimeInterval = 600

  private let state = Mutex(State())

  init() {
    let thread = Thread { [unowned self] in
      while true {
        Thread.sleep(forTimeInterval: 0.2)
        if let input = overdueInput() { stop(with: input) }
      }
    }
    thread.start()
  }

  func begin(_ input: [UInt8]) { state.withLock { $0 = State(input: input) } }

  func end() { state.withLock { $0 = State() } }

  private func overdueInput() -> [UInt8]? {
    let (clock, work) = (
      Date.timeIntervalSinceReferenceDate, Double(Foundation.clock()) / Double(CLOCKS_PER_SEC)
    )
    return state.withLock { state in
      guard let input = state.input else { return nil }
      guard let seen = state.seen else {
        state.seen = (clock, work)
        return nil
      }
      return work - seen.work > Self.mostWork || clock - seen.clock > Self.mostTime ? input : nil
    }
  }

  private func stop(with input: [UInt8]) -> Never {
    let option = "-artifact_prefix="
    let prefix = CommandLine.arguments.first { $0.hasPrefix(option) }?.dropFirst(option.count) ?? ""
    let path = "\(prefix)slow-\(UInt32.random(in: .min ... .max))"
    let isKept = FileManager.default.createFile(atPath: path, contents: Data(input))
    let message = "Fatal error: an input takes too long; Test unit written to \(isKept ? path : "nowhere")\n"
    FileHandle.standardError.write(Data(message.utf8))
    // Without what libFuzzer does at the exit of a program.
    _exit(70)
  }
}
