import Signals

/// A number that several threads add to.
final class Tally: Sendable {
  private let count = Guarded(0)

  var value: Int { count.withLock { $0 } }
  func add(_ number: Int) { count.withLock { $0 += number } }
}
