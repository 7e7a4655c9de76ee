import Signals

/// Holds one disposable at a time; setting another one disposes of the one before.
///
/// What is set after it was disposed of is disposed of at once. Letting go of it disposes of nothing.
public final class MetaDisposable: Disposable, Sendable {
  private struct State {
    var held: (any Disposable)?
    var isDisposed = false
  }
  private let state = Guarded(State())

  /// One that holds nothing.
  public init() {}

  /// Holds `disposable`, and then disposes of what it held before.
  public func set(_ disposable: (any Disposable)?) {
    let outgoing = state.withLock { state in
      if state.isDisposed { return disposable }
      defer { state.held = disposable }
      return state.held
    }
    outgoing?.dispose()
  }

  public func dispose() {
    let outgoing = state.withLock { state in
      defer { state.held = nil }
      state.isDisposed = true
      return state.held
    }
    outgoing?.dispose()
  }
}

extension MetaDisposable: Finite {
  var isOver: Bool { state.withLock { $0.isDisposed } }
}
