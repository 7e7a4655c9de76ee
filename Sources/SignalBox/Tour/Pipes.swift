import Signals

/// Somewhere to send numbers, and to observe them.
protocol Pipe: Sendable {
  func observe(_ action: @escaping @Sendable (Int) -> Void)
  func send(_ value: Int)
}

/// The library's own.
struct GatedPipe: Pipe {
  private let pipe = Signal<Int, Never>.pipe()

  func observe(_ action: @escaping @Sendable (Int) -> Void) { pipe.output.observeValues(action) }

  func send(_ value: Int) { pipe.input.send(value) }
}

/// The obvious pipe: a list of functions that are called in a loop. This is what the gate is for.
final class NaivePipe: Pipe {
  private let observers = Guarded<[@Sendable (Int) -> Void]>([])

  func observe(_ action: @escaping @Sendable (Int) -> Void) { observers.withLock { $0.append(action) } }

  func send(_ value: Int) {
    for observer in observers.withLock({ $0 }) { observer(value) }
  }
}
