import Signals

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Prints how many milliseconds went by between a start and its first value, to find out which of several signals is slow.
///
/// It does so once: for the first value of all starts of the signal that it returns.
///
/// - Completes: with the signal.
/// - Fails: with the signal.
@inlinable public func debug_measureTimeToFirstEvent<T, E>(label: String) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in
    let isFirst = OneShot(())
    return Signal(
      signal.core.stage { observer, _ in
        let start = ContinuousClock.now
        return Observer(
          next: { value in
            if isFirst.take() != nil {
              let time = ContinuousClock.now - start
              print("measureTimeToFirstEvent(\(label)): \(time / .milliseconds(1)) ms")
            }
            observer.next(value)
          }, end: observer.end)
      })
  }
}
