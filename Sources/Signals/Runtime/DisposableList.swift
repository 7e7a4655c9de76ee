import Synchronization

/// Disposables in order of registration, disposed of together, newest first.
///
/// Finished members are removed: whenever the list has doubled, it is swept. Adding costs
/// amortised constant time, and the list holds at most about twice as many members as are alive
/// (contract D4).
///
/// A pause reaches every member once, whenever it came in. Pauses are counted by each member, so it does not
/// matter in which order two threads pause and resume it.
///
/// Most lists have one or two members for all their life: they lie in the list itself, and everything else is made on demand.
/// So it is with starts that follow each other: one that is over leaves its place to the next one.
///
/// Sendable because `state` is touched only under the lock.
@usableFromInline package final class DisposableList: SettlingOwner, @unchecked Sendable {
  struct State {
    /// The oldest member, if there are several.
    var first: (any Disposable)?
    /// The newest member.
    var newest: (any Disposable)?
    /// Whether that is a `Subscription`.
    var isNewestStart = false
    var settling = Settling()
    /// Whether each resumption begins with another member, and not with the oldest.
    var takesTurns = false
    var details: Details?

    /// Oldest first.
    var members: [any Disposable] {
      guard let newest else { return older }
      return first == nil && details == nil ? [newest] : older + [newest]
    }

    /// The members but for the newest.
    var older: [any Disposable] {
      let others = details?.others ?? []
      guard let first else { return others }
      return others.isEmpty ? [first] : [first] + others
    }

    /// The members in memory of their own. Another thread may add one to the array in place that has just been read outside
    /// the lock: that is safe, but ThreadSanitizer reports it.
    var copiedMembers: [any Disposable] { newest == nil && first == nil ? members.map { $0 } : members }

    /// Lets `member` be the newest. Returns a start that was that, and is over.
    mutating func setNewest(_ member: consuming any Disposable, isStart: Bool) -> (any Disposable)? {
      let before = newest
      newest = consume member
      defer { isNewestStart = isStart }
      guard let before else { return nil }
      if isStart, isNewestStart, unsafeDowncast(before, to: Subscription.self).isOver { return before }
      if first == nil, details?.others.isEmpty ?? true {
        first = before
      } else {
        madeDetails.others.append(before)
      }
      return nil
    }

    /// Takes all members out.
    mutating func takeMembers() -> Members {
      defer {
        first = nil
        newest = nil
        details?.others = []
      }
      return Members(first: first, others: details?.others ?? [], newest: newest)
    }

    var isDisposed: Bool { settling.hasBegun }

    var isPaused: Bool { details?.pauses.areRequested ?? false }

    var madeDetails: Details {
      mutating get {
        if let details { return details }
        let made = Details()
        details = made
        return made
      }
    }
  }

  /// What a list had.
  struct Members {
    let first: (any Disposable)?
    let others: [any Disposable]
    let newest: (any Disposable)?

    func dispose() {
      newest?.dispose()
      others.reversed().forEach { $0.dispose() }
      first?.dispose()
    }

    /// Those that have not settled, after they were disposed of.
    var unsettled: [any Disposable] {
      var unsettled = others.unsettled
      if let first, !first.isSettled { unsettled.append(first) }
      if let newest, !newest.isSettled { unsettled.append(newest) }
      return unsettled
    }
  }

  final class Details {
    /// The members between the first and the newest.
    @exclusivity(unchecked) var others: [any Disposable] = []
    @exclusivity(unchecked) var sweepsAt = 32
    @exclusivity(unchecked) var pauses = RequestedPauses()
    @exclusivity(unchecked) var disposing = DisposingThreads()
  }

  private let lock = Lock()
  /// Whether any request for a pause is open, for a source that looks after each value. Written under the lock, with the count
  /// of them; read without it.
  let pausedBit = Atomic<Bool>(false)
  /// The same for whether it has been disposed of.
  private let disposedBit: Atomic<Bool>
  @exclusivity(unchecked) private var state: State

  @usableFromInline init() {
    disposedBit = Atomic(false)
    state = State()
  }

  init(_ settling: Settling) {
    disposedBit = Atomic(settling.hasBegun)
    state = State(settling: settling)
  }

  @inline(__always) func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { body(&state) }
  }

  @usableFromInline package var isDisposed: Bool { disposedBit.load(ordering: .acquiring) }

  /// Inside the lock.
  private func beginDisposing(_ state: inout State) {
    state.settling.begin()
    disposedBit.store(true, ordering: .releasing)
  }

  // MARK: Members

  /// Oldest first.
  var all: [any Disposable] { withLock { $0.copiedMembers } }

  /// Adds a member; disposes it at once if the list has been disposed (contract D3).
  @usableFromInline package func add(_ member: any Disposable) { add(member, isStart: false) }

  /// The same for a start. It takes the place of the newest member, if that is a start that is over.
  @usableFromInline package func add(start: Subscription) { add(start, isStart: true) }

  private func add(_ member: any Disposable, isStart: Bool) {
    // What has left its place is released outside the lock.
    let (isDisposed, isPaused, isFull, replaced) = withLock { state in
      if state.isDisposed { return (true, false, false, nil as (any Disposable)?) }
      let replaced = state.setNewest(member, isStart: isStart)
      let isFull = state.details.map { $0.others.count >= $0.sweepsAt } ?? false
      return (false, state.isPaused, isFull, replaced)
    }
    if isPaused { member.pause() }
    if isDisposed { member.dispose() }
    if isFull { sweep() }
    withExtendedLifetime(replaced) {}
  }

  /// Releases the members that are over.
  @inline(never) private func sweep() {
    // `isDisposed` of a member may be code outside the library: it is read outside the lock.
    // Meanwhile all of them stay in the list, for a thread that disposes of it or pauses it.
    let members: [any Disposable]? = withLock { state in
      guard let details = state.details, details.others.count >= details.sweepsAt else { return nil }
      details.sweepsAt = .max
      return state.older
    }
    if let members { sweep(members, members.filter { !$0.isDisposed || !$0.isSettled }) }
  }

  /// Adds the member that the list was made for. Another thread may have disposed of the list meanwhile: then so is the
  /// member, and the list settles no sooner than it.
  func take(_ member: any Disposable, isStart: Bool) {
    addOldest(member, isStart: isStart)
    if !isDisposed || member.isSettled { endTaking() } else { member.whenSettled { [self] in endTaking() } }
  }

  /// Adds a member that is older than the others; disposes of it at once if the list has been disposed of.
  private func addOldest(_ member: any Disposable, isStart: Bool) {
    let (isDisposed, isPaused) = withLock { state in
      if state.isDisposed { return (true, false) }
      // A start that follows takes its place.
      if isStart, state.newest == nil {
        _ = state.setNewest(member, isStart: true)
        return (false, state.isPaused)
      }
      if let second = state.first {
        let details = state.madeDetails
        // While the list is swept, the places of the members stay.
        if details.sweepsAt == .max {
          details.others.append(member)
          return (false, state.isPaused)
        }
        details.others.insert(second, at: 0)
      }
      state.first = member
      return (false, state.isPaused)
    }
    if isPaused { member.pause() }
    if isDisposed { member.dispose() }
  }

  /// Keeps the living of the first members. The others are released outside the lock.
  private func sweep(_ members: [any Disposable], _ living: [any Disposable]) {
    let released = withLock { state in
      let all = state.older
      let details = state.madeDetails
      // Otherwise the list has been disposed of: nothing else takes members out.
      if !all.isEmpty {
        state.first = nil
        details.others = living + all[members.count...]
      }
      details.sweepsAt = Swift.max(32, 2 * details.others.count)
      return all
    }
    withExtendedLifetime(released) {}
  }

  /// Disposes of the members. A second caller returns at once, even if the first has not come to all of them.
  @usableFromInline func dispose() {
    guard let all = takeAll() else { return }
    all.dispose()
    endDisposing(all.unsettled)
  }

  /// The list has been disposed of from here on; nil if it had been before. The continuations are released here, outside
  /// the lock.
  private func takeAll() -> Members? {
    let (all, dropped): (Members?, RequestedPauses.Continuations?) = withLock { state in
      if state.isDisposed { return (nil, nil) }
      let dropped = state.details?.pauses.takeContinuations()
      beginDisposing(&state)
      return (state.takeMembers(), dropped)
    }
    withExtendedLifetime(dropped) {}
    return all
  }

  /// Releases the members without disposing of them.
  func releaseMembers() {
    guard let all = takeAll() else { return }
    withExtendedLifetime(all) { endDisposing([]) }
  }

  func withSettling<Result>(_ body: (inout Settling) -> Result) -> Result { withLock { body(&$0.settling) } }

  /// Disposes of the members. A second caller does too: they stay in the list until they have been disposed of.
  func disposeOfAll() {
    let members: [any Disposable]? = withLock { state in
      beginDisposing(&state)
      return state.madeDetails.disposing.begin() ? state.members : nil
    }
    guard let members else { return }
    members.reversed().forEach { $0.dispose() }
    endDisposing(members.unsettled)
    let released = withLock { state in
      let details = state.madeDetails
      details.disposing.end()
      return state.takeMembers()
    }
    withExtendedLifetime(released) {}
  }
}
