import Synchronization

/// How a thread that has worked off its share of what others enqueue gets out of a gate.
///
/// The thread inside requests relief. The next thread that enqueues something claims that and waits,
/// for a bounded time; the thread inside hands over to it after the event in hand. The lowest two bits of
/// ``Gate/relief`` say how far that is, the others count the requests: so a thread whose claim has lapsed does not take
/// a later one for its own.
enum Relief {
  #if SIGNALS_EXPLORED
    // So little that a few messages are a load.
    static let messagesPerTurn = 1
    static let longQueue = 1
    static let maximalWaits = 2
  #else
    /// After how many messages a thread inside a gate requests relief.
    static let messagesPerTurn = 64
    /// How many messages may wait before a thread that enqueues more is held up, until half of them are left.
    static let longQueue = 256
    /// For how many waits a thread is held up: about a millisecond.
    static let maximalWaits = 17
  #endif
  /// Up to which attempt a thread that has claimed the gate waits longer each time: some microseconds.
  static let claimersAttempt = 14

  fileprivate static let none: UInt32 = 0
  fileprivate static let requested: UInt32 = 1
  fileprivate static let claimed: UInt32 = 2
  fileprivate static let handedOver: UInt32 = 3
}

extension Gate {
  private final var waiting: Int {
    Int(Int32(bitPattern: enqueued.load(ordering: .relaxed) &- dequeued.load(ordering: .relaxed)))
  }

  /// Holds up a thread that has enqueued a message, if many wait or the thread inside requests relief.
  ///
  /// It waits for the queue to become shorter, not for a particular thread, and for a bounded time: a thread inside an
  /// observer of its own cannot block another one for long. The longer the queue, the longer the time, so that a slow
  /// observer does not let it grow without bound.
  @inline(__always) final func holdUp(after number: UInt32) {
    let isCrowded = Int32(bitPattern: number &- dequeued.load(ordering: .relaxed)) > Relief.longQueue
    if isCrowded || relief.load(ordering: .relaxed) & 3 == Relief.requested { waitForShorterQueue() }
  }

  @inline(never) private final func waitForShorterQueue() {
    // The thread inside cannot wait for itself: it sends from its own callback.
    if owner.load(ordering: .relaxed) == CurrentThread.identity { return }
    var claim: UInt32?
    var attempt = 0
    while true {
      let now = relief.load(ordering: .acquiring)
      if let mine = claim {
        if now == mine | Relief.handedOver { return takeOver() }
        // The queue has been worked off without help.
        if now != mine | Relief.claimed { claim = nil }
      } else if now & 3 == Relief.requested {
        if relief.compareExchange(expected: now, desired: now &+ 1, ordering: .acquiringAndReleasing)
          .exchanged
        {
          claim = now & ~3
        }
        continue
      }
      let waiting = waiting
      if claim == nil, waiting <= Relief.longQueue / 2 { return }
      if attempt >= Relief.maximalWaits + Swift.min(waiting / 128, 256) { break }
      // No thread is inside until a gate that was handed over is taken over: that must not take long.
      CurrentThread.wait(claim == nil ? attempt : Swift.min(attempt, Relief.claimersAttempt))
      attempt += 1
    }
    guard let claim else { return }
    // Too late to give the claim back: the gate has been handed over.
    let (isGivenBack, now) = relief.compareExchange(
      expected: claim | Relief.claimed, desired: claim | Relief.requested, ordering: .acquiringAndReleasing)
    if !isGivenBack, now == claim | Relief.handedOver { takeOver() }
  }

  /// The caller is inside from here on.
  private final func takeOver() {
    owner.store(CurrentThread.identity, ordering: .relaxed)
    relief.store(relief.load(ordering: .relaxed) & ~3, ordering: .relaxed)
    drain()
  }

  /// Inside the gate, after the share. True: another thread is inside now, and has got the rest.
  final func requestsRelief(putBack rest: inout Message.Chain) -> Bool {
    let now = relief.load(ordering: .relaxed)
    switch now & 3 {
    case Relief.none:
      relief.store((now &+ 4) | Relief.requested, ordering: .releasing)
      return false
    case Relief.claimed:
      // Before the handing over: after it, the rest belongs to the other thread.
      rest.putBack(into: word)
      owner.store(0, ordering: .relaxed)
      let (isHandedOver, _) = relief.compareExchange(
        expected: now, desired: now | Relief.handedOver, ordering: .acquiringAndReleasing)
      if isHandedOver { return true }
      owner.store(CurrentThread.identity, ordering: .relaxed)
      rest = Message.Chain(newest: word.exchange(1, ordering: .acquiringAndReleasing))
      return false
    default: return false
    }
  }

  /// Inside the gate: the queue is empty.
  final func needsNoRelief() {
    relief.store(relief.load(ordering: .relaxed) & ~3, ordering: .releasing)
  }
}
