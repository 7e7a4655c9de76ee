import Synchronization

/// The one place where the events of a stream are put into an order.
///
/// Whoever finds the gate free enters and delivers. Whoever finds it busy, because another thread is
/// inside or because an observer sends from inside its own callback, leaves a letter and returns;
/// the one inside reads all letters, in order, before leaving. Nobody ever waits, so nothing can
/// deadlock, and nothing nests (contract E6 to E8).
///
/// Sendable because everything but the word is touched only by whoever is inside.
public class Gate: @unchecked Sendable {
  /// 0: free. 1: somebody is inside. Otherwise: somebody is inside, and this is the address of the
  /// newest letter.
  @usableFromInline final let word = Atomic<UInt>(0)
  /// Nothing passes any more. Touched only inside the gate.
  @exclusivity(unchecked) @usableFromInline final var isClosed = false

  @usableFromInline init() {}

  /// True: the caller is inside and must `leave()`.
  @inlinable @inline(__always) final func enter() -> Bool {
    assertNoLockHeld()
    return word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged
  }

  @inlinable @inline(__always) final func leave() {
    if !word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged { drain() }
  }

  /// Whether letters are waiting; for whoever is inside.
  @inlinable @inline(__always) final var hasLetters: Bool { word.load(ordering: .relaxed) != 1 }

  /// Runs `body` inside the gate: now, or as a letter.
  @inlinable @inline(__always) final func run(_ body: @escaping () -> Void) {
    if enter() {
      body()
      leave()
    } else {
      post(body)
    }
  }

  /// Leaves `body` for whoever is inside; runs it if that one has left meanwhile.
  @usableFromInline final func post(_ body: @escaping () -> Void) { post(Errand(body)) }

  /// The same for a value and its handler, which fit into one block on the heap.
  @inlinable @inline(never) final func post<Value>(
    _ value: Value, to handler: @escaping (Value) -> Void
  ) {
    post(ValueLetter(value, handler))
  }

  @usableFromInline @inline(never) final func post(_ message: Letter) {
    message.cascade = Cascade.current
    let letter = Unmanaged.passRetained(message)
    let address = UInt(bitPattern: letter.toOpaque())
    var seen = word.load(ordering: .relaxed)
    while true {
      if seen == 0 {
        let (entered, now) = word.compareExchange(expected: 0, desired: 1, ordering: .acquiring)
        if entered {
          letter.release()
          message.open()
          return leave()
        }
        seen = now
      } else {
        letter._withUnsafeGuaranteedRef { $0.previous = seen }
        let (posted, now) = word.compareExchange(
          expected: seen, desired: address, ordering: .acquiringAndReleasing)
        if posted { return }
        seen = now
      }
    }
  }

  /// Reads the letters that are waiting now, oldest first.
  @usableFromInline final func readLetters() {
    var newest = word.exchange(1, ordering: .acquiringAndReleasing)
    var oldest: UInt = 0
    var count = 0
    while newest > 1 {
      let letter = Unmanaged<Letter>.fromOpaque(UnsafeRawPointer(bitPattern: newest)!)
      let previous = letter._withUnsafeGuaranteedRef { letter in
        defer { letter.previous = oldest }
        return letter.previous
      }
      oldest = newest
      newest = previous
      count += 1
    }
    MailboxReport.note(count)
    while oldest != 0 {
      let letter = Unmanaged<Letter>.fromOpaque(UnsafeRawPointer(bitPattern: oldest)!).takeRetainedValue()
      oldest = letter.previous
      if let cascade = letter.cascade { cascade.run(letter.open) } else { letter.open() }
    }
  }

  @usableFromInline @inline(never) final func drain() {
    repeat {
      readLetters()
    } while !word.compareExchange(
      expected: 1, desired: 0, ordering: .releasing
    ).exchanged
  }
}

/// Something that waits for whoever is inside a gate.
@usableFromInline class Letter {
  /// The address of the letter before this one; while letters are read, of the one after it.
  fileprivate final var previous: UInt = 0
  /// The bindings that led to it.
  fileprivate final var cascade: Cascade?

  @usableFromInline init() {}

  @usableFromInline func open() { preconditionFailure("each kind of letter says what it holds") }
}

private final class Errand: Letter {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  override func open() { body() }
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

/// The most letters that ever waited at one gate, as seen by debug builds.
///
/// A gate's mailbox is the one buffer without a limit: the contract forbids to drop, to block and to
/// nest. A large number here means that somebody sends faster than an observer can take.
public enum MailboxReport {
  private static let most = Atomic<Int>(0)

  /// The most letters that waited at one gate since the program began; 0 in release builds.
  public static var highWaterMark: Int { most.load(ordering: .relaxed) }

  @inline(__always) fileprivate static func note(_ count: Int) {
    #if DEBUG
      most.max(count, ordering: .relaxed)
    #endif
  }
}
