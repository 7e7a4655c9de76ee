extension EventStream {
  /// Numbers the values, from 0.
  ///
  ///     in   --a----b----c----|
  ///          enumerated()
  ///     out  --(0a)-(1b)-(2c)-|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func enumerated() -> EventStream<D, (offset: Int, element: Value), Failure> {
    stage { observer, _ in
      let offset = GateBox(0)
      return Observer(
        next: { value in
          let number = offset.value
          offset.value += 1
          observer.next((offset: number, element: value))
        }, end: observer.end)
    }
  }
}
