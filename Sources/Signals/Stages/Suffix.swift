extension EventStream {
  /// Passes on the last `count` values, when the stream completes.
  ///
  ///     in   --a--b--c--|
  ///          suffix(2)
  ///     out  -----------(bc|)
  ///
  /// - Completes: with the source, after the values.
  /// - Fails: with the source; the values are dropped then.
  /// - Buffers: `count` values.
  /// - Precondition: `count` is not negative.
  /// - Complexity: O(1) per value; memory for `count` values.
  @inlinable public func suffix(_ count: Int) -> Self {
    require(count >= 0, "suffix(_:)", "the count must not be negative", count)
    return stage { observer, source in
      let last = GateBox(Fifo<Value>())
      return Observer(
        next: { value in
          last.value.append(value)
          if last.value.count > count { _ = last.value.removeFirst() }
        },
        end: { termination in
          while termination.isCompleted, !source.isDisposed, let value = last.value.popFirst() {
            observer.next(value)
          }
          // Disposed of among the values: what has come is not all, so it is not complete either.
          observer.end(termination.isCompleted && !last.value.isEmpty ? .interrupted : termination)
        })
    }
  }
}
