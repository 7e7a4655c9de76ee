extension EventStream {
  /// Leaves out values as long as they satisfy a condition, then passes on all that follow.
  ///
  ///     in   --1--2--5--1--|
  ///          drop(while: { $0 < 3 })
  ///     out  --------5--1--|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func drop(while condition: @escaping @Sendable (Value) -> Bool) -> Self {
    stage { observer, _ in
      let isDropping = GateBox(true)
      return Observer(
        next: { value in
          if isDropping.value, condition(value) { return }
          isDropping.value = false
          observer.next(value)
        }, end: observer.end)
    }
  }
}
