import Signals

/// A value that comes later and may change: a start of ``get()`` has the latest value at once, if there is one, and then
/// each that follows.
///
///     let page = Promise<Page>()
///     let showing = page.get().start(next: { show($0) })
///     page.set(load(address))
///
/// It has its values from one signal at a time, the one that was set last. Subscribers are called in the order in which
/// they started, and never with a value that is older than one they know. Each keeps the promise until it is disposed
/// of. When the promise is released, the start of its signal is disposed of.
public final class Promise<T>: Sendable {
  @usableFromInline struct State {
    @usableFromInline var initialize: Signal<T, NoError>?
    @usableFromInline var onDeinit: (@Sendable () -> Void)?

    @inlinable init(initialize: Signal<T, NoError>?) { self.initialize = initialize }
  }

  @usableFromInline let latest: PromiseState<T>
  @usableFromInline let state: Guarded<State>

  @inlinable init(_ latest: PromiseState<T>, initialize: Signal<T, NoError>? = nil) {
    self.latest = latest
    state = Guarded(State(initialize: initialize))
  }

  /// A promise without a value.
  @inlinable public convenience init() { self.init(PromiseState()) }

  /// A promise with a value.
  @inlinable public convenience init(_ value: T) { self.init(PromiseState(value)) }

  /// A promise that takes its values from a signal as soon as ``get()`` is started for the first time. That signal then
  /// replaces one that was set before.
  @inlinable public convenience init(initializeOnFirstAccess signal: Signal<T, NoError>?) {
    self.init(PromiseState(), initialize: signal)
  }

  deinit {
    onDeinit?()
    latest.listen(to: nil)?.dispose()
  }

  /// What is called when the promise is released.
  @preconcurrency public var onDeinit: (@Sendable () -> Void)? {
    get { state.withLock { $0.onDeinit } }
    set {
      var before = newValue
      state.withLock { swap(&$0.onDeinit, &before) }
      withExtendedLifetime(before) {}  // Released outside the lock: that may run code of the program.
    }
  }

  /// Takes its values from a signal, which is started at once. Until it has sent one there is no value. Then the signal
  /// before it is disposed of.
  @inlinable public func set(_ signal: Signal<T, NoError>) { listen(to: signal, initial: nil) }

  /// Takes its values from a signal, and shows `initial` until that has sent one.
  @inlinable public func set(_ signal: Signal<T, NoError>, initial: T) {
    listen(to: signal, initial: initial)
  }

  @inlinable func listen(to signal: Signal<T, NoError>, initial: T?) {
    let start = Subscription()
    start.becomeSilent()
    let before = latest.listen(to: start, initial: initial)
    // The source keeps the latest value, and not the promise.
    signal.core.attach(Observer(next: { [latest] in latest.set($0, from: start) }, end: { _ in }), start)
    before?.dispose()
  }

  /// The latest value, if there is one, and then each that follows. It never completes.
  @inlinable public func get() -> Signal<T, NoError> {
    Signal(
      .attaching { [self] observer, start in
        latest.attach(observer, start, keeping: self)
        if let signal = state.withLock({ $0.initialize.take() }) { set(signal) }
      })
  }
}
