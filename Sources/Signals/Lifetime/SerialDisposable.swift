/// Holds one disposable at a time; replacing it disposes of the one before.
///
/// What is set after the serial disposable was disposed of is disposed of at once (contract D3).
public final class SerialDisposable: Disposable {
  private struct State {
    var inner: (any Disposable)?
    var isDisposed = false
    var pauses = 0
  }
  private let state: Guarded<State>

  public init(_ inner: (any Disposable)? = nil) { state = Guarded(State(inner: inner)) }

  public var isDisposed: Bool { state.withLock { $0.isDisposed } }

  /// The disposable that is held. Setting it disposes of the previous one, after the new one is in
  /// its place.
  public var inner: (any Disposable)? {
    get { state.withLock { $0.inner } }
    set { replace(with: newValue)?.dispose() }
  }

  /// Returns what has to be disposed of. The parameter is consumed: a copy would cost a retain for each inner stream
  /// of a switch.
  @inline(__always) private func replace(with newest: consuming (any Disposable)?) -> (any Disposable)? {
    let paused = state.withLock { state in
      if state.isDisposed { return nil as (any Disposable)? }
      swap(&state.inner, &newest)
      return state.pauses > 0 ? state.inner : nil
    }
    paused?.pause()
    return newest
  }

  public func dispose() {
    let outgoing = state.withLock { state in
      defer { state.inner = nil }
      state.isDisposed = true
      return state.inner
    }
    outgoing?.dispose()
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
