import Synchronization

/// The one place where the events of a stream are put into an order.
///
/// A thread that finds the gate free enters and delivers. A thread that finds it busy, because another thread is
/// inside or because an observer sends from inside its own callback, enqueues a message and returns; the thread
/// inside drains the queue, in FIFO order, before it leaves. No thread waits until a certain other one is done, so nothing
/// can deadlock, and nothing nests (contract E6 to E8).
///
/// Under load by many threads the queue would never be empty, and the thread inside would never leave. Therefore the
/// others are held up, each for a short and bounded time, and one of them takes over from the thread inside when that
/// has worked off its share (contract E6a): `Gate+Fairness.swift`.
///
/// Sendable because everything but the atomics is touched only by the thread inside.
@_documentation(visibility: internal)
public class Gate: @unchecked Sendable {
  /// Whether a thread is inside, and what waits for it:
  ///
  ///     0         free
  ///     1         a thread is inside, nothing waits
  ///     address   a thread is inside; of the newest message ──previous──► message ──previous──► 1
  ///
  /// Any thread enters (0 to 1) and enqueues (1 or an address to that of its message). Only the thread inside takes all
  /// messages out (to 1), and leaves (1 to 0). While the gate is free, as many messages have been taken out as were
  /// enqueued, and no deferred message waits.
  @usableFromInline final let word = Atomic<UInt>(0)
  /// The thread inside, or the last one that was.
  @usableFromInline final let owner = Atomic<UInt>(0)
  /// How many messages have been enqueued, and how many have been taken out again: only the thread inside does that.
  /// Both wrap around. What happens between two messages that are taken out belongs to one event.
  final let enqueued = Atomic<UInt32>(0)
  final let dequeued = Atomic<UInt32>(0)
  /// The newest message that is to be run after the gate has been left, or 0. Touched only inside the gate.
  @exclusivity(unchecked) private final var deferredMessages: UInt = 0
  /// Whether the thread inside requests that another one takes over. See ``Relief``.
  ///
  /// Last, because what a subclass adds fills the rest of its word.
  final let relief = Atomic<UInt32>(0)

  @usableFromInline package init() {}

  /// True: the caller is inside and must `leave()`.
  @inlinable @inline(__always) package final func enter() -> Bool {
    assertNoLockHeld()
    CurrentThread.checkStack()
    guard word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged else { return false }
    owner.store(CurrentThread.identity, ordering: .relaxed)
    return true
  }

  @inlinable @inline(__always) package final func leave() {
    if !word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged { drain() }
  }

  /// Whether messages are waiting. For the thread inside.
  @inlinable @inline(__always) package final var hasMessages: Bool { word.load(ordering: .relaxed) != 1 }

  /// Runs `body` inside the gate: now if the gate is free, otherwise as an enqueued message.
  @inlinable @inline(__always) package final func run(_ body: @escaping () -> Void) {
    if enter() {
      body()
      leave()
    } else {
      post(body)
    }
  }

  /// Runs `body` outside the gate: now if no thread is inside, otherwise when the thread inside has left.
  ///
  /// A source that goes on must do so outside the gates of the joins below it: inside one, each of its values
  /// would wait in the queue as a message, and downstream could not stop the source.
  @usableFromInline final func runOutside(_ body: @escaping () -> Void) {
    if isFree { body() } else { post(DeferredMessage(body)) }
  }

  /// Whether no thread is inside.
  @inline(__always) final var isFree: Bool { word.load(ordering: .acquiring) == 0 }

  /// Enqueues `body` for the thread inside; enters and runs `body` at once if the gate has become free meanwhile.
  @usableFromInline package final func post(_ body: @escaping () -> Void) { post(ClosureMessage(body)) }

  /// The same for a value and its handler, which fit into one block on the heap.
  @inlinable @inline(never) final func post<Value>(
    _ value: Value, to handler: @escaping (Value) -> Void
  ) {
    post(ValueMessage(value, handler))
  }

  @usableFromInline @inline(never) final func post(_ message: Message) {
    message.purpose = Purpose.current
    let reference = Unmanaged.passRetained(message)
    let address = UInt(bitPattern: reference.toOpaque())
    let number = enqueued.wrappingAdd(1, ordering: .relaxed).newValue
    var seen = word.load(ordering: .relaxed)
    while true {
      if seen == 0 {
        if message.isDeferred {
          enqueued.wrappingSubtract(1, ordering: .relaxed)
          reference.release()
          return message.deliver()
        }
        let (entered, now) = word.compareExchange(expected: 0, desired: 1, ordering: .acquiring)
        if entered {
          owner.store(CurrentThread.identity, ordering: .relaxed)
          noteDequeued()
          reference.release()
          message.deliver()
          return leave()
        }
        seen = now
      } else {
        message.previous = seen
        let (posted, now) = word.compareExchange(
          expected: seen, desired: address, ordering: .acquiringAndReleasing)
        if posted { return holdUp(after: number) }
        seen = now
      }
    }
  }

  /// Inside the gate: a message has been taken out of the queue, and what happens from here on is another event.
  @inline(__always) private final func noteDequeued() {
    dequeued.store(dequeued.load(ordering: .relaxed) &+ 1, ordering: .releasing)
  }

  /// Runs the messages that are waiting now, in FIFO order. A caller that stays inside then calls
  /// `scheduleDeferredMessages()` before it leaves.
  @usableFromInline final func deliverWaiting() {
    var count = 0
    var waiting = Message.Chain(newest: word.exchange(1, ordering: .acquiringAndReleasing))
    while let message = waiting.popOldest() {
      count += 1
      deliver(message)
    }
    Gate.noteWaiting(count)
  }

  private final func deliver(_ message: Message) {
    noteDequeued()
    if message.isDeferred {
      message.previous = deferredMessages
      deferredMessages = UInt(bitPattern: Unmanaged.passRetained(message).toOpaque())
    } else {
      message.deliverForItsPurpose()
    }
  }

  /// Makes sure that leaving does not overlook what is to be done outside.
  @usableFromInline @inline(never) final func scheduleDeferredMessages() {
    if deferredMessages != 0 { post {} }
  }

  /// Delivers what waits, then leaves; or has another thread take over after its share.
  @usableFromInline @inline(never) final func drain() {
    var count = 0
    while true {
      var waiting = Message.Chain(newest: word.exchange(1, ordering: .acquiringAndReleasing))
      let before = count
      while let message = waiting.popOldest() {
        deliver(message)
        count += 1
        if count >= Relief.messagesPerTurn, requestsRelief(putBack: &waiting) { return }
      }
      Gate.noteWaiting(count - before)
      let later = deferredMessages
      deferredMessages = 0
      if count >= Relief.messagesPerTurn { needsNoRelief() }
      if word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged {
        return Message.forEach(in: later) { $0.deliverForItsPurpose() }
      }
      deferredMessages = later
    }
  }

  // MARK: Mailbox report

  /// How many messages wait in the queue, as any thread may see it: approximately, while others enqueue and drain.
  final var waitingMessages: Int {
    let taken = dequeued.load(ordering: .relaxed)
    return Int(max(0, Int32(bitPattern: enqueued.load(ordering: .relaxed) &- taken)))
  }

  private static let mostWaiting = Atomic<Int>(0)

  /// The largest number of messages that ever waited at one gate; 0 in release builds.
  static var highWaterMark: Int { mostWaiting.load(ordering: .relaxed) }

  @inline(__always) private static func noteWaiting(_ count: Int) {
    #if DEBUG
      mostWaiting.max(count, ordering: .relaxed)
    #endif
  }
}
