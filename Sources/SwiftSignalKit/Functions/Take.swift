import Signals

/// Passes on the first `count` values, then completes.
///
///     in   --a--b--c--d--|
///          take(2)
///     out  --a--(b|)
///
/// - Completes: with the `count`-th value, or with the source; at once, without starting it, when `count` is 0.
/// - Fails: with the source.
/// - Precondition: `count` is not negative.
@inlinable public func take<T, E>(_ count: Int) -> (Signal<T, E>) -> Signal<T, E> {
  require(count >= 0, "take(_:)", "the count must not be negative", count)
  return { signal in
    if count == 0 { return .complete() }
    return Signal(signal.core.stage { output, source in Taking(count, output, source).input })
  }
}

/// What ``take(until:)`` does with a value.
public struct SignalTakeAction: Sendable {
  /// Whether the value is passed on.
  public let passthrough: Bool
  /// Whether it is the last one.
  public let complete: Bool

  /// Says what to do with a value.
  @inlinable public init(passthrough: Bool, complete: Bool) {
    self.passthrough = passthrough
    self.complete = complete
  }
}

/// Passes on the values that `until` says, and completes with the one that it says.
///
///     in   --1--2--3--4--|
///          take(until: { SignalTakeAction(passthrough: $0 != 2, complete: $0 == 3) })
///     out  --1-----(3|)
///
/// - Completes: with the value for which `until` says so, or with the source.
/// - Fails: with the source.
@_disfavoredOverload @preconcurrency @inlinable public func take<T, E>(
  until: @escaping @Sendable (T) -> SignalTakeAction
) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in
    Signal(
      signal.core.stage { observer, source in
        let isOpen = Cell(true)
        return Observer(
          next: { value in
            guard isOpen.value else { return }
            let action = until(value.value)
            if action.complete { isOpen.value = false }
            if action.passthrough { observer.next(value) }
            if action.complete {
              observer.end(.completed)
              source.dispose()
            }
          },
          end: { if isOpen.value { observer.end($0) } })
      })
  }
}

/// Passes on the last value, when the signal completes.
///
///     in   --a--b--|
///          takeLast
///     out  --------(b|)
///
/// - Completes: with the source, after the value if there was one.
/// - Fails: with the source; there is no value then.
/// - Buffers: one value.
@inlinable public func takeLast<T, E>(_ signal: Signal<T, E>) -> Signal<T, E> { Signal(signal.core.last()) }

/// Passes on the last value, when the signal completes; nil if there was none. See also ``takeLast(_:)``.
///
///     in   --a--b--|
///          last
///     out  --------(b|)
///
/// - Completes: with the source, after the value.
/// - Fails: with the source; there is no value then.
/// - Buffers: one value.
@inlinable public func last<T, E>(signal: Signal<T, E>) -> Signal<T?, E> {
  Signal(signal.core.map { Carried(Optional.some($0.value)) }.last().replaceEmpty(with: Carried(nil)))
}
