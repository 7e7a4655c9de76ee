import Synchronization

/// The one place where the events of a stream are put into an order.
///
/// A thread that finds the gate free enters and delivers. A thread that finds it busy, because another thread is
/// inside or because an observer sends from inside its own callback, enqueues a message and returns; the thread
/// inside drains the queue, in FIFO order, before it leaves. No thread waits for another one, so nothing can
/// deadlock, and nothing nests (contract E6 to E8).
///
/// Under load by many threads the queue would never be empty, and the thread inside would never leave. Therefore the
/// others are held up, each for a short and bounded time, and one of them takes over from the thread inside when that
/// has worked off its share (contract E6a): `Gate+Fairness.swift`.
///
/// Sendable because everything but the atomics is touched only by the thread inside.
public class Gate: @unchecked Sendable {
  /// 0: free. 1: a thread is inside. Otherwise: a thread is inside, and this is the address of the newest message.
  @usableFromInline final let word = Atomic<UInt>(0)
  /// The thread inside, or the last one that was.
  @usableFromInline final let owner = Atomic<UInt>(0)
  /// How many messages have been enqueued, and how many have been taken out again: only the thread inside does that.
  /// Both wrap around. What happens between two messages that are taken out belongs to one event.
  final let enqueued = Atomic<UInt32>(0)
  final let dequeued = Atomic<UInt32>(0)
  /// Whether the thread inside wants another one to take over. See ``Relief``.
  final let relief = Atomic<UInt32>(0)
  /// Nothing passes any more. Touched only inside the gate.
  @exclusivity(unchecked) @usableFromInline package final var isClosed = false
  /// The newest message that is to be run after the gate has been left, or 0. Touched only inside the gate.
  @exclusivity(unchecked) private final var afterthoughts: UInt = 0

