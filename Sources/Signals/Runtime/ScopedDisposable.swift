/// Disposes of another disposable when the last reference to this one is gone.
///
///     final class Page {
///       let search: ScopedDisposable
///       init(_ queries: Signal<String, Never>) {
///         search = ScopedDisposable(queries.observeValues { print($0) })
///       }
///     }
public final class ScopedDisposable: Disposable {
  private let inner: any Disposable

  /// Keeps `inner` as long as this one is kept.
  public init(_ inner: any Disposable) { self.inner = inner }

  deinit { inner.dispose() }

  public var isDisposed: Bool { inner.isDisposed }

  var owned: [any Disposable] { [inner] }

  public func dispose() { inner.dispose() }

  public func pause() { inner.pause() }

  public func resume() { inner.resume() }

  public var isSettled: Bool { inner.isSettled }

  public func whenSettled(_ action: @escaping @Sendable () -> Void) { inner.whenSettled(action) }
}
