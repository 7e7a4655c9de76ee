extension EventStream {
  /// Leaves out the first `count` values.
  ///
  ///     in   --a--b--c--d--|
  ///          dropFirst(2)
  ///     out  --------c--d--|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  /// - Precondition: `count` is not negative.
  @inlinable public func dropFirst(_ count: Int = 1) -> Self {
    require(count >= 0, "dropFirst(_:)", "the count must not be negative", count)
    return stage { observer, _ in
      let left = GateBox(count)
      return Observer(
        next: { value in
          if left.value > 0 { left.value -= 1 } else { observer.next(value) }
        }, end: observer.end)
    }
  }
}
