extension EventStream {
  /// Leaves out values that are equal to the one passed on before.
  ///
  ///     in   --a--a--b--a--|
  ///          removeDuplicates()
  ///     out  --a-----b--a--|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  /// - Buffers: the value passed on last.
  @inlinable public func removeDuplicates() -> Self where Value: Equatable {
    removeDuplicates(by: { $0 == $1 })
  }

  /// Leaves out values that `areEquivalent` to the one passed on before.
  ///
  ///     in   --1--3--4--6--|
  ///          removeDuplicates { $0 % 2 == $1 % 2 }
  ///     out  --1-----4-----|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  /// - Buffers: the value passed on last.
  @inlinable public func removeDuplicates(
    by areEquivalent: @escaping @Sendable (_ previous: Value, _ current: Value) -> Bool
  ) -> Self {
    stage { observer, _ in
      let previous = GateBox<Value?>(nil)
      return Observer(
        next: { value in
          if let last = previous.value, areEquivalent(last, value) { return }
          previous.value = value
          observer.next(value)
        }, end: observer.end)
    }
  }
}
