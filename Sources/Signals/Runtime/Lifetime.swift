import Synchronization

/// How long the work of a stream lasts: until the stream terminates, is disposed of, or is not referenced
/// any more. What is registered with the lifetime is disposed of then, newest first.
///
/// A generator gets one for its resources. It is a subclass of `Gate` only so that the lifetime and the gate of a start
/// take one block of memory.
///
/// Sendable because its only stored property is atomic.
public class Lifetime: Gate, @unchecked Sendable {
  /// What is registered.
  ///
  /// Most lifetimes have nothing, or one observer of a signal, or one start: they need no list. A list has its state itself,
  /// and stays until the lifetime is released; so any thread may use it. The only member, or the only start, is used by the
  /// thread that has replaced it by another state.
  private enum Members {
    case none
    case list(Unmanaged<DisposableList>)
    case ended
    /// This thread disposes of what was the only start.
    case ending(thread: UInt)
    case only(Unmanaged<LifetimeMember>)
    case start(Unmanaged<Subscription>)
  }

  /// What is registered, and whether a call is under way that the lifetime does not settle before:
  ///
  ///     bit 2       such a call is under way; never set beside a list, which knows that itself
  ///     bits 0, 1   what the other bits are the address of
  ///       0         the list; if they are 0, nothing is registered
  ///       1         the thread that disposes of the only start; if they are 0 (or 8), the lifetime has ended
  ///       2         the only member
  ///       3         the only start
  ///
  /// Objects and the identities of threads are multiples of 8.
  private struct Word {
    let bits: UInt

    static var ended: UInt { 1 }
    /// The same, and what follows is begun by the thread of the call that is under way.
    static var leftToCall: UInt { 13 }

    @inline(__always) init(_ bits: UInt) { self.bits = bits }

    @inline(__always) init(_ members: Members, isInCall: Bool = false) {
      let registered: UInt =
        switch members {
        case .none: 0
        case .list(let list): list.address
        case .ended: Self.ended
        case .ending(let thread): thread | 1
        case .only(let member): member.address | 2
        case .start(let start): start.address | 3
        }
      bits = isInCall ? registered | 4 : registered
    }

    var isInCall: Bool { bits & 4 != 0 }

    @inline(__always) var members: Members {
      let address = bits & ~7
      return switch bits & 3 {
      case 0: address == 0 ? .none : .list(Unmanaged(at: address))
      case 1: bits <= Self.leftToCall ? .ended : .ending(thread: address)
      case 2: .only(Unmanaged(at: address))
      default: .start(Unmanaged(at: address))
      }
    }
  }

  /// A ``Word``. The only member, the only start and the list are retained.
  private final let members = Atomic<UInt>(0)

  @usableFromInline override init() { super.init() }

  deinit {
    // Most have ended when they are released.
    if isOver { return }
    end()
    if let list { Unmanaged.passUnretained(list).release() }
  }

  @inline(__always) private final var loaded: Word { Word(members.load(ordering: .acquiring)) }

  /// Whether the lifetime is over.
  public final var hasEnded: Bool {
    switch loaded.members {
    case .ended, .ending: true
    case .list(let list): list._withUnsafeGuaranteedRef { $0.isDisposed }
    case .none, .only, .start: false
    }
  }

  /// Disposes of `member` when the lifetime ends; at once if it has ended (contract D3).
  @usableFromInline final func add(_ member: any Disposable) {
    if let list = madeList { list.add(member) } else { member.dispose() }
  }

  /// The same for a start, which needs no list as long as it is the only one. See also ``DisposableList/add(start:)``.
  @usableFromInline package final func add(_ start: Subscription) {
    if case .none = loaded.members {
      let only = Unmanaged.passRetained(start)
      if addOnly(.start(only)) { return }
      only.release()
    }
    if let list = madeList { list.add(start: start) } else { start.dispose() }
  }

