extension EventStream {
  /// Gathers values into arrays; another stream says where one ends.
  ///
  ///     in        --a-b------c-d--|
  ///     boundary  ------1--2---------
  ///               chunks(boundedBy: boundary)
  ///     out       ------[a,b]-----([c,d]|)
  ///
  /// A boundary without values before it sends nothing, unless `includesEmpty` is true. Where both come from one source, the
  /// value of the event that is a boundary belongs to the chunk that ends there (contract S11). The boundaries are attached
  /// before the source (contract S10). A pause that downstream requests does not reach the boundaries.
  ///
  /// - Parameters:
  ///   - boundary: The stream whose values end the chunks.
  ///   - limit: How many values a chunk may have. A source that can wait is paused then, until the next boundary;
  ///     what comes from one that cannot is gathered all the same.
  ///   - includesEmpty: Whether an empty array is sent for a chunk without values.
  /// - Completes: with the source, or with the boundaries; the remainder is sent first. Boundaries that are interrupted
  ///   interrupt.
  /// - Fails: with the source; the remainder is dropped (contract E2).
  /// - Buffers: the values of one chunk.
  /// - Precondition: `limit` is at least 1.
  /// - Complexity: memory for the values of one chunk.
  @inlinable public func chunks<Boundary: EventSource>(
    boundedBy boundary: Boundary, upTo limit: Int = 65_536, includesEmpty: Bool = false
  ) -> EventStream<D, [Value], Failure> where Boundary.Failure == Never {
    require(limit > 0, "chunks(boundedBy:upTo:)", "the limit must be at least 1", limit)
    return join { junction in
      let output = junction.output
      let gathered = GateBox(Gathered<Value>())
      let source = Subscription.comingFirst()
      let end: @Sendable (Termination<Failure>) -> Void = { termination in
        output.end(termination, after: gathered.value.take().values, isDisposed: false)
      }
      junction.connectUnpaused(
        boundary,
        next: { _ in
          let (chunk, wasFull) = gathered.value.take()
          if includesEmpty || !chunk.isEmpty { output.next(chunk) }
          // Outside the gate: what the source sends then must not wait in its queue.
          if wasFull { junction.subscription.runOutside { source.resume() } }
        },
        end: { end($0.withFailureType()) })
      junction.connect(
        self, source, next: { if gathered.value.add($0, upTo: limit) { source.pause() } }, end: end)
    }
  }
}
