#if !hasFeature(Embedded)

  extension EventStream where D == Pull {
    /// Runs an asynchronous operation at each start; sends its result and completes, or fails.
    ///
    ///     out  ---(a|) or ---x
    ///
    ///     let page = SignalProducer<Page, LoadingError>.task { () throws(LoadingError) in
    ///       try await load(address)
    ///     }
    ///
    /// Disposing of the start cancels the task (contract A2). The values arrive on the thread that the operation ends
    /// on.
    ///
    /// - Parameters:
    ///   - priority: The priority of the task; nil for the priority of the code that starts the producer.
    ///   - operation: What each start runs, in a task of its own.
    /// - Completes: after the result.
    /// - Fails: with what the operation throws; a `CancellationError` interrupts.
    public static func task(
      priority: TaskPriority? = nil,
      _ operation: @escaping @isolated(any) @Sendable () async throws(Failure) -> Value
    ) -> Self {
      let operation = kept(operation, for: operation.isolation)
      return working(priority) { observer, _ throws(Failure) in observer.send(try await operation()()) }
    }

    /// Sends the elements of an asynchronous sequence, then completes. Each start iterates anew.
    ///
    ///     out  --a--b--c--|
    ///
    /// Disposing of the start cancels the task that iterates (contract A2), and calls `next()` once more inside
    /// the cancelled task, also when the start is disposed of at once: a sequence checks for a cancellation only in
    /// `next()`, and an `AsyncStream` calls its `onTermination` then. While downstream requests a pause, no further
    /// element is requested (contract B2).
    ///
    /// - Completes: with the sequence.
    /// - Fails: with what the sequence throws; a `CancellationError` interrupts.
    /// - Buffers: one element.
    public init<Elements: AsyncSequence & Sendable>(_ sequence: Elements)
    where Elements.Element == Value, Elements.Failure == Failure {
      self = .working(nil) { observer, lifetime throws(Failure) in
        var elements = sequence.makeAsyncIterator()
        while true {
          await TaskTurn.countOperation()
          if lifetime.isPaused { await lifetime.resumption() }
          let isOver = lifetime.hasEnded
          // Otherwise the sequence could give an element that no subscriber gets, and go on.
          if isOver { await untilCancelled() }
          guard let element = try await elements.next(isolation: nil), !isOver else { return }
          observer.send(element)
        }
      }
    }

    /// Runs a task at each start, and completes or fails when it ends.
    private static func working(
      _ priority: TaskPriority?,
      _ work: @escaping @Sendable (Observer<Value, Failure>, Lifetime) async throws(Failure) -> Void
    ) -> Self {
      Self { observer, lifetime in
        let task = Task(priority: priority) {
          do throws(Failure) {
            try await work(observer, lifetime)
            observer.complete()
          } catch {
            if error is CancellationError { observer.interrupt() } else { observer.fail(error) }
          }
        }
        lifetime.onEnd { task.cancel() }
      }
    }
  }

  extension EventStream {
    /// Makes a value from each value with an asynchronous transform, as a strategy says.
    ///
    ///     in   --a--b--c-----|
    ///          flatMap(.concurrent(limit: 2)) { await load($0) }
    ///     out  -----A--B--C--|
    ///
    ///     let pages = addresses.flatMap(.concurrent(limit: 4)) { await load($0) }
    ///
    /// Each transform runs in a task of its own, which is cancelled when the start is disposed of, and with `latest`
    /// when the next value comes (contract A2). Results come in the order in which they are ready; with `concat` in
    /// that of the values.
    ///
    /// - Completes: when the source has and all tasks are done.
    /// - Fails: with the source or what a transform throws; the other tasks are cancelled.
    /// - Buffers: as ``flatMap(_:_:)`` does.
    /// - Precondition: the limit of `concurrent` is at least 1.
    public func flatMap<NewValue: Sendable>(
      _ strategy: FlattenStrategy,
      _ transform: @escaping @isolated(any) @Sendable (Value) async throws(Failure) -> NewValue
    ) -> EventStream<D, NewValue, Failure> {
      let transform = kept(transform, for: transform.isolation)
      return flatMap(strategy) { value in
        SignalProducer<NewValue, Failure>.task { () throws(Failure) in try await transform()(value) }
      }
    }
  }

#endif
