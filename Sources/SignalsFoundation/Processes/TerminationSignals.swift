import Foundation
import Signals
import SystemCalls

extension SignalProducer<Int32, Never> {
  /// The signals of the system that ask the program to end, by their numbers: interrupt (Ctrl-C), terminate, quit
  /// and hang-up. From the first start on they do nothing else, also when the stream is over: the program ends itself.
  ///
  ///     out  ----SIGINT----SIGTERM--
  ///
  ///     work.prefix(until: SignalProducer.terminationSignals)
  ///
  /// What the program was started with decides about the hang-up of the terminal: `nohup` has it ignored.
  ///
  /// Values come on a thread that the first start makes and that stays. Any number of starts receive each signal. A
  /// signal that comes while there is no start is dropped.
  ///
  /// - Completes: never.
  /// - Precondition: the system allows the pipe that the first start needs.
  public static var terminationSignals: Self { .deferred { ReportedSignals.shared.numbers } }
}

/// The signals of all starts: a handler writes them to a pipe, because it may call nearly nothing else.
///
/// (No Dispatch sources: on Linux, Dispatch installs handlers of its own with the first source for a signal, and a
/// second source that begins while the first one is there receives nothing.)
private final class ReportedSignals: Sendable {
  static let shared = ReportedSignals()

  private static let all = [SIGINT, SIGTERM, SIGQUIT, SIGHUP]

  let numbers: SignalProducer<Int32, Never>
  /// Open as long as the program runs: a handler may write to it at any time.
  private let pipe: OpenPipe

  private init() {
    let pipe = Self.openPipe()
    let (signal, input) = Signal<Int32, Never>.pipe()
    self.pipe = pipe
    numbers = signal.producer
    for number in Self.all {
      let code = signals_report_signal(number, pipe.writing.number)
      require(code == 0, "terminationSignals", "the system must let the program handle the signal", number)
    }
    Thread.detachNewThread {
      Self.unblock()
      while true {
        guard case .bytes(let numbers) = pipe.reading.read(atMost: 64) else { continue }
        numbers.forEach { input.send(Int32($0)) }
      }
    }
  }

  /// In this thread. All others may block them: Dispatch does in its threads, and what blocks them in the thread that
  /// starts a program blocks them in the program.
  private static func unblock() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in all { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func openPipe() -> OpenPipe {
    do throws(SystemFailure) {
      let pipe = try OpenPipe()
      pipe.writing.neverWait()
      return pipe
    } catch {
      fatalError("terminationSignals: cannot open a pipe: \(String(cString: strerror(error.code)))")
    }
  }
}
