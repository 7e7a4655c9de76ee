extension EventStream {
  /// Says whether any value satisfies a condition, as soon as that is known.
  ///
  ///     in   --1--2--5--1--|
  ///          contains(where: { $0 > 3 })
  ///     out  --------(true|)
  ///
  /// - Completes: after the answer: true with the first such value, false with the source.
  /// - Fails: with the source; there is no answer then.
  @inlinable public func contains(
    where condition: @escaping @Sendable (Value) -> Bool
  ) -> EventStream<D, Bool, Failure> {
    stage { observer, source in
      let isKnown = GateBox(false)
      return Observer(
        next: { value in
          guard !isKnown.value, condition(value) else { return }
          isKnown.value = true
          observer.next(true)
          observer.end(.completed)
          source.dispose()
        },
        end: { termination in
          if isKnown.value { return }
          if termination.isCompleted, !source.isDisposed { observer.next(false) }
          observer.end(termination)
        })
    }
  }

  /// Says whether all values satisfy a condition, as soon as that is known.
  ///
  ///     in   --1--2--5--1--|
  ///          allSatisfy { $0 < 3 }
  ///     out  --------(false|)
  ///
  /// - Completes: after the answer: false with the first value that does not, true with the source.
  /// - Fails: with the source; there is no answer then.
  @inlinable public func allSatisfy(
    _ condition: @escaping @Sendable (Value) -> Bool
  ) -> EventStream<D, Bool, Failure> {
    contains(where: { !condition($0) }).map { !$0 }
  }
}
