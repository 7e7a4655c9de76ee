/// Actions in order of their time; equal times in order of arrival.
///
/// A binary heap. A cancelled action is released at once; its place is swept when half of many places, or all places,
/// are empty, so that arming and cancelling take amortised O(log n), and memory follows the number
/// that is alive.
package struct TimerQueue: Sendable {
  private struct Entry {
    let time: Duration
    let order: UInt64
    let action: ScheduledAction

    func isBefore(_ other: Entry) -> Bool {
      time == other.time ? order < other.order : time < other.time
    }
  }

  private var heap: [Entry] = []
  private var order: UInt64 = 0
  /// About how many places are empty; a hint for when to sweep.
  private var cancelled = 0

  package init() {}

  /// The time of the next action.
  package var nextTime: Duration? { heap.first?.time }

  /// How many actions are waiting.
  ///
  /// - Complexity: O(n).
  package var count: Int { heap.count { !$0.action.isDisposed } }

  /// How many places are taken, cancelled actions included.
  package var places: Int { heap.count }

  /// How many actions are late.
  ///
  /// - Complexity: O(n) for those.
  package func dueCount(at time: Duration) -> Int {
    var (count, unseen) = (0, [0])
    while let index = unseen.popLast() {
      guard index < heap.count, heap[index].time <= time else { continue }
      if !heap[index].action.isDisposed { count += 1 }
      unseen += [2 * index + 1, 2 * index + 2]
    }
    return count
  }

  package mutating func add(_ action: ScheduledAction, at time: Duration) {
    heap.append(Entry(time: time, order: order, action: action))
    order += 1
    siftUp(from: heap.count - 1)
  }

  /// Counts an action that was cancelled.
  package mutating func noteCancellation() {
    cancelled += 1
    guard cancelled >= heap.count || cancelled > 32 && cancelled > heap.count / 2 else { return }
    heap.removeAll { $0.action.isDisposed }
    cancelled = 0
    for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(from: index) }
  }

  /// Takes the next action out, if it is due.
  package mutating func popDue(at time: Duration) -> (time: Duration, action: ScheduledAction)? {
    guard let next = heap.first, next.time <= time else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      siftDown(from: 0)
    }
    if next.action.isDisposed { cancelled = Swift.max(0, cancelled - 1) }
    return (next.time, next.action)
  }

  private mutating func siftUp(from start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(from start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
