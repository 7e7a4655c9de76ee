extension EventStream {
  /// Passes on the newest value whenever another stream sends one.
  ///
  ///     in       --a--b--------c---|
  ///     sampler  ----1----2--3--4----
  ///              sample(on: sampler)
  ///     out      ----a----b-----c--|
  ///
  /// Where both come from one source, the value of the same event is the newest (contract S11). The sampler is attached
  /// first: what it sends at once finds no value (contract S10). A sampler that is interrupted
  /// interrupts; so a signal that has ended before interrupts at once (contract S5).
  ///
  /// - Parameters:
  ///   - sampler: The stream whose values take the samples.
  ///   - repeating: Whether a value is passed on again when no newer one has come.
  /// - Completes: with the source, or with the sampler; a value that has not been passed on is sent first.
  /// - Fails: with the source, at once; a value that has not been passed on is dropped (contract E2).
  /// - Buffers: the newest value.
  @inlinable public func sample<Sampler: EventSource>(
    on sampler: Sampler, repeating: Bool = false
  ) -> Self where Sampler.Failure == Never {
    join { junction in
      let output = junction.output
      let newest = GateBox<Value?>(nil)
      // Whether the newest value has not been passed on.
      let isNew = GateBox(false)
      let end: @Sendable (Termination<Failure>) -> Void = { termination in
        if termination.isCompleted, isNew.value, let value = newest.value { output.next(value) }
        output.end(termination)
      }
      // The sampler first (contract S10).
      junction.connect(
        sampler,
        next: { _ in
          guard let value = newest.value else { return }
          isNew.value = false
          if !repeating { newest.value = nil }
          output.next(value)
        },
        end: { end($0.withFailureType()) })
      junction.connect(
        self, .comingFirst(),
        next: {
          newest.value = .some($0)
          isNew.value = true
        }, end: end)
    }
  }
}
