extension EventStream {
  /// Gathers values into arrays of `count`.
  ///
  ///     in   --a--b--c--|
  ///          chunks(ofCount: 2)
  ///     out  -----[a,b]-([c]|)
  ///
  /// - Completes: with the source; the remainder is sent first.
  /// - Fails: with the source; the remainder is dropped.
  /// - Buffers: fewer than `count` values.
  /// - Precondition: `count` is at least 1.
  /// - Complexity: memory for `count` values.
  @inlinable public func chunks(ofCount count: Int) -> EventStream<D, [Value], Failure> {
    require(count > 0, "chunks(ofCount:)", "the count must be at least 1", count)
    return stage { observer, source in
      // Its memory is used for one chunk after the other.
      let chunk = GateBox(UniqueFifo<Value>())
      return Observer(
        next: { value in
          chunk.value.append(value)
          if chunk.value.count == count { observer.next(chunk.value.takeAll()) }
        },
        end: { observer.end($0, after: chunk.value.takeAll(), isDisposed: source.isDisposed) })
    }
  }

  /// Passes on arrays of the last `count` values, one after every `step` values.
  ///
  ///     in   --a--b-----c-----d-----|
  ///          chunks(ofCount: 2, step: 1)
  ///     out  -----[a,b]-[b,c]-[c,d]-|
  ///
  /// With a `step` greater than `count`, values between two arrays are left out. An array that is not full at the
  /// end is dropped.
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  /// - Buffers: `count` values.
  /// - Precondition: `count` and `step` are at least 1.
  /// - Complexity: O(`count`) per array; memory for `count` values.
  @inlinable public func chunks(ofCount count: Int, step: Int) -> EventStream<D, [Value], Failure> {
    require(count > 0, "chunks(ofCount:step:)", "the count must be at least 1", count)
    require(step > 0, "chunks(ofCount:step:)", "the step must be at least 1", step)
    return stage { observer, _ in
      let chunk = GateBox<[Value]>([])
      let skipped = GateBox(0)
      return Observer(
        next: { value in
          if skipped.value > 0 {
            skipped.value -= 1
            return
          }
          chunk.value.append(value)
          if chunk.value.count < count { return }
          let full = chunk.value
          chunk.value.removeFirst(Swift.min(step, count))
          skipped.value = Swift.max(0, step - count)
          observer.next(full)
        }, end: observer.end)
    }
  }

  /// Gathers neighbouring values that belong together.
  ///
  ///     in   --1--2--7--8--|
  ///          chunked(by: { $1 - $0 < 3 })
  ///     out  --------[1,2]-([7,8]|)
  ///
  /// - Completes: with the source; the remainder is sent first.
  /// - Fails: with the source; the remainder is dropped.
  /// - Buffers: one chunk, however long it gets.
  /// - Complexity: memory for one chunk.
  @inlinable public func chunked(
    by belongsTogether: @escaping @Sendable (_ previous: Value, _ current: Value) -> Bool
  ) -> EventStream<D, [Value], Failure> {
    stage { observer, source in
      let chunk = GateBox<[Value]>([])
      return Observer(
        next: { value in
          guard let last = chunk.value.last, !belongsTogether(last, value) else {
            return chunk.value.append(value)
          }
          let finished = chunk.value
          chunk.value = [value]
          observer.next(finished)
        },
        end: { observer.end($0, after: chunk.value, isDisposed: source.isDisposed) })
    }
  }

  /// Gathers neighbouring values that have the same key.
  ///
  ///     in   --1--3--4--6--|
  ///          chunked(on: { $0 % 2 })
  ///     out  --------(1,[1,3])-((0,[4,6])|)
  ///
  /// - Completes: with the source; the remainder is sent first.
  /// - Fails: with the source; the remainder is dropped.
  /// - Buffers: one chunk, however long it gets.
  /// - Complexity: memory for one chunk.
  @inlinable public func chunked<Key: Equatable & Sendable>(
    on key: @escaping @Sendable (Value) -> Key
  ) -> EventStream<D, (key: Key, values: [Value]), Failure> {
    map { (key: key($0), value: $0) }
      .chunked(by: { $0.key == $1.key })
      .map { (key: $0[0].key, values: $0.map { $0.value }) }
  }
}

extension Observer {
  /// Ends; at a completion the remainder of what was gathered comes first, unless the start was disposed of.
  @inlinable func end<Element>(
    _ termination: Termination<Failure>, after chunk: [Element], isDisposed: Bool
  ) where Value == [Element] {
    if termination.isCompleted, !chunk.isEmpty, !isDisposed { next(chunk) }
    end(termination)
  }
}
