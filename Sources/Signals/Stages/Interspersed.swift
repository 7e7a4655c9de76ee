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
      let isFirst = GateBox(true)
      let isCut = GateBox(false)
      return Observer(
        next: { value in
          if !isFirst.value { observer.next(separator) }
          isFirst.value = false
          if source.isDisposed { isCut.value = true } else { observer.next(value) }
        },
        end: { termination in
          // Disposed of at a separator, while the source is completing: the value is missing, so that is no completion.
          observer.end(termination.isCompleted && isCut.value ? .interrupted : termination)
        })
    }
  }
}
