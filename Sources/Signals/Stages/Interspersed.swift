extension EventStream {
  /// Puts a value between every two.
  ///
  ///     in   --a--b-----c-----|
  ///          interspersed(with: z)
  ///     out  --a--(zb)--(zc)--|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func interspersed(with separator: Value) -> Self {
    stage { observer, source in
      let isFirst = Box(true)
      return Observer(
        next: { value in
          if !isFirst.value { observer.next(separator) }
          isFirst.value = false
          if !source.isDisposed { observer.next(value) }
        }, end: observer.end)
    }
  }
}
