import Signals

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
  public static var terminationSignals: Self { .deferred { ReportedSignals.ending.numbers } }
}
