import Synchronization

/// How long the work of a stream lasts: until the stream terminates, is disposed of, or is not referenced
/// any more. What is registered with the lifetime is disposed of then, newest first.
///
/// A generator gets one for its resources. It shares its memory with the gate of the stream, which
/// is why it is one.
///
/// Sendable because its only stored property is atomic.
public class Lifetime: Gate, @unchecked Sendable {
  /// 0: alive, nothing registered. 1: ended, nothing was registered. Otherwise: the address of a
  /// retained ``DisposableList``, which knows whether it has ended. The list is made on demand:
  /// most lifetimes never need one.
  private final let members = Atomic<UInt>(0)

  @usableFromInline override init() { super.init() }

  deinit {
    end()
    if let list = list(at: members.load(ordering: .relaxed)) { Unmanaged.passUnretained(list).release() }
  }

  /// Whether the lifetime is over.
  public final var hasEnded: Bool {
    let word = members.load(ordering: .acquiring)
    return word == 1 || list(at: word)?.isDisposed ?? false
  }

  /// Disposes of `member` when the lifetime ends; at once if it has ended (contract D3).
  @usableFromInline final func add(_ member: any Disposable) {
    if let list = madeList { list.add(member) } else { member.dispose() }
  }

  /// The list, made on demand; nil if the lifetime ended without ever having one.
  @usableFromInline final var madeList: DisposableList? {
    let word = members.load(ordering: .acquiring)
    if word != 0 { return list(at: word) }
    let made = Unmanaged.passRetained(DisposableList())
    let (stored, now) = members.compareExchange(
      expected: 0, desired: UInt(bitPattern: made.toOpaque()), ordering: .acquiringAndReleasing)
    if stored { return made.takeUnretainedValue() }
    made.release()
    return list(at: now)
  }

  /// True while downstream requests a pause; always false for signals. A source that can wait checks this after
  /// each value; a source that cannot wait goes on.
  public final var isPaused: Bool { list(at: members.load(ordering: .acquiring))?.isPaused ?? false }

  /// Runs `action` as soon as downstream requests no pause: at once if it requests none now, otherwise on the thread
  /// that resumes; never if the lifetime ends before.
  ///
  ///     SignalProducer<Row, Never> { observer, lifetime in
  ///       @Sendable func sendRows() {
  ///         while !lifetime.hasEnded, !lifetime.isPaused {
  ///           guard let row = rows.next() else { return observer.complete() }
  ///           observer.send(row)
  ///         }
  ///         lifetime.whenResumed(sendRows)
  ///       }
  ///       sendRows()
  ///     }
  public final func whenResumed(_ action: @escaping @Sendable () -> Void) {
    if hasEnded { return }
    if !waits(with: { _ in action() }) {
      assertNoLockHeld()
      action()
    }
  }

  /// Keeps `continuation` until downstream requests no pause any more. False: it requests none now.
  @usableFromInline final func waits(with continuation: @escaping @Sendable (Subscription) -> Void) -> Bool {
    list(at: members.load(ordering: .acquiring))?.keep(continuation) ?? false
  }

  /// Ends the lifetime; again has no effect.
  @usableFromInline final func end() {
    // Most lifetimes have ended when they are released: a load shows that, and costs no locked operation.
    if members.load(ordering: .acquiring) == 1 { return }
    let (ended, word) = members.compareExchange(expected: 0, desired: 1, ordering: .acquiringAndReleasing)
    if !ended { list(at: word)?.dispose() }
  }

  /// Releases what is registered without disposing of it. For a lifetime that is being released.
  final func forgetMembers() {
    let (ended, word) = members.compareExchange(expected: 0, desired: 1, ordering: .acquiringAndReleasing)
    if !ended { list(at: word)?.forgetMembers() }
  }

  private final func list(at word: UInt) -> DisposableList? {
    guard word > 1 else { return nil }
    return Unmanaged<DisposableList>.fromOpaque(UnsafeRawPointer(bitPattern: word)!).takeUnretainedValue()
  }
}
