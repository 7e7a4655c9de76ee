extension EventStream {
  /// Passes on values until another stream sends its first one, then goes on with that stream.
  ///
  ///     in     --a--b--c--d--|
  ///     other  -------1--2--3--|
  ///            prefix(untilReplacedBy: other)
  ///     out    --a--b-1--2--3--|
  ///
  /// Where both come from one source, the value of the event that replaces comes once, from the other stream (contract S11).
  ///
  /// - Completes: with the other stream; the completion of the source does not end the whole.
  /// - Fails: with either stream.
  @inlinable public func prefix<Other: EventSource>(untilReplacedBy other: Other) -> Self
  where Other.Value == Value, Other.Failure == Failure {
    join { junction in
      let output = junction.output
      let isReplaced = GateBox(false)
      let source = Subscription()
      junction.subscription += source
      junction.connect(
        other, .comingFirst(),
        next: { value in
          isReplaced.value = true
          source.dispose()
          // Code that runs when the source is disposed of may have disposed of the whole (contract D2).
          if !junction.subscription.isStopped { output.next(value) }
        }, end: output.end)
      let end: @Sendable (Termination<Failure>) -> Void = { termination in
        if !isReplaced.value, !termination.isCompleted { output.end(termination) }
      }
      junction.attach(
        self, source, next: { if !isReplaced.value { output.next($0) } },
        endOutsideGate: { junction.subscription.pass($0, end) })
    }
  }
}
