extension EventStream {
  /// Holds values back while a condition is true; the newest one is passed on when it becomes false.
  ///
  ///     in         --a--b--c-----d--|
  ///     condition  ---t------f-------
  ///                throttle(while: condition)
  ///     out        --a-------c---d--|
  ///
  /// Before the condition has a value, values are passed on.
  ///
  /// - Completes: with the source; a value that is held back is sent first. When the condition has ended, its
  ///   last value counts as false.
  /// - Fails: with the source, at once; a value that is held back is dropped (contract E2).
  /// - Buffers: the newest value.
  @inlinable public func throttle<Condition: EventSource>(while condition: Condition) -> Self
  where Condition.Value == Bool, Condition.Failure == Never {
    join { junction in
      let output = junction.output
      let held = Box<Value?>(nil)
      let isHolding = Box(false)
      let hold: @Sendable (Bool) -> Void = { holds in
        isHolding.value = holds
        if !holds, let value = held.value.take() { output.next(value) }
      }
      // The condition first, so that what it sends at once is there for the first value.
      junction.connect(condition, next: hold, end: { _ in hold(false) })
      junction.connect(
        self, next: { if isHolding.value { held.value = .some($0) } else { output.next($0) } },
        end: { termination in
          if termination.isCompleted, let value = held.value.take() { output.next(value) }
          output.end(termination)
        })
    }
  }
}
