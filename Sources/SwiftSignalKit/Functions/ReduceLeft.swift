import Signals

/// Combines all values into one, sent at the end.
///
///     in   --1--2--3--|
///          reduceLeft(value: 0) { $0 + $1 }
///     out  -----------(6|)
///
/// - Completes: with the source, after the result; without values the result is `value`.
/// - Fails: with the source; there is no result then.
/// - Buffers: one result.
@preconcurrency @inlinable public func reduceLeft<T, E>(
  value: T, f: @escaping @Sendable (T, T) -> T
) -> (Signal<T, E>) -> Signal<T, E> {
  let seed = Carried(value)
  return { signal in Signal(signal.core.reduce(into: seed) { $0.value = f($0.value, $1.value) }) }
}

/// Combines all values into one, sent at the end; `f` can send values of its own meanwhile.
///
///     in   --1--2--3--|
///          reduceLeft(value: 0) { sum, next, emit in emit(-next); return sum + next }
///     out  -- -1 -2 -3 (6|)
///
/// - Completes: with the source, after the result; without values the result is `value`.
/// - Fails: with the source; there is no result then.
/// - Buffers: one result.
@preconcurrency @inlinable public func reduceLeft<T, E>(
  value: T, f: @escaping @Sendable (T, T, (T) -> Void) -> T
) -> (Signal<T, E>) -> Signal<T, E> {
  let seed = Carried(value)
  return { signal in
    Signal(
      signal.core.stage { observer, source in
        let result = Cell(seed)
        return Observer(
          next: { value in
            result.value = Carried(
              f(result.value.value, value.value) { if !source.isDisposed { observer.next(Carried($0)) } })
          },
          end: { termination in
            if termination.isCompleted, !source.isDisposed { observer.next(result.value) }
            observer.end(termination)
          })
      })
  }
}

/// Combines each value with the result before it, in a signal that may take its time: one after the other, in the
/// order of the values.
///
/// Each pair that such a signal sends is the result from then on, and what is passed on now, if anything.
///
///     in   --1-----2-----|
///          reduceLeft(0) { sum, next in single((sum + next, .Some(-next)), NoError.self) }
///     out  -- -1 ---2-----(3|)
///
/// - Completes: when the source and the signals have, after the last result once more; without values that is `value`.
/// - Fails: with the source or the signals.
/// - Buffers: the values that wait, and one result.
@preconcurrency @inlinable public func reduceLeft<T, E>(
  _ value: T, generator: @escaping @Sendable (T, T) -> Signal<(T, Passthrough<T>), E>
) -> (Signal<T, E>) -> Signal<T, E> {
  let seed = Carried(value)
  return { signal in
    deferred {
      // Touched by one signal at a time, and between them.
      let result = Cell(seed)
      let steps = signal.core.flatMapQueueing(limit: 1, waiting: .all, overlaps: true) { value in
        generator(result.value.value, value.value).core.compactMap { pair -> Carried<T>? in
          result.value = Carried(pair.value.0)
          if case .Some(let passed) = pair.value.1 { return Carried(passed) }
          return nil
        }
      }
      // Not `append` of the core, whose start keeps what is below.
      return Signal(joined: steps) |> then(deferred { .single(result.value.value) })
    }
  }
}

/// What is passed on at a step of ``reduceLeft(_:generator:)``.
public enum Passthrough<T> {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Nothing.
  case None
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// A value.
  case Some(T)
}

extension Passthrough: Sendable where T: Sendable {}
