extension EventStream {
  /// Passes on values until another stream sends its first one, then completes.
  ///
  ///     in       --a--b--c--d--|
  ///     trigger  -------1--
  ///              prefix(until: trigger)
  ///     out      --a--b-|
  ///
  /// - Completes: with the first value of the trigger, or with the source. The completion of the trigger does
  ///   not count: after a trigger that ends without a value, values are passed on until the source ends. For
  ///   its end there is ``prefix(untilEndOf:)``. Downstream may request a pause meanwhile: the trigger is not paused.
  ///   Where both come from one source, the value of the event that triggers is not passed on (contract S11).
  /// - Fails: with the source.
  @inlinable public func prefix<Trigger: EventSource>(until trigger: Trigger) -> Self
  where Trigger.Failure == Never {
    join { junction in
      let output = junction.output
      junction.connectTrigger(trigger, next: { _ in output.end(.completed) }, end: { _ in })
      junction.connect(self, next: output.next, end: output.end)
    }
  }

  /// Passes on values until another stream ends, then completes.
  ///
  ///     in       --a--b--c--d--|
  ///     trigger  ---1---|
  ///              prefix(untilEndOf: trigger)
  ///     out      --a--b-|
  ///
  /// The values of the trigger do not count: for its first one there is ``prefix(until:)``, and for whatever of both
  /// comes first, `prefix(untilEndOf: trigger.prefix(1))`. A pause that downstream requests does not reach the trigger.
  ///
  /// - Completes: with the end of the trigger, whether it completes or is interrupted, or with the source. A signal that
  ///   has ended before interrupts at once (contract S5).
  /// - Fails: with the source.
  @inlinable public func prefix<Trigger: EventSource>(untilEndOf trigger: Trigger) -> Self
  where Trigger.Failure == Never {
    join { junction in
      let output = junction.output
      junction.connectTrigger(trigger, next: { _ in }, end: { _ in output.end(.completed) })
      junction.connect(self, next: output.next, end: output.end)
    }
  }
}
