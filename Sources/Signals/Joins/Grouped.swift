extension EventStream {
  /// Splits a stream into one signal per key.
  ///
  ///     in    --a1--b1--a2--|
  ///           grouped(by: { $0.first })
  ///     out   --a---b-------|
  ///     a     --a1------a2--|
  ///     b           b1------|
  ///
  /// A group is sent before its first value, so that an observer that is attached at once, as by `flatMap`, misses
  /// nothing. At most `limit` groups are open: when one more is needed, the one that was opened first
  /// completes; should its key come again, a new group is opened.
  ///
  /// - Completes: with the source; so do all groups.
  /// - Fails: with the source; so do all groups.
  /// - Buffers: no values; one signal per open group.
  /// - Precondition: `limit` is at least 1.
  /// - Complexity: O(1) per value on average, O(`limit`) when a group has to be closed; memory for `limit` groups.
  @inlinable public func grouped<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Value) -> Key, limit: Int = 1024
  ) -> EventStream<D, (key: Key, values: Signal<Value, Failure>), Failure> {
    require(limit > 0, "grouped(by:limit:)", "the limit must be at least 1", limit)
    return stage { observer, source in
      let groups = Box<[Key: Observer<Value, Failure>]>([:])
      let order = Box(Fifo<Key>())
      return Observer(
        next: { value in
          let key = key(value)
          if let input = groups.value[key] { return input.send(value) }
          if groups.value.count == limit {
            groups.value.removeValue(forKey: order.value.removeFirst())?.complete()
            // An observer of that completion may have disposed of the whole (contract D2).
            if source.isDisposed { return }
          }
          let (signal, input) = Signal<Value, Failure>.pipe()
          groups.value[key] = input
          order.value.append(key)
          observer.next((key: key, values: signal))
          input.send(value)
        },
        end: { termination in
          let open = groups.value
          groups.value = [:]
          while let key = order.value.popFirst() { open[key]?.end(termination) }
          observer.end(termination)
        })
    }
  }
}
