import Signals

extension SignalProducer<Int32, Never> {
  /// The signals of the system with which the program is suspended (Ctrl-Z), `SIGTSTP`, and goes on, `SIGCONT`. From the
  /// first start on the former does nothing else, also when the stream is over: an observer suspends the program with
  /// ``takeDefaultAction(on:)``.
  ///
  ///     out  ----SIGTSTP----SIGCONT--
  ///
  /// Values come on a thread that the first start makes and that stays. Where the program was started with
  /// `SIGTSTP` ignored, it stays ignored.
  ///
  /// - Completes: never.
  /// - Precondition: the system allows the pipe that the first start needs.
  package static var suspensionSignals: Self { .deferred { ReportedSignals.suspending.numbers } }
}
