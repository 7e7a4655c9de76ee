import Synchronization

/// Runs a step again and again without growing the stack.
///
/// A request that arrives while a step is running, from inside it or from another thread, is counted
/// and served by the loop that is already turning (contract P8). Steps never overlap.
@usableFromInline package final class Trampoline: Sendable {
  private let requests = Atomic<Int>(0)

  @usableFromInline package init() {}

  @usableFromInline package func bounce(_ step: () -> Void) {
    guard requests.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat { step() } while requests.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }
}
