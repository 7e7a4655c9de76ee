#if NATS
  import Signals

  extension JetStream {
    /// When a message is acknowledged.
    public enum Acknowledge: Hashable, Sendable {
      /// When everything below has returned from it. That is right for a chain that handles a message on the thread that it
      /// comes on. Behind `receive(on:)`, `flatMap` with tasks, and whatever else goes on elsewhere or keeps values, a message
      /// would be acknowledged before it is handled: acknowledge it by hand there. A start that another thread disposes of
      /// while a message passes may have acknowledged that one message unhandled.
      case afterDelivery
      /// By ``JetStreamMessage/acknowledge()``, when the program says so.
      case byHand
    }

    /// Creates the consumer if there is none, and passes on its messages, from each start on.
    ///
    ///     jetStream.messages(of: JetStreamConsumer("billing", of: "orders"), acknowledge: .byHand)
    ///       .flatMap(.concurrent(limit: 4)) { order in await bill(order) }
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
    ///   - batch: How many messages may be on their way. They have to be handled within
    ///     ``JetStreamConsumer/acknowledgementTime``, or they come again.
    ///   - heartbeat: How often a silent server has to show that it still knows of the request; at least 100 milliseconds.
    ///   - patience: How long it goes on asking when JetStream does not answer although there is a connection.
    /// - Completes: when the program has closed or drained the connection.
    /// - Fails: with ``NATSError/Cause/consumerDeleted``; with ``NATSError/Cause/noResponders`` when `patience` is over; with
    ///   ``NATSError/Cause/connectionLost`` when the attempts to connect again are used up; as the creation of a consumer does.
    /// - Buffers: up to two batches while downstream requests a pause.
    /// - Precondition: `batch` is at least 1, `heartbeat` at least 100 milliseconds.
    public func messages(
      of consumer: JetStreamConsumer, batch: Int = 256, acknowledge: Acknowledge,
      heartbeat: Duration = .seconds(5), patience: Duration = .seconds(60)
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
      let messages = create(consumer).setValueType(to: JetStreamMessage.self).append(pulled)
      switch acknowledge {
      case .byHand: return messages
      // What cannot be acknowledged comes again: at least once.
      case .afterDelivery: return messages.after(next: { try? $0.acknowledge() })
      }
    }
  }
#endif