  @usableFromInline init() {}

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
  @inlinable @inline(__always) final var hasLetters: Bool { word.load(ordering: .relaxed) != 1 }

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
    if word.load(ordering: .acquiring) == 0 { body() } else { post(Afterthought(body)) }
  }

  /// Enqueues `body` for the thread inside; enters and runs `body` at once if the gate has become free meanwhile.
  @usableFromInline package final func post(_ body: @escaping () -> Void) { post(Errand(body)) }

  /// The same for a value and its handler, which fit into one block on the heap.
  @inlinable @inline(never) final func post<Value>(
    _ value: Value, to handler: @escaping (Value) -> Void
  ) {
    post(ValueLetter(value, handler))
  }

  @usableFromInline @inline(never) final func post(_ message: Letter) {
    message.purpose = Purpose.current
    let letter = Unmanaged.passRetained(message)
    let address = UInt(bitPattern: letter.toOpaque())
    let number = enqueued.wrappingAdd(1, ordering: .relaxed).newValue
    var seen = word.load(ordering: .relaxed)
    while true {
      if seen == 0 {
        if message.isAfterthought {
          enqueued.wrappingSubtract(1, ordering: .relaxed)
          letter.release()
          return message.open()
        }
        let (entered, now) = word.compareExchange(expected: 0, desired: 1, ordering: .acquiring)
        if entered {
          owner.store(CurrentThread.identity, ordering: .relaxed)
          noteDequeued()
          letter.release()
          message.open()
          return leave()
        }
        seen = now
      } else {
        letter._withUnsafeGuaranteedRef { $0.previous = seen }
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
  /// `rememberAfterthoughts()` before it leaves.
  @usableFromInline final func readLetters() {
    var count = 0
    var waiting = Letter.Chain(newest: word.exchange(1, ordering: .acquiringAndReleasing))
    while let letter = waiting.popOldest() {
      count += 1
      read(letter)
    }
    MailboxReport.note(count)
  }

  private final func read(_ letter: Letter) {
    noteDequeued()
    if letter.isAfterthought {
      letter.previous = afterthoughts
      afterthoughts = UInt(bitPattern: Unmanaged.passRetained(letter).toOpaque())
    } else {
      letter.read()
    }
  }

  /// Makes sure that leaving does not overlook what is to be done outside.
  @usableFromInline @inline(never) final func rememberAfterthoughts() {
    if afterthoughts != 0 { post {} }
  }

  /// Delivers what waits, then leaves; or has another thread take over after its share.
  @usableFromInline @inline(never) final func drain() {
    var count = 0
    while true {
      var waiting = Letter.Chain(newest: word.exchange(1, ordering: .acquiringAndReleasing))
      let before = count
      while let letter = waiting.popOldest() {
        read(letter)
        count += 1
        if count >= Relief.share, asksForRelief(putBack: &waiting) { return }
      }
      MailboxReport.note(count - before)
      let later = afterthoughts
      afterthoughts = 0
      if count >= Relief.share { needsNoRelief() }
      if word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged {
        return Letter.forEach(in: later) { $0.read() }
      }
      afterthoughts = later
    }
  }
}

/// A message in the queue of a gate, for the thread inside.
@usableFromInline class Letter {
  /// The address of the message before this one; while the queue is drained, of the message after it.
  fileprivate final var previous: UInt = 0
  /// Why it was enqueued.
  fileprivate final var purpose: Purpose?

  @usableFromInline init() {}

  /// Whether the message is to be run after the gate has been left.
  fileprivate var isAfterthought: Bool { false }

  @usableFromInline func open() { preconditionFailure("each kind of letter says what it holds") }

  fileprivate final func read() {
    Purpose.deliver(for: purpose, open)
  }

  /// Makes a message the newest of a chain.
  static func push(_ letter: Letter, on newest: borrowing Atomic<UInt>) {
    let address = UInt(bitPattern: Unmanaged.passRetained(letter).toOpaque())
    letter.previous = newest.load(ordering: .relaxed)
    while true {
      let (pushed, now) = newest.compareExchange(
        expected: letter.previous, desired: address, ordering: .acquiringAndReleasing)
      if pushed { return }
      letter.previous = now
    }
  }

  /// Takes the messages of a chain in FIFO order. `chain` is the address of the newest message.
  static func forEach(in chain: UInt, _ body: (Letter) -> Void) {
    var chain = Chain(newest: chain)
    while let letter = chain.popOldest() { body(letter) }
  }

  /// Messages that were taken out of a queue, oldest first. What is left must be put back.
  struct Chain: ~Copyable {
    private var oldest: UInt = 0

    /// Turns around a chain that begins with the newest.
    init(newest chain: UInt) {
      var newest = chain
      while newest > 1 {
        let address = newest
        Self.at(address)._withUnsafeGuaranteedRef { letter in
          newest = letter.previous
          letter.previous = oldest
        }
        oldest = address
      }
    }

    mutating func popOldest() -> Letter? {
      if oldest == 0 { return nil }
      let letter = Self.at(oldest).takeRetainedValue()
      oldest = letter.previous
      return letter
    }

    /// Puts everything back below what has been enqueued meanwhile, as the oldest. For the thread inside the gate:
    /// no other thread takes messages out, so those below the newest stay as they are.
    mutating func putBack(into word: borrowing Atomic<UInt>) {
      var newest: UInt = 1
      while oldest != 0 {
        let address = oldest
        Self.at(address)._withUnsafeGuaranteedRef { letter in
          oldest = letter.previous
          letter.previous = newest
        }
        newest = address
      }
      if newest == 1 { return }
      let (isAlone, seen) = word.compareExchange(
        expected: 1, desired: newest, ordering: .acquiringAndReleasing)
      if isAlone { return }
      var last = seen
      while true {
        let previous = Self.at(last)._withUnsafeGuaranteedRef { $0.previous }
        if previous == 1 { break }
        last = previous
      }
      Self.at(last)._withUnsafeGuaranteedRef { $0.previous = newest }
    }

    private static func at(_ address: UInt) -> Unmanaged<Letter> {
      Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address)!)
    }
  }
}

private class Errand: Letter {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  override final func open() { body() }
}

private final class Afterthought: Errand {
  override var isAfterthought: Bool { true }
}

@usableFromInline final class ValueLetter<Value>: Letter {
  private let value: Value
  private let handler: (Value) -> Void

  @usableFromInline init(_ value: Value, _ handler: @escaping (Value) -> Void) {
    self.value = value
    self.handler = handler
  }

  @usableFromInline override func open() { handler(value) }
}

/// The largest number of messages that ever waited at one gate, counted by debug builds.
///
/// The mailbox of a gate, its queue of messages, is the one buffer without a limit: the contract forbids to drop, to
/// block and to nest. A large number here means that events are sent faster than an observer handles them.
public enum MailboxReport {
  private static let most = Atomic<Int>(0)

  /// The largest number of messages that waited at one gate since the program began; 0 in release builds.
  public static var highWaterMark: Int { most.load(ordering: .relaxed) }

  @inline(__always) fileprivate static func note(_ count: Int) {
    #if DEBUG
      most.max(count, ordering: .relaxed)
    #endif
  }
}
