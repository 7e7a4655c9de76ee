#if NATS
  import Signals

  extension EventStream where Value == JetStreamMessage {
    /// Handles each message, acknowledges it, and passes on what the handling came to.
    ///
    ///     in   --a--b--c--|
    ///          handled { result(of: $0) }
    ///     out  --A--B--C--|
    ///
    ///     jetStream.messages(of: orders).merge(with: jetStream.messages(of: reminders))
    ///       .receive(on: queue)
    ///       .handled { message in write(message) }
    ///
    /// A message is acknowledged when the closure has returned from it, and for no other reason (contract K1). So it may
    /// wait or be left out anywhere above: in a join, a scheduler, a buffer. What was not handled when the start or the
    /// program ends comes again. Below there are results: what becomes of those is no part of the handling.
    ///
    /// A message that the closure has acknowledged, refused or rejected itself is left at that. One that several chains
    /// handle, as behind `share()`, is acknowledged by the first: handle it in one place.
    ///
    /// - Completes: with the source.
    /// - Fails: with the source.
    /// - Precondition: the closure returns no stream, which would be a plan and not yet the handling: see `handled(_:by:)`.
    public func handled<Result: Sendable>(
      by handle: @escaping @Sendable (JetStreamMessage) -> Result
    ) -> EventStream<D, Result, Failure> { handledAtOnce(handle) }

    private func handledAtOnce<Result: Sendable>(
      _ handle: @escaping @Sendable (JetStreamMessage) -> Result
    ) -> EventStream<D, Result, Failure> {
      require(
        !(Result.self is any EventSource.Type), "handled(by:)",
        "a stream begins when a strategy says so: handled(.concat) { … }", Result.self)
      return map { message in
        let result = handle(message)
        message.acknowledgeUnlessAnswered()
        return result
      }
    }

    /// Handles each message in a task of its own, acknowledges it, and passes on what the handling came to.
    ///
    ///     in   --a--b--c-----|
    ///          handled(.concurrent(limit: 2)) { await result(of: $0) }
    ///     out  -----A--B--C--|
    ///
    ///     jetStream.messages(of: orders)
    ///       .handled(.concurrent(limit: 4)) { order in await bill(order) }
    ///
    /// A message is acknowledged when its task has ended normally, as ``handled(by:)`` says. If the task fails, or was cancelled
    /// before, the message comes again.
    ///
    /// - Parameters:
    ///   - strategy: As that of `flatMap`; what it leaves out or cancels, as `latest` and `exhaust` do, comes again.
    ///   - handle: Handles a message.
    /// - Completes: when the source has and all tasks are done.
    /// - Fails: with the source or what the closure throws; the other tasks are cancelled.
    /// - Buffers: as `flatMap` does.
    /// - Precondition: the limit of `concurrent` is at least 1.
    public func handled<Result: Sendable>(
      _ strategy: FlattenStrategy,
      by handle: @escaping @Sendable (JetStreamMessage) async throws(Failure) -> Result
    ) -> EventStream<D, Result, Failure> {
      handled(strategy) { message in
        SignalProducer<Result, Failure>.task { () throws(Failure) in try await handle(message) }
      }
    }

    /// Handles each message with a stream, acknowledges it, and passes on the values of the stream.
    ///
    ///     in     --a--------b-----|
    ///     inner    -1-2-3|  -1-2-3|
    ///            handled(.concat) { inner(of: $0) }
    ///     out    ---1-2-3----1-2-3|
    ///
    ///     jetStream.messages(of: orders)
    ///       .handled(.concat) { order in jetStream.publish(invoice(for: order)) }
    ///
    /// A message is acknowledged when its stream has completed, as ``handled(by:)`` says. If that fails or is interrupted, the
    /// message comes again.
    ///
    /// - Parameters:
    ///   - strategy: As that of `flatMap`; what it leaves out or disposes of, as `latest` and `exhaust` do, comes
    ///     again.
    ///   - handle: Handles a message.
    /// - Completes: when the source and all inner streams have.
    /// - Fails: with the source or any inner stream; the others are disposed of.
    /// - Buffers: as `flatMap` does.
    /// - Precondition: the limit of `concurrent` is at least 1.
    public func handled<InnerDrive, Result>(
      _ strategy: FlattenStrategy,
      by handle: @escaping @Sendable (JetStreamMessage) -> EventStream<InnerDrive, Result, Failure>
    ) -> EventStream<D, Result, Failure> {
      flatMap(strategy) { message in
        handle(message).on(completed: { message.acknowledgeUnlessAnswered() })
      }
    }

    // Not unavailable: the compiler would choose the first form then.
    @_documentation(visibility: internal)
    @available(*, deprecated, message: "a stream begins when a strategy says so: handled(.concat) { … }")
    public func handled<Inner: EventSource>(
      by handle: @escaping @Sendable (JetStreamMessage) -> Inner
    ) -> EventStream<D, Inner, Failure> { handledAtOnce(handle) }

    @available(
      *, unavailable, message: "with an async closure, name a strategy: handled(.concat) { … }"
    )
    public func handled<Result: Sendable>(
      by handle: @escaping @Sendable (JetStreamMessage) async throws -> Result
    ) -> EventStream<D, Result, Failure> { fatalError() }
  }
#endif
