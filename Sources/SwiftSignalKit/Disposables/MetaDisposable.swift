import Signals

/// Holds one disposable at a time; setting another one disposes of the one before.
///
/// What is set after it was disposed of is disposed of at once. Releasing it disposes of nothing.
public final class MetaDisposable: Disposable, Sendable {
  private let state = Guarded(DisposableState<(any Disposable)?>(nil))

  /// One that holds nothing.
  public init() {}

  /// Holds `disposable`, and then disposes of what it held before: that is over when this returns.
  public func set(_ disposable: (any Disposable)?) {
    var outgoing = disposable
    state.withLock { state in if !state.isDisposed { swap(&state.members, &outgoing) } }
    outgoing?.dispose()
  }

  /// Disposes of what it holds: that is over when this returns, on each thread that calls it.
  public func dispose() { state.disposeOfAll(leaving: nil) { held, dispose in held.map(dispose) } }
}

extension MetaDisposable: Finite {
  var isOver: Bool { state.withLock { $0.isDisposed } }
}
