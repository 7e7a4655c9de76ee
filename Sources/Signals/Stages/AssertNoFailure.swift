extension EventStream {
  /// Stops the program when the stream fails: for failures that cannot happen.
  ///
  ///     in   --a--b--|
  ///          assertNoFailure()
  ///     out  --a--b--|
  ///
  /// - Completes: with the source.
  /// - Fails: never.
  @inlinable public func assertNoFailure(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> EventStream<D, Value, Never> {
    stage { observer, _ in
      Observer(
        next: observer.next,
        end: { termination in
          switch termination {
          case .completed: observer.end(.completed)
          case .interrupted: observer.end(.interrupted)
          case .failed(let failure): unexpected(failure, fileID, line)
          }
        })
    }
  }
}

@inlinable @inline(never)
func unexpected<Failure: Error>(_ failure: Failure, _ fileID: StaticString, _ line: UInt) -> Never {
  #if hasFeature(Embedded)
    stopProgram("assertNoFailure(): the stream failed at ", fileID)
  #else
    fatalError("assertNoFailure(): the stream at \(fileID):\(line) failed with \(failure)")
  #endif
}
