extension EventStream {
  /// Passes on the first `count` values, then completes.
  ///
  ///     in   --a--b--c--d--|
  ///          prefix(2)
  ///     out  --a--(b|)
  ///
  /// - Completes: with the `count`-th value, or with the source; at once, without starting the source,
  ///   when `count` is 0 (pushed, observers then see `interrupted`, contract S5).
  /// - Fails: with the source.
  /// - Precondition: `count` is not negative.
  @inlinable public func prefix(_ count: Int) -> Self {
    require(count >= 0, "prefix(_:)", "the count must not be negative", count)
    if count == 0 { return join { $0.end(.completed) } }
    return stage { observer, source in
      let left = GateBox(count)
      return Observer(
        next: { value in
          if left.value == 0 { return }
          left.value -= 1
          let isLast = left.value == 0
          observer.next(value)
          if isLast {
            observer.end(.completed)
            source.dispose()
          }
        },
        end: { if left.value > 0 { observer.end($0) } })
    }
  }

  /// Passes on values as long as they satisfy a condition, then completes.
  ///
  ///     in   --1--2--5--1--|
  ///          prefix(while: { $0 < 3 })
  ///     out  --1--2--|
  ///
  /// - Completes: with the first value that does not satisfy the condition, or with the source.
  /// - Fails: with the source.
  @inlinable public func prefix(while condition: @escaping @Sendable (Value) -> Bool) -> Self {
    stage { observer, source in
      let isOpen = GateBox(true)
      return Observer(
        next: { value in
          guard isOpen.value else { return }
          if condition(value) { return observer.next(value) }
          isOpen.value = false
          observer.end(.completed)
          source.dispose()
        },
        end: { if isOpen.value { observer.end($0) } })
    }
  }
}
