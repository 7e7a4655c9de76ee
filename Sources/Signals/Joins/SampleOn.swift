extension EventStream {
  /// Passes on the newest value whenever another stream sends one.
  ///
  ///     in       --a--b--------c---|
  ///     sampler  ----1----2--3--4----
  ///              sample(on: sampler)
  ///     out      ----a----b-----c--|
  ///
  /// The sampler is attached first: what it sends at once finds no value (contract S10). A sampler that is interrupted
  /// interrupts; so a signal that has ended before interrupts at once (contract S5).
  ///
  /// - Parameter repeating: Whether a value is passed on again when no newer one has come.
  /// - Completes: with the source, or with the sampler.
  /// - Fails: with the source.
  /// - Buffers: the newest value.
  @inlinable public func sample<Sampler: EventSource>(
    on sampler: Sampler, repeating: Bool = false
  ) -> Self where Sampler.Failure == Never {
    join { junction in
      let output = junction.output
      let newest = Box<Value?>(nil)
      // The sampler first (contract S10).
      junction.connect(
        sampler,
        next: { _ in
          guard let value = newest.value else { return }
          if !repeating { newest.value = nil }
          output.next(value)
        },
        end: { output.end($0.withFailureType()) })
      junction.connect(self, next: { newest.value = .some($0) }, end: output.end)
    }
  }
}
