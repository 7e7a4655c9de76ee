import Signals

/// A value with its place in the order in which values were set.
@usableFromInline struct Numbered<T>: Sendable {
  @usableFromInline let value: Carried<T>
  @usableFromInline let number: Int

  @inlinable init(_ value: Carried<T>, _ number: Int) {
    self.value = value
    self.number = number
  }
}

/// The latest value of a promise, and the pipe that takes each to its subscribers.
///
/// A value is stored and numbered under a lock, and then sent. So a subscriber that has read the stored value ignores what
/// is sent with a number that it knows, and a value that arrives behind a newer one.
@usableFromInline final class PromiseState<T>: Sendable {
  @usableFromInline struct State {
    @usableFromInline var value: Carried<T>?
    @usableFromInline var number = 0
    /// The start whose values are taken.
    @usableFromInline var source: Subscription?

    @inlinable init(_ value: Carried<T>?) { self.value = value }
  }

  @usableFromInline let state: Guarded<State>
  @usableFromInline let output: Signals.Signal<Numbered<T>, Failed<NoError>>
  @usableFromInline let input: Observer<Numbered<T>, Failed<NoError>>

  @inlinable init(_ value: T? = nil) {
    state = Guarded(State(value.map { Carried($0) }))
    (output, input) = Signals.Signal.pipe()
  }

  @inlinable var stored: (value: Carried<T>?, number: Int) { state.withLock { ($0.value, $0.number) } }

  /// Stores a value and sends it, if the one before has the number `expected`.
  ///
  /// - Returns: False if it has another one.
  @inlinable func set(_ value: T, after expected: Int?) -> Bool {
    let new = Carried(value)
    var before: Carried<T>? = new
    let number: Int? = state.withLock { state in
      if let expected, expected != state.number { return nil }
      swap(&state.value, &before)
      state.number += 1
      return state.number
    }
    guard let number else { return false }
    // Released outside the lock, and before the subscribers are called.
    withExtendedLifetime(before) {}
    before = nil
    input.send(Numbered(new, number))
    return true
  }

  /// Stores and sends a value of a source, unless another one has replaced that.
  @inlinable func set(_ value: Carried<T>, from source: Subscription) {
    var before: Carried<T>? = value
    let number: Int? = state.withLock { state in
      guard state.source === source else { return nil }
      swap(&state.value, &before)
      state.number += 1
      return state.number
    }
    guard let number else { return }
    withExtendedLifetime(before) {}
    before = nil
    input.send(Numbered(value, number))
  }

  /// Takes values from `source` from here on. The value there was is released; `initial` takes its place.
  ///
  /// - Returns: The source before.
  @inlinable func listen(to source: Subscription?, initial: T? = nil) -> Subscription? {
    var source = source
    let new = initial.map { Carried($0) }
    var before = new
    let number = state.withLock { state in
      swap(&state.value, &before)
      swap(&state.source, &source)
      if new != nil { state.number += 1 }
      return state.number
    }
    withExtendedLifetime(before) {}
    before = nil
    if let new { input.send(Numbered(new, number)) }
    return source
  }

  /// The stored value, and then what is sent. A start keeps `owner`.
  @inlinable func signal(keeping owner: AnyObject & Sendable) -> Signal<T, NoError> {
    Signal(.attaching { [self] observer, start in attach(observer, start, keeping: owner) })
  }

  /// Adds a subscriber, which keeps `owner`. It gets the stored value before this returns.
  @inlinable func attach(
    _ observer: Observer<Carried<T>, Failed<NoError>>, _ start: Subscription, keeping owner: AnyObject
  ) {
    start.becomeSilent()
    guard start.open({}) else { return }
    let listener = LatestListener(observer, start, keeping: owner)
    if start.enter() {
      begin(listener)
      start.leave()
    } else {
      start.post { [self] in begin(listener) }
    }
  }

  /// Inside the gate of the start: what is sent meanwhile waits there.
  @inlinable func begin(_ listener: LatestListener<T>) {
    output.observe(Observer(next: { listener.receive($0) }, end: { _ in }), in: listener.start)
    let (value, number) = stored
    listener.begin(value, number)
  }
}
