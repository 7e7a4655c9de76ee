import Signals

/// A value that is set by hand: a start of ``get()`` has it at once, if there is one, and then each that follows.
///
/// Subscribers are called in the order in which they started, and never with a value that is older than one they know.
/// Each keeps the promise until it is disposed of.
public final class ValuePromise<T: Equatable>: Sendable {
  @usableFromInline let latest: PromiseState<T>
  /// Whether setting a value that is equal to the stored one does nothing: the stored one stays.
  public let ignoreRepeated: Bool

  /// A promise with a value.
  ///
  /// - Parameters:
  ///   - value: The first value.
  ///   - ignoreRepeated: Whether setting a value that is equal to the stored one does nothing.
  @inlinable public init(_ value: T, ignoreRepeated: Bool = false) {
    latest = PromiseState(value)
    self.ignoreRepeated = ignoreRepeated
  }

  /// A promise without a value.
  ///
  /// - Parameter ignoreRepeated: Whether setting a value that is equal to the stored one does nothing.
  @inlinable public init(ignoreRepeated: Bool = false) {
    latest = PromiseState()
    self.ignoreRepeated = ignoreRepeated
  }

  /// Sets the value.
  @inlinable public func set(_ value: T) {
    if !ignoreRepeated { return _ = latest.set(value, after: nil) }
    // Values are compared outside the lock, because their code may do anything; so another one may come in between.
    while true {
      let (stored, number) = latest.stored
      if let stored, stored.value == value { return }
      if latest.set(value, after: number) { return }
    }
  }

  /// The value, if there is one, and then each that follows. It never completes.
  @inlinable public func get() -> Signal<T, NoError> { latest.signal(keeping: self) }
}
