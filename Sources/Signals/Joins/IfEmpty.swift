extension EventStream {
  /// Goes on with another stream if this one completes without a value.
  ///
  ///     in     --------|
  ///     other  -1-2-|
  ///            ifEmpty(switchTo: other)
  ///     out    ---------1-2-|
  ///
  /// - Completes: with the source, or with the other stream once it has taken over.
  /// - Fails: with either stream.
  @inlinable public func ifEmpty<Other: EventSource>(switchTo other: Other) -> Self
  where Other.Value == Value, Other.Failure == Failure {
    join { junction in
      // Touched by the source only, which sends one event at a time.
      let isEmpty = GateBox(true)
      let attach: Step.Body = {
        let child = Subscription()
        Step.attaches(child)
        junction.subscription += child
        self.attach(
          Observer(
            next: { value in
              isEmpty.value = false
              junction.subscription.pass(value, junction.next)
            },
            end: { termination in
              guard termination.isCompleted, isEmpty.value else { return junction.end(termination) }
              junction.connectLast(other, after: child)
            }), child, below: junction.subscription, as: "ifEmpty")
      }
      if !junction.subscription.takeStep(attach) { junction.subscription.takeNextStep(attach) }
    }
  }
}
