import Signals

/// A value that comes later and may change: whoever starts ``get()`` has the latest value at once, if there is one,
/// and then each that follows.
///
///     let page = Promise<Page>()
///     let showing = page.get().start(next: { show($0) })
///     page.set(load(address))
///
/// It has its values from one signal at a time, the one that was set last. Subscribers are told in the order in which
/// they came, and never of a value that is older than one they know. Who has started it keeps it, until that is
/// disposed of. When the promise is released, the signal that it listens to is disposed of.
public final class Promise<T>: Sendable {
  private struct State {
    var initialize: Signal<T, NoError>?
    var onDeinit: (@Sendable () -> Void)?
  }

  private let latest: Signals.Promise<Carried<T>, Failed<NoError>>
  private let state: Guarded<State>

  private init(
    _ latest: Signals.Promise<Carried<T>, Failed<NoError>>, initialize: Signal<T, NoError>? = nil
  ) {
    self.latest = latest
    state = Guarded(State(initialize: initialize))
  }

  /// A promise without a value.
  public convenience init() { self.init(Signals.Promise()) }

  /// A promise with a value.
  public convenience init(_ value: T) { self.init(Signals.Promise(Carried(value))) }

  /// A promise that takes its values from a signal as soon as somebody wants them, unless another one was set before.
  public convenience init(initializeOnFirstAccess signal: Signal<T, NoError>?) {
    self.init(Signals.Promise(), initialize: signal)
  }

  deinit { onDeinit?() }

  /// What is called when the promise is released.
  @preconcurrency public var onDeinit: (@Sendable () -> Void)? {
    get { state.withLock { $0.onDeinit } }
    set { state.withLock { $0.onDeinit = newValue } }
  }

  /// Takes its values from a signal, which is started at once. Until it has sent one there is no value. The signal
  /// before it is disposed of.
  public func set(_ signal: Signal<T, NoError>) {
    forgetInitializer()
    latest.set(signal.core)
  }

  /// Takes its values from a signal, and shows `initial` until that has sent one.
  public func set(_ signal: Signal<T, NoError>, initial: T) {
    forgetInitializer()
    latest.set(signal.core, initial: Carried(initial))
  }

  /// The latest value, if there is one, and then each that follows. It never completes.
  public func get() -> Signal<T, NoError> {
    Signal(
      .attaching { [self] observer, start in
        start.onEnd { withExtendedLifetime(self) {} }
        latest.attach(observer, start)
        if let signal = takeInitializer() { latest.set(signal.core) }
      })
  }

  private func forgetInitializer() { _ = takeInitializer() }

  private func takeInitializer() -> Signal<T, NoError>? { state.withLock { $0.initialize.take() } }
}
