extension EventStream {
  /// Pairs each value with the latest one of another stream.
  ///
  ///     in     --a-----b--c--|
  ///     other  ----1-----2-----
  ///            withLatest(from: other)
  ///     out    --------b1-c2-|
  ///
  /// Values before the other stream has one are dropped. Where both streams come from one source, the other one's value is
  /// that of the same event, whichever was derived first (contract S11).
  ///
  /// - Completes: with the source; the end of the other stream is ignored.
  /// - Fails: with the first failure of either stream.
  /// - Buffers: the latest value of the other stream.
  @_disfavoredOverload  // A property is read.
  @inlinable public func withLatest<Other: EventSource>(
    from other: Other
  ) -> EventStream<D, (Value, Other.Value), Failure> where Other.Failure == Failure {
    join { junction in
      let output = junction.output
      let latest = GateBox<Other.Value?>(nil)
      // The other first, so that what it sends at once is there for the first value.
      junction.connect(
        other, .comingFirst(), next: { latest.value = .some($0) },
        end: { if case .failed = $0 { output.end($0) } })
      junction.connect(
        self, next: { if let other = latest.value { output.next(($0, other)) } }, end: output.end)
    }
  }

  /// Pairs each value with the one that a property has then.
  ///
  ///     in        --a-----b--c--|
  ///     property  1---2-----3----
  ///               withLatest(from: property)
  ///     out       --a1----b2-c3-|
  ///
  /// The property is read when a value comes (contract S11), also if the stream is derived from what it is computed from.
  /// After its end it has its last value.
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func withLatest<Latest>(
    from property: some PropertyProtocol<Latest>
  ) -> EventStream<D, (Value, Latest), Failure> {
    let property = property.readOnly.withoutSource
    return map { value in (value, untracked { property.value }) }
  }
}
