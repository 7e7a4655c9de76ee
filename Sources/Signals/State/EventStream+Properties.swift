extension EventStream {
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

  /// Holds values back while a property is true; the newest one is passed on when it becomes false.
  ///
  ///     in        --a--b--c-----d--|
  ///     property  f--t------f-------
  ///               throttle(while: property)
  ///     out       --a-------c---d--|
  ///
  /// The property is read when a value comes (contract S11), also if the stream is derived from what it is computed from.
  ///
  /// - Completes: with the source; a value that is held back is sent first. When the property has ended, its last value
  ///   counts as false.
  /// - Fails: with the source, at once; a value that is held back is dropped (contract E2).
  /// - Buffers: the newest value.
  @inlinable public func throttle(while property: some PropertyProtocol<Bool>) -> Self {
    let property = property.readOnly.withoutSource
    return join { junction in
      let hasEnded = Box(false)
      let held = Box<Value?>(nil)
      junction.connect(
        property, next: { if !$0 { held.release(to: junction.output) } },
        end: { _ in
          hasEnded.value = true
          held.release(to: junction.output)
        })
      throttle(into: held, junction) { !hasEnded.value && untracked { property.value } }
    }
  }
}
