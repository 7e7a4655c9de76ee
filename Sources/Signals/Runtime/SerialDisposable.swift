/// Holds one disposable at a time; replacing it disposes of the one before.
///
/// What is set after the serial disposable was disposed of is disposed of at once (contract D3).
///
/// ``dispose()`` returns when everything that was held has been disposed of, also on a thread that finds another one
/// doing it. So contract D2 holds for each thread that calls it. It does not wait for actions that run on other threads.
public final class SerialDisposable: Disposable, SettlingOwner {
  private struct State {
    var inner: (any Disposable)?
    /// What has been replaced and has not been disposed of yet; of several, one.
    var outgoing: (any Disposable)?
    /// The others: threads that replace at once.
    var otherOutgoing: [any Disposable] = []
    /// What has been replaced and disposed of, and has not settled yet.
    var unsettled: [any Disposable] = []
    var settling = Settling()
    var disposing = DisposingThreads()
    var pauses = 0

    var isDisposed: Bool { settling.hasBegun }
  }
  private let state: Guarded<State>

  /// Holds `inner`, or nothing yet.
  public init(_ inner: (any Disposable)? = nil) { state = Guarded(State(inner: inner)) }

  public var isDisposed: Bool { state.withLock { $0.isDisposed } }

  /// The disposable that is held. Setting it disposes of the previous one, after the new one is in
  /// its place.
  public var inner: (any Disposable)? {
    get { state.withLock { $0.isDisposed ? nil : $0.inner } }
    set {
      let (outgoing, paused, isDisposed) = replace(with: newValue)
      paused?.pause()
      guard let outgoing else { return }
      outgoing.dispose()
      if !isDisposed { withExtendedLifetime(remove(outgoing)) {} }
      if !outgoing.isSettled { keepUnsettled(outgoing) }
    }
  }

  var owned: [any Disposable] { inner.map { [$0] } ?? [] }

  /// Sets `inner`, where nothing but subscriptions are set. One that has ended needs no disposal, and so no turn of the
  /// lock after it.
  @usableFromInline func replaceSubscription(with newest: Subscription) {
    // Comes back, to be released outside the lock.
    var before: (any Disposable)? = newest
    let isReplaced = state.withLock { state in
      if state.isDisposed || state.pauses > 0 { return false }
      if let inner = state.inner, !unsafeDowncast(inner, to: Subscription.self).hasEnded { return false }
      swap(&state.inner, &before)
      return true
    }
    if !isReplaced { inner = newest }
    withExtendedLifetime(before) {}
  }

  /// Returns what has to be disposed of, and what has missed a pause. The parameter is consumed: a copy would cost a
  /// retain for each inner stream of a switch.
  @inline(__always) private func replace(
    with newest: consuming (any Disposable)?
  ) -> (outgoing: (any Disposable)?, paused: (any Disposable)?, isDisposed: Bool) {
    let (paused, isDisposed) = state.withLock { state in
      if state.isDisposed { return (nil as (any Disposable)?, true) }
      swap(&state.inner, &newest)
      if let newest {
        if state.outgoing == nil { state.outgoing = newest } else { state.otherOutgoing.append(newest) }
      }
      return (state.pauses > 0 ? state.inner : nil, false)
    }
    return (newest, paused, isDisposed)
  }

  /// Takes out what has been disposed of. It comes back, to be released outside the lock.
  @inline(__always) private func remove(_ disposed: any Disposable) -> (any Disposable)? {
    state.withLock { state in
      if state.outgoing === disposed { return state.outgoing.take() }
      return state.otherOutgoing.firstIndex { $0 === disposed }.map { state.otherOutgoing.remove(at: $0) }
    }
  }

  private func keepUnsettled(_ disposed: any Disposable) {
    let settled = state.withLock { state in
      let before = state.unsettled
      state.unsettled = before.unsettled + [disposed]
      return before
    }
    withExtendedLifetime(settled) {}
  }

  public func dispose() {
    // All of it stays in its place until it has been disposed of, for other threads that dispose of it.
    let held: (inner: (any Disposable)?, outgoing: (any Disposable)?, others: [any Disposable])? =
      state.withLock { state in
        state.settling.begin()
        return state.disposing.begin()
          ? (state.inner, state.outgoing, state.otherOutgoing + state.unsettled) : nil
      }
    guard let held else { return }
    held.others.forEach { $0.dispose() }
    held.outgoing?.dispose()
    held.inner?.dispose()
    var unsettled = held.others.unsettled
    if let outgoing = held.outgoing, !outgoing.isSettled { unsettled.append(outgoing) }
    if let inner = held.inner, !inner.isSettled { unsettled.append(inner) }
    let released = state.withLock { state in
      state.disposing.end()
      return state.inner.take()
    }
    withExtendedLifetime(released) {}
    endDisposing(unsettled)
  }

  public var isSettled: Bool { hasSettled }

  public func whenSettled(_ action: @escaping @Sendable () -> Void) { onceSettled(action) }

  func withSettling<Result>(_ body: (inout Settling) -> Result) -> Result {
    state.withLock { body(&$0.settling) }
  }

  public func pause() {
    let inner = state.withLock { state in
      state.pauses += 1
      return state.pauses == 1 ? state.inner : nil
    }
    inner?.pause()
  }

  public func resume() {
    let inner = state.withLock { state in
      state.pauses -= 1
      return state.pauses == 0 ? state.inner : nil
    }
    inner?.resume()
  }
}
