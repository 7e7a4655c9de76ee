#if !hasFeature(Embedded)

  extension EventStream {
    /// The first value; the start is then disposed of.
    ///
    ///     let page = try await load(address).firstValue()
    ///
    /// The calling actor is not left for it: the start, and what the stream does inside that call, run there (contract A5).
    /// `start(on:)` takes the work elsewhere. Cancelling the task disposes of the start (contract A2).
    ///
    /// - Returns: Nil if the stream completes without a value or is interrupted, or if the task is cancelled.
    /// - Throws: The failure of the stream, if that comes first.
    public func firstValue(
      isolation actor: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws(Failure) -> Value? {
      let answer = OneShotResult<Result<Value?, Failure>>()
      let subscription = Subscription()
      let observer = Observer<Value, Failure>(
        next: { value in
          answer.give(.success(value))
          subscription.dispose()
        },
        end: { termination in
          if case .failed(let failure) = termination { answer.give(.failure(failure)) }
          answer.give(.success(nil))
        })
      let result = await withTaskCancellationHandler {
        attach(observer.listedIfRecorded(SourcePlace(fileID, line), of: subscription), subscription)
        return await answer.output(isolation: actor)
      } onCancel: {
        subscription.dispose()
        // Disposing of the observation of a signal sends no event.
        answer.give(.success(nil))
      }
      await TaskTurn.countOperation(isolation: actor)
      return try result.get()
    }

    /// The last value, when the stream has completed.
    ///
    /// Cancelling the task disposes of the start (contract A2).
    ///
    /// - Returns: Nil if the stream completes without a value or is interrupted, or if the task is cancelled.
    /// - Throws: The failure of the stream.
    public func lastValue(
      isolation actor: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws(Failure) -> Value? {
      try await last().firstValue(isolation: actor, fileID: fileID, line: line)
    }

    /// All values, when the stream has completed.
    ///
    ///     let lines = try await SignalProducer.lines(ofFile: path).allValues() ?? []
    ///
    /// Cancelling the task disposes of the start (contract A2).
    ///
    /// - Returns: Nil if the stream is interrupted or the task is cancelled: some values are not all of them.
    /// - Throws: The failure of the stream.
    /// - Complexity: memory for all values.
    public func allValues(
      isolation actor: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws(Failure) -> [Value]? {
      try await collect().firstValue(isolation: actor, fileID: fileID, line: line)
    }
  }

  extension Future {
    #if compiler(>=6.2)
      /// Does the work and waits for its value. Reading it twice does the work twice.
      ///
      ///     let size = try await pageSize.value
      ///
      /// The calling actor is not left for it (contract A5; by compilers before 6.2 it is). Cancelling the task cancels the work
      /// (contract A2).
      ///
      /// - Returns: Nil if the work is interrupted or the task is cancelled.
      /// - Throws: The failure of the work.
      nonisolated(nonsending) public var value: Value? {
        get async throws(Failure) { try await producer.firstValue() }
      }
    #else
      public var value: Value? {
        get async throws(Failure) { try await producer.firstValue() }
      }
    #endif
  }

  extension Future where Failure == Never {
    #if compiler(>=6.2)
      /// Does the work, which cannot fail, and waits for its value. (The compiler does not take the general form for
      /// a failure that is `Never`.)
      ///
      /// - Returns: Nil if the work is interrupted or the task is cancelled.
      nonisolated(nonsending) public var value: Value? {
        get async { await producer.firstValue() }
      }
    #else
      public var value: Value? {
        get async { await producer.firstValue() }
      }
    #endif
  }

#endif
