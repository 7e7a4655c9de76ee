#if !hasFeature(Embedded)

  extension EventStream {
    /// Prints what goes by, with the place in the code; the events stay as they are.
    ///
    ///     in   --a--b--|
    ///          log("search")
    ///     out  --a--b--|
    ///
    /// A line looks like this: `Page.swift:12 search: next(a)`.
    ///
    /// - Parameters:
    ///   - name: What the stream is called.
    ///   - fileID: The file of the call, which the compiler fills in.
    ///   - line: The line of the call, which the compiler fills in.
    ///   - print: Where the lines go.
    /// - Completes: with the source.
    /// - Fails: with the source.
    public func log(
      _ name: String = "stream", fileID: StaticString = #fileID, line: UInt = #line,
      to print: @escaping @Sendable (String) -> Void = { Swift.print($0) }
    ) -> Self {
      let file = "\(fileID)".split(separator: "/").last ?? ""
      let note: @Sendable (String) -> Void = { print("\(file):\(line) \(name): \($0)") }
      return on(
        starting: { note("started") },
        next: { note("\(Event<Value, Failure>.next($0))") },
        failed: { note("\(Event<Value, Failure>.failed($0))") },
        completed: { note("completed") },
        interrupted: { note("interrupted") },
        disposed: { note("disposed") })
    }
  }

#endif
