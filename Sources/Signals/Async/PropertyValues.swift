#if !hasFeature(Embedded)

  extension PropertyProtocol {
    /// The current value and then the changes as an asynchronous sequence, for `for await`.
    ///
    ///     value     1-----2--3--4------   (the loop is busy from 2 to 4)
    ///               values()
    ///     loop      1-----2--------4---
    ///
    /// While the loop is busy the newest value waits for it and replaces those before: a property is a state, and only the
    /// last one counts. Each iteration begins with the value of that moment (contract R2). It ends the observation when it
    /// is left, or when its task is cancelled (contract A2). The sequence keeps what is needed to compute the values, but
    /// no ``MutableProperty``.
    ///
    ///     for await name in user.name.values() { await save(name) }
    ///
    /// - Parameters:
    ///   - buffering: What becomes of values that wait for the loop (contract B1). A property cannot wait: with
    ///     `suspending` every change is kept, beyond the limit too.
    ///   - drops: Counts the values that were dropped.
    ///   - fileID: The file of the call, which the compiler fills in.
    ///   - line: The line of the call, which the compiler fills in.
    /// - Completes: the loop ends with the property, after the values that wait.
    /// - Buffers: as `buffering` says; by default, one value.
    /// - Precondition: the limit of `buffering` is at least 1. One task at a time iterates.
    @inlinable public func values(
      buffering: Buffering = .newest(1), drops: MutableProperty<Int>? = nil,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> AsyncValues<Value, Never> {
      producer.values(buffering: buffering, drops: drops, fileID: fileID, line: line)
    }
  }

#endif
