extension EventStream {
  /// Passes on values up to and with the first that satisfies a condition, then completes.
  ///
  ///     in   --1--2--5--1--|
  ///          prefix(through: { $0 > 3 })
  ///     out  --1--2--(5|)
  ///
  /// - Completes: with the first value that satisfies the condition, or with the source.
  /// - Fails: with the source.
  @inlinable public func prefix(
    through condition: @escaping @Sendable (Value) -> Bool
  ) -> Self {
    stage { observer, source in
      let isOpen = GateBox(true)
      return Observer(
        next: { value in
          guard isOpen.value else { return }
          if !condition(value) { return observer.next(value) }
          isOpen.value = false
          observer.next(value)
          observer.end(.completed)
          source.dispose()
        },
        end: { if isOpen.value { observer.end($0) } })
    }
  }
}
