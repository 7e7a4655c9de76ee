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
  /// Most lifetimes have nothing, or one observer of a signal: they need no list. A list has its state itself, and stays
  /// until the lifetime is released; so any thread may use it. The only member is used by the thread that has
  /// replaced it by another state.
  private enum Members {
    case none
    case ended
    case only(Unmanaged<LifetimeMember>)
    case list(DisposableList)

    /// An address has at least two bits that are 0.
    init(_ word: UInt) {
      switch word {
      case 0: self = .none
      case 1: self = .ended
      default:
        let address = UnsafeRawPointer(bitPattern: word & ~2)!
        self =
          word & 2 != 0
          ? .only(.fromOpaque(address))
          : .list(Unmanaged<DisposableList>.fromOpaque(address).takeUnretainedValue())
      }
    }

    var word: UInt {
      switch self {
      case .none: 0
      case .ended: 1
      case .only(let member): UInt(bitPattern: member.toOpaque()) | 2
      case .list(let list): UInt(bitPattern: Unmanaged.passUnretained(list).toOpaque())
      }
    }
  }

  /// The word of ``Members``. The only member and the list are retained.
  private final let members = Atomic<UInt>(0)

  @usableFromInline override init() { super.init() }

  deinit {
    end()
    if let list { Unmanaged.passUnretained(list).release() }
  }

  /// Whether the lifetime is over.
  public final var hasEnded: Bool {
    switch Members(members.load(ordering: .acquiring)) {
    case .ended: true
    case .list(let list): list.isDisposed
    case .none, .only: false
    }
  }

  /// Disposes of `member` when the lifetime ends; at once if it has ended (contract D3).
  @usableFromInline final func add(_ member: any Disposable) {
    if let list = madeList { list.add(member) } else { member.dispose() }
  }

  /// The same for a start: see ``DisposableList/add(start:)``.
  @usableFromInline package final func add(_ start: Subscription) {
    if let list = madeList { list.add(start: start) } else { start.dispose() }
  }

  /// Whether it has ended, and nothing is left of it that could be disposed of. One that has had a list does not say so.
  final var isOver: Bool { members.load(ordering: .acquiring) == Members.ended.word }

  /// The same for a member that needs no list as long as it is the only one.
  @usableFromInline package final func add(_ member: LifetimeMember) {
    let only = Unmanaged.passRetained(member)
    if replace(.none, by: .only(only)) { return }
    only.release()
    add(member as any Disposable)
  }

  private final func replace(_ expected: Members, by new: Members) -> Bool {
    members.compareExchange(expected: expected.word, desired: new.word, ordering: .acquiringAndReleasing)
      .exchanged
  }

  /// The list, if it has been made.
  final var list: DisposableList? {
    if case .list(let list) = Members(members.load(ordering: .acquiring)) { list } else { nil }
  }

  /// The list, made on demand; nil if the lifetime ended without ever having one.
  @usableFromInline package final var madeList: DisposableList? {
    while true {
      let present = Members(members.load(ordering: .acquiring))
      switch present {
      case .list(let list): return list
      case .ended: return nil
      case .none:
        let made = DisposableList()
        if replace(.none, by: .list(made)) { return Unmanaged.passRetained(made).takeUnretainedValue() }
      case .only(let member):
        let made = DisposableList()
        guard replace(present, by: .list(made)) else { continue }
        // Another thread may have disposed of the list meanwhile: then so is the member.
        made.addOldest(member.takeRetainedValue())
        return Unmanaged.passRetained(made).takeUnretainedValue()
      }
    }
  }

  /// What is registered, but for a member that needs no list.
  final var owned: [any Disposable] { list?.all ?? [] }

  /// Ends the lifetime; again has no effect.
  @usableFromInline final func end() {
    end(only: { $0.dispose() }, list: { $0.dispose() })
  }

  /// Whether all that ends with the lifetime has been disposed of, on whatever thread.
  public final var isSettled: Bool {
    switch Members(members.load(ordering: .acquiring)) {
    case .ended: true
    case .list(let list): list.hasSettled
    case .none, .only: false
    }
  }

  /// Runs `action` when all that ends with the lifetime has been disposed of; at once, if it has.
  public final func whenSettled(_ action: @escaping @Sendable () -> Void) {
    if let list = madeList { list.onceSettled(action) } else { action() }
  }

  /// Releases what is registered without disposing of it. For a lifetime that is being released.
  final func releaseMembers() {
    end(only: { _ in }, list: { $0.releaseMembers() })
  }

  @inline(__always) private final func end(
    only: (LifetimeMember) -> Void, list: (DisposableList) -> Void
  ) {
    while true {
      let present = Members(members.load(ordering: .acquiring))
      switch present {
      // Most lifetimes have ended when they are released: a load shows that, and costs no locked operation.
      case .ended: return
      case .none: if replace(.none, by: .ended) { return }
      case .only(let member): if replace(present, by: .ended) { return only(member.takeRetainedValue()) }
      case .list(let members): return list(members)
      }
    }
  }
}

/// Here, because the property graph has such members too, and knows of nothing else that streams consist of.
extension LifetimeMember: Disposable {}
