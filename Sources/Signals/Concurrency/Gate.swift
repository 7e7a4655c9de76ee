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
  @exclusivity(unchecked) @usableFromInline package final var isClosed = false
  /// Which letter is being read: what happens until the next one belongs to one event. Written only inside the gate.
  final let turn = Counter()
  /// The newest letter that is to be opened after the gate has been left, or 0. Touched only inside the gate.
  @exclusivity(unchecked) private final var afterthoughts: UInt = 0

  @usableFromInline init() {}

  /// True: the caller is inside and must `leave()`.
  @inlinable @inline(__always) package final func enter() -> Bool {
    assertNoLockHeld()
    return word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged
  }

  @inlinable @inline(__always) package final func leave() {
    if !word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged { drain() }
  }

  /// Whether letters are waiting; for whoever is inside.
  @inlinable @inline(__always) final var hasLetters: Bool { word.load(ordering: .relaxed) != 1 }

  /// Runs `body` inside the gate: now, or as a letter.
  @inlinable @inline(__always) package final func run(_ body: @escaping () -> Void) {
    if enter() {
      body()
      leave()
    } else {
      post(body)
    }
  }

  /// Runs `body` outside the gate: now if nobody is inside, otherwise when whoever is inside has left.
  ///
  /// A source that goes on must do so outside the gates of the joins below it: inside one, each of its values
  /// would wait as a letter, and nobody below could stop it.
  @usableFromInline final func runOutside(_ body: @escaping () -> Void) {
    if word.load(ordering: .acquiring) == 0 { body() } else { post(Afterthought(body)) }
  }

  /// Leaves `body` for whoever is inside; runs it if that one has left meanwhile.
  @usableFromInline package final func post(_ body: @escaping () -> Void) { post(Errand(body)) }

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
        if message.isAfterthought {
          letter.release()
          return message.open()
        }
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

  /// Reads the letters that are waiting now, oldest first. Whoever stays inside then says `rememberAfterthoughts()`
  /// before leaving.
  @usableFromInline final func readLetters() {
    var count = 0
    Letter.forEach(in: word.exchange(1, ordering: .acquiringAndReleasing)) { letter in
      count += 1
      if letter.isAfterthought {
        letter.previous = afterthoughts
        afterthoughts = UInt(bitPattern: Unmanaged.passRetained(letter).toOpaque())
      } else {
        _ = turn.advance()
        letter.read()
      }
    }
    MailboxReport.note(count)
  }

  /// Makes sure that leaving does not overlook what is to be done outside.
  @usableFromInline @inline(never) final func rememberAfterthoughts() {
    if afterthoughts != 0 { post {} }
  }

  @usableFromInline @inline(never) final func drain() {
    while true {
      readLetters()
      let later = afterthoughts
      afterthoughts = 0
      if word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged {
        return Letter.forEach(in: later) { $0.read() }
      }
      afterthoughts = later
    }
  }
}

/// Something that waits for whoever is inside a gate.
@usableFromInline class Letter {
  /// The address of the letter before this one; while letters are read, of the one after it.
  fileprivate final var previous: UInt = 0
  /// The bindings that led to it.
  fileprivate final var cascade: Cascade?

  @usableFromInline init() {}

  /// Whether it is to be opened after the gate has been left.
  fileprivate var isAfterthought: Bool { false }

  @usableFromInline func open() { preconditionFailure("each kind of letter says what it holds") }

  fileprivate final func read() {
    if let cascade { cascade.run(open) } else { open() }
  }

  /// Makes a letter the newest of a chain.
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

  /// Takes the letters of a chain, the address of whose newest is given, oldest first.
  static func forEach(in chain: UInt, _ body: (Letter) -> Void) {
    var newest = chain
    var oldest: UInt = 0
    while newest > 1 {
      let letter = Unmanaged<Letter>.fromOpaque(UnsafeRawPointer(bitPattern: newest)!)
      letter._withUnsafeGuaranteedRef { letter in
        newest = letter.previous
        letter.previous = oldest
      }
      oldest = UInt(bitPattern: letter.toOpaque())
    }
    while oldest != 0 {
      let letter = Unmanaged<Letter>.fromOpaque(UnsafeRawPointer(bitPattern: oldest)!).takeRetainedValue()
      oldest = letter.previous
      body(letter)
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
