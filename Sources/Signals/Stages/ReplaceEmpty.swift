extension EventStream {
  /// Sends a value if the stream completes without one.
  ///
  ///     in   --------|
  ///          replaceEmpty(with: z)
  ///     out  --------(z|)
  ///
  /// - Completes: with the source.
  /// - Fails: with the source; nothing is sent then.
  @inlinable public func replaceEmpty(with value: Value) -> Self {
    stage { observer, source in
      let isEmpty = GateBox(true)
      return Observer(
        next: {
          isEmpty.value = false
          observer.next($0)
        },
        end: { termination in
          if isEmpty.value, termination.isCompleted, !source.isDisposed { observer.next(value) }
          observer.end(termination)
        })
    }
  }
}
