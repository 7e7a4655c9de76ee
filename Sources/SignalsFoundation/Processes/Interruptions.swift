import Dispatch
import Foundation
import Signals

extension SignalProducer<Int32, Never> {
  /// The signals of the system that ask the program to end, by their numbers: interrupt (Ctrl-C), terminate, quit
  /// and hang-up. From the start on they do nothing else, also when the stream is over: the program ends itself.
  ///
  ///     out  ----SIGINT----SIGTERM--
  ///
  ///     work.prefix(until: SignalProducer.interruptions)
  ///
  /// What the program was started with decides about the hang-up of the terminal: `nohup` has it ignored.
  ///
  /// - Completes: never.
  public static var interruptions: Self {
    Self { observer, lifetime in
      for number in [SIGINT, SIGTERM, SIGQUIT, SIGHUP] {
        let before = signal(number, SIG_IGN)
        if number == SIGHUP, before.isIgnoring { continue }
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { observer.send(number) }
        source.activate()
        let held = Guarded<(any DispatchSourceSignal)?>(source)
        lifetime.onEnd { held.withLock { $0.take() }?.cancel() }
      }
    }
  }
}

extension Optional<@convention(c) (Int32) -> Void> {
  /// Functions cannot be compared, their addresses can.
  fileprivate var isIgnoring: Bool {
    unsafeBitCast(self, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
