import Signals

/// A producer whose runs the test feeds.
final class Work: Sendable {
  private let inputs = Log<Observer<Int, Oops>>()
  private let ended = Log<Int>()

  var producer: SignalProducer<Int, Oops> {
    SignalProducer { [self] observer, lifetime in
      inputs.add(observer)
      lifetime.onEnd { self.ended.add(1) }
    }
  }

  var starts: Int { inputs.entries.count }

  var isRunning: Bool { starts > ended.entries.count }

  /// Of the last start.
  var input: Observer<Int, Oops> { inputs.entries.last! }

  func send(_ value: Int) { inputs.entries.last?.send(value) }

  func end(_ termination: Termination<Oops>) { inputs.entries.last?.send(end: termination) }
}
