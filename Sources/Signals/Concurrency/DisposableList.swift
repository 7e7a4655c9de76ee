import Synchronization

/// Disposables in order of registration, disposed of together, newest first.
///
/// Members that are finished are forgotten: whenever the list has doubled, it is swept. Adding costs
/// amortised constant time, and the list holds at most about twice as many members as are alive
/// (contract D4).
///
/// A pause reaches every member once, whenever it came in. Pauses are counted by each member, so it does not
/// matter in which order two threads tell it.
@usableFromInline final class DisposableList: Sendable {
  typealias Continuation = @Sendable (Start) -> Void

  private struct State {
    var members: [any Disposable] = []
    var isDisposed = false
    var sweepsAt = 32
    /// How many ask for a pause.
    var pauses = 0
    /// What goes on when nobody does any more.
    var continuations: [Continuation] = []
    var succession: Succession?
    var disposing = DisposingThreads()
  }
  private let state = Guarded(State())
  private let pausedBit = Atomic<Bool>(false)

  @usableFromInline init() {}

  @usableFromInline var isDisposed: Bool { state.withLock { $0.isDisposed } }

  // MARK: Members

  /// Adds a member; disposes it at once if the list has been disposed (contract D3).
  @usableFromInline func add(_ member: any Disposable) {
    enum Next { case nothing, dispose, sweep([any Disposable]) }
    let (next, isPaused): (Next, Bool) = state.withLock { state in
      if state.isDisposed { return (.dispose, false) }
      state.members.append(member)
      guard state.members.count >= state.sweepsAt else { return (.nothing, state.pauses > 0) }
      // Only a member knows whether it is finished, and it may be code outside the library: ask outside the lock.
      // Meanwhile all of them stay in the list, for a thread that disposes of it or pauses it.
      state.sweepsAt = .max
      return (.sweep(state.members), state.pauses > 0)
    }
    if isPaused { member.pause() }
    switch next {
    case .nothing: break
    case .dispose: member.dispose()
    case .sweep(let members): sweep(members, members.filter { !$0.isDisposed })
    }
  }

  /// Keeps the living of the first members. The others are released outside the lock.
  private func sweep(_ members: [any Disposable], _ living: [any Disposable]) {
    let released = state.withLock { state in
      let all = state.members
      // Otherwise the list has been disposed of: nothing else takes members out.
      if !all.isEmpty { state.members = living + all[members.count...] }
      state.sweepsAt = Swift.max(32, 2 * state.members.count)
      return all
    }
    withExtendedLifetime(released) {}
  }

  /// Disposes of the members. A second caller returns at once, even if the first has not come to all of them.
  @usableFromInline func dispose() {
    let (members, dropped) = state.withLock { state in
      let all = (state.members, state.continuations)
      state.members = []
      state.continuations = []
      state.isDisposed = true
      return all
    }
    withExtendedLifetime(dropped) {}  // Released here, outside the lock.
    members.reversed().forEach { $0.dispose() }
  }

  /// The steps of a join whose sources follow each other; made on demand, because few joins are such.
  var madeSuccession: Succession {
    state.withLock { state in
      if let made = state.succession { return made }
      let made = Succession()
      state.succession = made
      return made
    }
  }

  /// Disposes of the members. A second caller does too: they stay in the list until they have been disposed of.
  func disposeOfAll() {
    let members: [any Disposable]? = state.withLock { state in
      state.isDisposed = true
      return state.disposing.begin() ? state.members : nil
    }
    guard let members else { return }
    members.reversed().forEach { $0.dispose() }
    let released = state.withLock { state in
      state.disposing.end()
      defer { state.members = [] }
      return state.members
    }
    withExtendedLifetime(released) {}
  }

  // MARK: Pressure

  /// Whether somebody asks for a pause.
  @usableFromInline var isPaused: Bool { pausedBit.load(ordering: .acquiring) }

  /// Counts a pause. True: it is the first one, and the members have been told.
  func pause() -> Bool {
    let members: [any Disposable]? = state.withLock { state in
      state.pauses += 1
      guard state.pauses == 1 else { return nil }
      pausedBit.store(true, ordering: .releasing)
      return state.members
    }
    members?.forEach { $0.pause() }
    return members != nil
  }

  /// Takes a pause back. If it was the last one: who has to be told, and what goes on.
  func resume() -> (members: [any Disposable], continuations: [Continuation])? {
    state.withLock { state in
      state.pauses -= 1
      guard state.pauses == 0 else { return nil }
      pausedBit.store(false, ordering: .releasing)
      defer { state.continuations = [] }
      return (state.members, state.continuations)
    }
  }

  /// Keeps what goes on when nobody asks for a pause any more. False: nobody does now.
  func keep(_ continuation: @escaping Continuation) -> Bool {
    state.withLock { state in
      if state.isDisposed { return true }
      if state.pauses <= 0 { return false }
      state.continuations.append(continuation)
      return true
    }
  }
}
