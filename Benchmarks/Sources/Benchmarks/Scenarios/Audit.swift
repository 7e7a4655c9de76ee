import Synchronization

/// Watches two threads send `2 * index + thread`: events must come one at a time, all of them, and those of
/// one thread in their order.
///
/// The counters are loaded and stored, not added to atomically: events that overlap lose counts.
final class Audit: Sendable {
  private let isInside = Atomic<Bool>(false)
  private let overlaps = Atomic<Int>(0)
  private let disorders = Atomic<Int>(0)
  private let events = Atomic<Int>(0)
  private let nextOfFirst = Atomic<Int>(0)
  private let nextOfSecond = Atomic<Int>(0)
  private let missing = Atomic<Int>(0)

  @inline(__always) func take(_ event: Int) {
    if isInside.load(ordering: .relaxed) { add(1, to: overlaps) }
    isInside.store(true, ordering: .relaxed)
    add(1, to: events)
    if event & 1 == 0 { check(event >> 1, nextOfFirst) } else { check(event >> 1, nextOfSecond) }
    isInside.store(false, ordering: .relaxed)
  }

  /// Both threads have sent everything: were it so many? Then begins anew.
  func expect(_ count: Int) {
    add(count - events.exchange(0, ordering: .relaxed), to: missing)
    nextOfFirst.store(0, ordering: .relaxed)
    nextOfSecond.store(0, ordering: .relaxed)
  }

  /// What was wrong since this was last asked.
  func takeFaults() -> [String] {
    [
      (overlaps.exchange(0, ordering: .relaxed), "overlapped"),
      (disorders.exchange(0, ordering: .relaxed), "came out of order"),
      (missing.exchange(0, ordering: .relaxed), "were lost"),
    ]
    .filter { $0.0 != 0 }.map { "\($0.0) events \($0.1)" }
  }

  @inline(__always) private func check(_ index: Int, _ next: borrowing Atomic<Int>) {
    if index != next.load(ordering: .relaxed) { add(1, to: disorders) }
    next.store(index + 1, ordering: .relaxed)
  }

  @inline(__always) private func add(_ amount: Int, to counter: borrowing Atomic<Int>) {
    counter.store(counter.load(ordering: .relaxed) + amount, ordering: .relaxed)
  }
}
