import Dispatch
import Foundation
import Signals

extension SignalProducer<Int32, Never> {
  /// The signals that ask the program to end. They do nothing else from the start on.
  ///
  /// What the program was started with decides about the hang-up of the terminal: `nohup` has it ignored.
  static var interruptions: Self {
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