  /// The same for a start that follows another one: it takes the place of that, if that is over and the only one.
  @usableFromInline package final func add(_ start: Subscription, after before: Subscription?) {
    let present = loaded
    // The caller holds the one before.
    if let before, before.isOver, case .start(let only) = present.members,
      only.address == Unmanaged.passUnretained(before).address
    {
      let next = Unmanaged.passRetained(start)
      if replace(present, by: .start(next)) { return only.release() }
      next.release()
    }
    add(start)
  }

  /// The same for a member that needs no list as long as it is the only one.
  @usableFromInline package final func add(_ member: LifetimeMember) {
    let only = Unmanaged.passRetained(member)
    if addOnly(.only(only)) { return }
    only.release()
    add(member as any Disposable)
  }

  /// False: something is registered already, or the lifetime has ended.
  @inline(__always) private final func addOnly(_ only: Members) -> Bool {
    while true {
      let present = loaded
      guard case .none = present.members else { return false }
      if replace(present, by: only) { return true }
    }
  }

  /// Whether it has ended, and nothing is left of it that could be disposed of. One that has had a list does not say so.
  @usableFromInline final var isOver: Bool { members.load(ordering: .acquiring) == Word.ended }

  /// Replaces what is registered. A call that is under way goes on, and a list knows of it already.
  @inline(__always) private final func replace(_ present: Word, by new: Members) -> Bool {
    let isInCall = if case .list = new { false } else { present.isInCall }
    return replace(present, by: Word(new, isInCall: isInCall))
  }

