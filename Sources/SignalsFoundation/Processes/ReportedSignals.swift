import Foundation
import Signals
import SystemCalls

/// Signals of the system, for all starts: a handler writes them to a pipe, because it may call nearly nothing else.
///
/// (No Dispatch sources: on Linux, Dispatch installs handlers of its own with the first source for a signal, and a
/// second source that begins while the first one is there receives nothing.)
final class ReportedSignals: Sendable {
  static let ending = ReportedSignals("terminationSignals", [SIGINT, SIGTERM, SIGQUIT, SIGHUP])
  static let suspending = ReportedSignals("suspensionSignals", [SIGTSTP, SIGCONT])

  let numbers: SignalProducer<Int32, Never>
  /// Open as long as the program runs: a handler may write to it at any time.
  private let pipe: OpenPipe

  /// - Parameter producer: What messages call it.
  private init(_ producer: StaticString, _ reported: [Int32]) {
    let pipe = Self.openPipe(for: producer)
    let (signal, input) = Signal<Int32, Never>.pipe()
    self.pipe = pipe
    numbers = signal.producer
    for number in reported {
      let code = signals_report_signal(number, pipe.writing.number)
      require(code == 0, producer, "the system must let the program handle the signal", number)
    }
    Thread.detachNewThread {
      Self.unblock(reported)
      while true {
        guard case .bytes(let numbers) = pipe.reading.read(atMost: 64) else { continue }
        numbers.forEach { input.send(Int32($0)) }
      }
    }
  }

  /// In this thread. All others may block them: Dispatch does in its threads, and what blocks them in the thread that
  /// starts a program blocks them in the program.
  private static func unblock(_ reported: [Int32]) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in reported { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func openPipe(for producer: StaticString) -> OpenPipe {
    do throws(SystemFailure) {
      let pipe = try OpenPipe()
      pipe.writing.neverWait()
      return pipe
    } catch {
      fatalError("\(producer): cannot open a pipe: \(String(cString: strerror(error.code)))")
    }
  }
}

/// Does what the system does with a signal that the program does not handle: ends the program, or suspends it and returns
/// when it goes on. Returns at once where the system ignores the signal: the first process of a container does not end by
/// most of them, and without a shell that could resume it a program is not suspended.
///
/// For the thread on which the signal was received as a value: other threads may block it.
package func takeDefaultAction(on number: Int32) {
  let handler = signal(number, SIG_DFL)
  raise(number)
  signal(number, handler)
}
