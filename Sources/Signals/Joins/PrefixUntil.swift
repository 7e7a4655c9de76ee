extension EventStream {
  /// Passes on values until another stream sends its first one, then completes.
  ///
  ///     in       --a--b--c--d--|
  ///     trigger  -------1--
  ///              prefix(until: trigger)
  ///     out      --a--b-|
  ///
  /// - Completes: with the first value of the trigger, or with the source. The completion of the trigger does
  ///   not count: after a trigger that ends without a value, values are passed on until the source ends.
  /// - Fails: with the source.
  @inlinable public func prefix<Trigger: EventSource>(until trigger: Trigger) -> Self
  where Trigger.Failure == Never {
    join { junction in
      let output = junction.output
      junction.connect(trigger, next: { _ in output.end(.completed) }, end: { _ in })
      junction.connect(self, next: output.next, end: output.end)
    }
  }
}
