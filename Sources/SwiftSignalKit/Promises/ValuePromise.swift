import Signals

/// A value that is set by hand: whoever starts ``get()`` has it at once, if there is one, and then each that follows.
///
/// Subscribers are told in the order in which they came, and never of a value that is older than one they know.
/// Who has started it keeps it.
public final class ValuePromise<T: Equatable>: Sendable {
  private let latest: Signals.Promise<Carried<T>, Failed<NoError>>
  private let ignoreRepeated: Bool

  /// A promise with a value.
  ///
  /// - Parameter ignoreRepeated: Whether setting a value that is equal to the one before tells nobody.
  public init(_ value: T, ignoreRepeated: Bool = false) {
    latest = Signals.Promise(Carried(value))
    self.ignoreRepeated = ignoreRepeated
  }

  /// A promise without a value.
  ///
  /// - Parameter ignoreRepeated: Whether setting a value that is equal to the one before tells nobody.
  public init(ignoreRepeated: Bool = false) {
    latest = Signals.Promise()
    self.ignoreRepeated = ignoreRepeated
  }

  /// Sets the value.
  public func set(_ value: T) { latest.set(value: Carried(value)) }

  /// The value, if there is one, and then each that follows. It never completes.
  public func get() -> Signal<T, NoError> {
    // Values are compared on the way to each subscriber, and not when they are set: that would be under a lock.
    Signal(ignoreRepeated ? latest.kept.removeDuplicates() : latest.kept)
  }
}

extension Signals.Promise {
  /// Its values, for starts that keep it until they are disposed of: so nobody hears that it was released.
  var kept: SignalProducer<Value, Failure> {
    .attaching { [self] observer, start in
      start.onEnd { withExtendedLifetime(self) {} }
      attach(observer, start)
    }
  }
}
