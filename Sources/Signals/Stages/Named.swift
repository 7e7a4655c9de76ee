extension EventStream {
  /// Gives the stream a name, for what is recorded of it.
  ///
  ///     in   --a--b--|
  ///          named("search")
  ///     out  --a--b--|
  ///
  /// ``LiveSubscriptions`` and the inspector show it. What is attached to the stream has the name too, up to the next join
  /// below. While nothing is recorded, events pass as if this were not there. A signal gets its name where it is derived,
  /// if something is recorded then.
  ///
  /// - Parameters:
  ///   - name: What the stream is called.
  ///   - fileID: The file of the call, which the compiler fills in.
  ///   - line: The line of the call, which the compiler fills in.
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func named(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    switch storage {
    case .pull, .row:
      let attach = recipe
      let place = SourcePlace(fileID, line)
      return Self(
        .pull { observer, start in
          if LiveSubscriptions.areRecorded {
            attach(observer.named(name, place, start, isPushed: false), start)
          } else {
            attach(consume observer, start)
          }
        })
    case .push:
      if !LiveSubscriptions.areRecorded { return self }
      return derived { list in
        list.input.named(name, SourcePlace(fileID, line), list.gate, isPushed: true)
      }
    }
  }
}
