/// Disposables in order of registration, disposed of together, newest first.
///
/// Members that are finished are forgotten: whenever the list has doubled, it is swept. Adding costs
/// amortised constant time, and the list holds at most about twice as many members as are alive
/// (contract D4).
@usableFromInline final class DisposableList: Sendable {
  private struct State {
    var members: [any Disposable] = []
    var isDisposed = false
    var sweepsAt = 32
  }
  private let state = Guarded(State())

  @usableFromInline init() {}

  @usableFromInline var isDisposed: Bool { state.withLock { $0.isDisposed } }

  /// Adds a member; disposes it at once if the list has been disposed (contract D3).
  @usableFromInline func add(_ member: any Disposable) {
    enum Next { case nothing, dispose, sweep([any Disposable]) }
    let next: Next = state.withLock { state in
      if state.isDisposed { return .dispose }
      state.members.append(member)
      guard state.members.count >= state.sweepsAt else { return .nothing }
      // Whether a member is finished is for the member to say, and a member may be anybody's code:
      // take all of them out, ask outside the lock, put the living back.
      defer { state.members = [] }
      state.sweepsAt = .max
      return .sweep(state.members)
    }
    switch next {
    case .nothing: break
    case .dispose: member.dispose()
    case .sweep(let members): putBack(members.filter { !$0.isDisposed })
    }
  }

  private func putBack(_ living: [any Disposable]) {
    let isDisposed = state.withLock { state in
      if !state.isDisposed {
        state.members = living + state.members
        state.sweepsAt = Swift.max(32, 2 * state.members.count)
      }
      return state.isDisposed
    }
    if isDisposed { living.reversed().forEach { $0.dispose() } }
  }

  @usableFromInline func dispose() {
    let members = state.withLock { state in
      defer { state.members = [] }
      state.isDisposed = true
      return state.members
    }
    members.reversed().forEach { $0.dispose() }
  }
}
