import Synchronization

/// What letting one thread in costs at least: a compare-and-swap to enter and one to leave.
struct FloorGate: ~Copyable {
  private let word = Atomic<UInt>(0)

  @inline(__always) func run(_ body: () -> Void) {
    guard word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged else { return }
    body()
    _ = word.compareExchange(expected: 1, desired: 0, ordering: .releasing)
  }

  /// Calls `action` inside a gate of its own.
  @inline(never) static func guarding(_ action: @escaping Step) -> Step {
    let gated = Gated()
    return { value in gated.gate.run { action(value) } }
  }

  private final class Gated {
    let gate = FloorGate()
  }
}

/// An observer: a closure that can be switched off.
final class FloorEntry {
  let action: Step
  let isActive = Atomic<Bool>(true)

  init(_ action: @escaping Step) { self.action = action }

  @inline(__always) func send(_ value: Int) {
    if isActive.load(ordering: .relaxed) { action(value) }
  }
}
