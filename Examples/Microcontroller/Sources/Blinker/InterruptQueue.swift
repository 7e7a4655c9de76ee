import Synchronization

/// Values from an interrupt handler for the main loop: a ring that the handler fills and the loop empties, first in,
/// first out.
///
/// Neither side waits, allocates or retains. There is one handler that enqueues, or several of one priority, and one
/// loop.
///
/// Sendable because each counter has one writer, and a place belongs to the handler until the counter says that it
/// is filled, and to the loop until the other one says that it is empty.
struct InterruptQueue<Value: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
  private let slots: UnsafeMutablePointer<Value>
  private let capacity: UInt32
  /// How many values there have been. Written by the handler only.
  private let enqueued = Atomic<UInt32>(0)
  /// How many of them the loop has taken. Written by the loop only.
  private let dequeued = Atomic<UInt32>(0)

  /// - Parameter capacity: A power of two, so that a place is found when the counters begin anew.
  init(capacity: UInt32) {
    self.capacity = capacity
    slots = .allocate(capacity: Int(capacity))
  }

  deinit { slots.deallocate() }

  /// For the handler. False: the queue is full, and the value is dropped.
  @discardableResult
  func enqueue(_ value: Value) -> Bool {
    let count = enqueued.load(ordering: .relaxed)
    if count &- dequeued.load(ordering: .acquiring) == capacity { return false }
    (slots + Int(count & (capacity - 1))).initialize(to: value)
    enqueued.store(count &+ 1, ordering: .releasing)
    return true
  }

  /// For the loop: the oldest value.
  func dequeue() -> Value? {
    let count = dequeued.load(ordering: .relaxed)
    if count == enqueued.load(ordering: .acquiring) { return nil }
    let value = slots[Int(count & (capacity - 1))]
    dequeued.store(count &+ 1, ordering: .releasing)
    return value
  }
}
