import Signals

/// Counts, from any thread.
final class Counter: Sendable {
  private let number = Guarded(0)

  /// The number after the last one, beginning with 1.
  @discardableResult func next() -> Int { add(1) }

  @discardableResult func add(_ amount: Int) -> Int {
    number.withLock { number in
      number += amount
      return number
    }
  }

  var count: Int { number.withLock { $0 } }
}
