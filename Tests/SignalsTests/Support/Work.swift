import Signals

/// A producer whose runs the test feeds.
final class Work: Sendable {
  private let inputs = Log<Observer<Int, Oops>>()
  private let lifetimes = Log<Lifetime>()
  private let ended = Log<Int>()

  var producer: SignalProducer<Int, Oops> {
    SignalProducer { [self] observer, lifetime in
      inputs.add(observer)
      lifetimes.add(lifetime)
      lifetime.onEnd { self.ended.add(1) }
    }
  }

  var starts: Int { inputs.entries.count }

  var isRunning: Bool { starts > ended.entries.count }

  /// Whether the last start is requested to wait.
  var isPaused: Bool { lifetimes.entries.last?.isPaused == true }

  /// Of the last start.
  var input: Observer<Int, Oops> { inputs.entries.last! }

  func send(_ value: Int) { inputs.entries.last?.send(value) }

  func end(_ termination: Termination<Oops>) { inputs.entries.last?.send(end: termination) }
}
