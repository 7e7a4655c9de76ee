/// How far what an object owns has been disposed of.
///
/// Disposing of a start does not wait for a thread that is inside of it, which may be the caller further up its stack: the
/// start ends when that thread has left. Until then it has not settled, and neither has what owns it (contract P9).
struct Settling {
  private enum Phase: Equatable {
    case alive
    case disposing(thread: UInt)
    /// For so many members.
    case waiting(Int)
    case settled
  }
  private var phase = Phase.alive
  private var actions: [@Sendable () -> Void] = []
  /// A call is under way, and it settles no sooner than that is over.
  private var isInCall = false
  /// The member that it was made for is on its way, and it settles no sooner than that has been added or has settled.
  private var takesMember = false

  init() {}

  /// For what something waits for while it is being disposed of, by a thread or, but for a call, completely.
  init(disposingOn thread: UInt?, isOverButForCall: Bool, isInCall: Bool, takesMember: Bool) {
    if let thread { phase = .disposing(thread: thread) } else if isOverButForCall { phase = .waiting(1) }
    self.isInCall = isInCall
    self.takesMember = takesMember
  }

  var hasBegun: Bool { phase != .alive }

  /// A thread that is disposing of it sees it as settled: it may come back to it, where two own each other.
  var isSettled: Bool {
    switch phase {
    case .alive, .waiting: false
    case .disposing(let thread): thread == CurrentThread.identity
    case .settled: true
    }
  }

  fileprivate var isOver: Bool { phase == .settled }

  /// The members are going to be disposed of.
  mutating func begin() { if phase == .alive { phase = .disposing(thread: CurrentThread.identity) } }

  /// The members have been disposed of, and so many have not settled. Returns what is to be run.
  fileprivate mutating func end(waitingFor count: Int) -> [@Sendable () -> Void] {
    guard case .disposing = phase else { return [] }
    let count = count + (isInCall ? 1 : 0) + (takesMember ? 1 : 0)
    phase = .waiting(count)
    return count == 0 ? settle() : []
  }

  /// A call begins.
  mutating func beginCall() { if phase == .alive { isInCall = true } }

  /// The call is over. Returns what is to be run.
  fileprivate mutating func endCall() -> [@Sendable () -> Void] {
    if !isInCall { return [] }
    isInCall = false
    return noteSettled()
  }

  /// The member that was on its way has been added, or has settled. Returns what is to be run.
  fileprivate mutating func endTaking() -> [@Sendable () -> Void] {
    takesMember = false
    return noteSettled()
  }

  /// One of those has settled. Returns what is to be run.
  fileprivate mutating func noteSettled() -> [@Sendable () -> Void] {
    guard case .waiting(let count) = phase else { return [] }
    phase = .waiting(count - 1)
    return count == 1 ? settle() : []
  }

  private mutating func settle() -> [@Sendable () -> Void] {
    phase = .settled
    defer { actions = [] }
    return actions
  }

  fileprivate mutating func keep(_ action: @escaping @Sendable () -> Void) { actions.append(action) }
}

/// What owns disposables, and keeps how far it has disposed of them behind its lock.
protocol SettlingOwner: AnyObject, Sendable {
  func withSettling<Result>(_ body: (inout Settling) -> Result) -> Result
}

extension SettlingOwner {
  var hasSettled: Bool { withSettling { $0.isSettled } }

  func onceSettled(_ action: @escaping @Sendable () -> Void) {
    let isOver = withSettling { settling in
      if !settling.isOver { settling.keep(action) }
      return settling.isOver
    }
    if isOver { action() }
  }

  /// The members have been disposed of. Runs what waits for that, as soon as all of them have settled.
  @inline(__always) func endDisposing(_ unsettled: [any Disposable]) {
    for action in withSettling({ $0.end(waitingFor: unsettled.count) }) { action() }
    for member in unsettled {
      member.whenSettled { [self] in for action in withSettling({ $0.noteSettled() }) { action() } }
    }
  }
}

extension SettlingOwner {
  func beginCall() { withSettling { $0.beginCall() } }

  func endCall() { for action in withSettling({ $0.endCall() }) { action() } }

  func endTaking() { for action in withSettling({ $0.endTaking() }) { action() } }
}

extension [any Disposable] {
  /// Those that have not settled, after they were disposed of.
  var unsettled: [any Disposable] { allSatisfy { $0.isSettled } ? [] : filter { !$0.isSettled } }
}
