extension EventStream {
  /// Passes on the values that satisfy a condition.
  ///
  ///     in   --1--2--3--4--|
  ///          filter { $0.isMultiple(of: 2) }
  ///     out  -----2-----4--|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> Self {
    stage { observer, _ in
      Observer(next: { [next = observer.next] in if isIncluded($0) { next($0) } }, end: observer.end)
    }
  }
}
