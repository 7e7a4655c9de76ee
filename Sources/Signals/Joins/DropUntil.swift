extension EventStream {
  /// Leaves out values until another stream sends its first one.
  ///
  ///     in       --a--b--c--d--|
  ///     trigger  -------1--
  ///              drop(until: trigger)
  ///     out      --------c--d--|
  ///
  /// A pause that downstream requests does not reach the trigger. Where both come from one source, the value of the event
  /// that triggers is the first to be passed on (contract S11).
  ///
  /// - Completes: with the source. A trigger that ends without a value leaves out everything.
  /// - Fails: with the source.
  @inlinable public func drop<Trigger: EventSource>(until trigger: Trigger) -> Self
  where Trigger.Failure == Never {
    join { junction in
      let output = junction.output
      let isOpen = GateBox(false)
      let triggerSubscription = Subscription.comingFirst()
      junction.connectTrigger(
        trigger, triggerSubscription,
        next: { _ in
          isOpen.value = true
          triggerSubscription.dispose()
        }, end: { _ in })
      junction.connect(self, next: { if isOpen.value { output.next($0) } }, end: output.end)
    }
  }
}