  @inline(__always) private final func replace(_ present: Word, by new: Word) -> Bool {
    members.compareExchange(
      expected: present.bits, desired: new.bits, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// The list, if it has been made.
  final var list: DisposableList? {
    if case .list(let list) = loaded.members { list.takeUnretainedValue() } else { nil }
  }

  /// What the list says, if it has been made.
  @inline(__always) final func fromList<Answer>(_ body: (DisposableList) -> Answer) -> Answer? {
    if case .list(let list) = loaded.members { list._withUnsafeGuaranteedRef(body) } else { nil }
  }

  /// The list, made on demand; nil if the lifetime ended without ever having one.
  @usableFromInline package final var madeList: DisposableList? {
    while true {
      let present = loaded
      switch present.members {
      case .list(let list): return list.takeUnretainedValue()
      case .ended, .ending: return nil
      case .none: if let made = replaceByList(present) { return made }
      case .only(let member):
        guard let made = replaceByList(present, takesMember: true) else { continue }
        made.take(member.takeRetainedValue(), isStart: false)
        return made
      case .start(let start):
        guard let made = replaceByList(present, takesMember: true) else { continue }
        made.take(start.takeRetainedValue(), isStart: true)
        return made
      }
    }
  }

  /// The list, made on demand for what waits until the lifetime has settled; nil if it has.
  private final var listUntilSettled: DisposableList? {
    while true {
      let present = loaded
      let made: DisposableList? =
        switch present.members {
        case .ended: if present.isInCall { replaceByCallList(present) } else { nil }
        case .ending(let thread): replaceByList(present, disposingOn: thread)
        default: madeList
        }
      if let made { return made }
      if case .ended = present.members, !present.isInCall { return nil }
    }
  }

  /// The same where a call is all that is left. What follows waits in the list, too.
  private final func replaceByCallList(_ present: Word) -> DisposableList? {
    guard let made = replaceByList(present) else { return nil }
    if present.bits == Word.leftToCall, let next = takeFollower() { made.onceSettled(next) }
    return made
  }

  /// What follows the lifetime, as far as a subclass has that.
  func takeFollower() -> (@Sendable () -> Void)? { nil }

  /// Nil: another thread was faster.
  private final func replaceByList(
    _ present: Word, disposingOn thread: UInt? = nil, takesMember: Bool = false
  ) -> DisposableList? {
    let hasEnded = if case .ended = present.members { true } else { false }
    let made = DisposableList(
      Settling(
        disposingOn: thread, isOverButForCall: hasEnded, isInCall: present.isInCall,
        takesMember: takesMember))
    guard replace(present, by: .list(Unmanaged.passUnretained(made))) else { return nil }
    // What it is retained for is released with the lifetime.
    return Unmanaged.passRetained(made).takeUnretainedValue()
  }

  /// What is registered, but for a member that needs no list.
  final var owned: [any Disposable] {
    // Another thread may release the only start, where it is in no list.
    if case .start = loaded.members { madeList?.all ?? [] } else { list?.all ?? [] }
  }

  /// Ends the lifetime; again has no effect.
  @usableFromInline final func end() {
    // Most that end have nothing.
    let none = Word(.none)
    if loaded.bits != none.bits || !replace(none, by: Word(.ended)) { endMembers() }
  }

  @inline(never) private final func endMembers() {
    while true {
      let present = loaded
      switch present.members {
      case .ended, .ending: return
      case .none: if replace(present, by: .ended) { return }
      case .only(let member):
        if replace(present, by: .ended) { return member.takeRetainedValue().dispose() }
      case .start(let start):
        if replace(present, by: .ending(thread: CurrentThread.identity)) {
          return disposeOfOnly(start.takeRetainedValue())
        }
      case .list(let list): return list._withUnsafeGuaranteedRef { $0.dispose() }
      }
    }
  }

  /// Disposes of what was the only start. Nearly always that has ended by itself.
  private final func disposeOfOnly(_ start: Subscription) {
    if !start.isOver { start.dispose() }
    let hasSettled = start.isSettled
    while hasSettled {
      let present = loaded
      guard case .ending = present.members else { break }
      if replace(present, by: .ended) { return }
    }
    listUntilSettled?.endDisposing(hasSettled ? [] : [start])
  }

  /// Releases what is registered without disposing of it. For a lifetime that is being released.
  final func releaseMembers() {
    while true {
      let present = loaded
      switch present.members {
      case .ended, .ending: return
      case .none: if replace(present, by: .ended) { return }
      case .only(let member): if replace(present, by: .ended) { return member.release() }
      case .start(let start): if replace(present, by: .ended) { return start.release() }
      case .list(let list): return list._withUnsafeGuaranteedRef { $0.releaseMembers() }
      }
    }
  }

  // MARK: Settling

  /// Whether all that ends with the lifetime has been disposed of, on whatever thread.
  public final var isSettled: Bool {
    let present = loaded
    return switch present.members {
    case .ended: !present.isInCall
    case .ending(let thread): thread == CurrentThread.identity
    case .list(let list): list._withUnsafeGuaranteedRef { $0.hasSettled }
    case .none, .only, .start: false
    }
  }

  /// Runs `action` when all that ends with the lifetime has been disposed of; at once, if it has.
  public final func whenSettled(_ action: @escaping @Sendable () -> Void) {
    if let list = listUntilSettled { list.onceSettled(action) } else { action() }
  }

  /// A call begins that the lifetime does not settle before; see ``endCall()``. One at a time.
  @usableFromInline final func beginCall() {
    while true {
      let present = loaded
      switch present.members {
      case .ended, .ending: return
      case .list(let list): return list._withUnsafeGuaranteedRef { $0.beginCall() }
      case .none, .only, .start:
        if replace(present, by: Word(present.members, isInCall: true)) { return }
      }
    }
  }

  /// The call is over that has begun with ``beginCall()``.
  @usableFromInline final func endCall() {
    while true {
      let present = loaded
      if case .list(let list) = present.members { return list._withUnsafeGuaranteedRef { $0.endCall() } }
      if !present.isInCall { return }
      if replace(present, by: Word(present.members)) {
        if present.bits == Word.leftToCall { takeFollower()?() }
        return
      }
    }
  }

  /// Leaves it to the thread of the call to begin what follows. False: there is none, or more is left than the call.
  final func leaveToCall() -> Bool {
    let inCall = Word(.ended, isInCall: true)
    return loaded.bits == inCall.bits && replace(inCall, by: Word(Word.leftToCall))
  }
}

/// Here, because the property graph has such members too, and knows of nothing else that streams consist of.
extension LifetimeMember: Disposable {}
