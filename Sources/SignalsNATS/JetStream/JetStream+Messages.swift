#if NATS
  import Signals

  extension JetStream {
    /// Creates the consumer if there is none, and passes on its messages, from each start on.
    ///
    ///     jetStream.messages(of: JetStreamConsumer("billing", of: "orders"))
    ///       .handled(.concurrent(limit: 4)) { order in await bill(order) }
    ///
    /// `handled(by:)` acknowledges each message when it is handled, wherever in the chain that is; by hand
    /// ``JetStreamMessage/acknowledge()`` does. Nothing else does (contract K1).
    ///
    /// At least once: a message that was not acknowledged in time, or whose acknowledgement was lost, comes again; see
    /// ``JetStreamMessage/deliveryCount``. Messages come in the order of the stream, except those that come again. Several starts,
    /// here or in other programs, share the messages of the consumer.
    ///
    /// The pressure of the chain reaches the server: messages are asked for in batches, the next ones when half of a batch has
    /// passed, and none while downstream requests a pause (contract B2, B3). No thread waits; messages arrive on a thread of
    /// the client that belongs to this start.
    ///
    /// Lost requests are made again: after the connection was, and when the server has been silent for two heartbeats.
    ///
    /// - Parameters:
    ///   - consumer: Whose messages they are; the server makes it if it has none of that name.
    ///   - batch: How many messages may be on their way. They have to be handled within
    ///     ``JetStreamConsumer/acknowledgementTime``, or they come again.
    ///   - heartbeat: How often a silent server has to show that it still knows of the request; at least 100
    ///     milliseconds.
    ///   - patience: How long it goes on asking when JetStream does not answer although there is a connection.
    /// - Completes: when the program has closed or drained the connection.
    /// - Fails: with ``NATSError/Cause/consumerDeleted``; with ``NATSError/Cause/noResponders`` when `patience` is over; with
    ///   ``NATSError/Cause/connectionLost`` when the attempts to connect again are used up; as the creation of a consumer does.
    /// - Buffers: up to two batches while downstream requests a pause.
    /// - Precondition: `batch` is at least 1, `heartbeat` at least 100 milliseconds.
    public func messages(
      of consumer: JetStreamConsumer, batch: Int = 256, heartbeat: Duration = .seconds(5),
      patience: Duration = .seconds(60)
    ) -> SignalProducer<JetStreamMessage, NATSError> {
      require(batch > 0, "messages(of:batch:)", "the batch must be at least 1", batch)
      require(
        heartbeat >= .milliseconds(100), "messages(of:heartbeat:)",
        "the heartbeat must be at least 100 milliseconds", heartbeat)
      let connection = connection
      let pulled = SignalProducer<JetStreamMessage, NATSError> { observer, lifetime in
        let puller = Puller(
          connection, consumer, batch: batch, heartbeat: heartbeat, patience: patience, observer, lifetime)
        puller.begin()
      }
      return create(consumer).setValueType(to: JetStreamMessage.self).append(pulled)
    }
  }
#endif
