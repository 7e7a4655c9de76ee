import Synchronization

/// Where the values go: it keeps the optimiser from leaving them out.
///
/// The sum is atomic only to be sendable; relaxed loads and stores are plain moves.
final class Sink: Sendable {
  private let sum = Atomic<Int>(0)

  @inline(__always) func add(_ value: Int) {
    sum.store(sum.load(ordering: .relaxed) &+ value, ordering: .relaxed)
  }
}
