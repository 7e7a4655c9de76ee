import Signals
import SignalsTesting

/// Counts what goes on in a pipeline: starts of its sources and actions of its clock.
///
/// One that takes too many steps is brought to its end by interruption, which nothing starts over after: so
/// an endless one is a failure that can be reported and shrunk, not a test that hangs.
final class Meter: Sendable {
  /// The longest of a million pipelines takes about a tenth.
  static let limit = 20_000

  private let count = Guarded(0)

  /// How many steps were requested.
  var steps: Int { count.withLock { $0 } }

  /// Whether more were requested than there are.
  var isUsedUp: Bool { steps > Self.limit }

  /// How many are left.
  var left: Int { max(0, Self.limit - steps) }

  /// False: there was none left.
  func takeSteps(_ number: Int = 1) -> Bool {
    count.withLock { count in
      count += number
      return count <= Self.limit
    }
  }
}

extension SignalProducer where D == Pull {
  /// The same, each start of which is a step.
  func metered(_ meter: Meter) -> Self {
    .deferred {
      meter.takeSteps() ? self : SignalProducer { observer, _ in observer.send(event: .interrupted) }
    }
  }
}

extension ModelStream {
  /// The same, each start of which is a step.
  func metered(_ meter: Meter) -> Self {
    .deferred {
      meter.takeSteps() ? self : Self(producing: Timeline(end: Timed(.zero, .interrupted)))
    }
  }
}
