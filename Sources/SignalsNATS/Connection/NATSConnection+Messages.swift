#if NATS
  import Signals
  import SignalsFoundation

  extension NATSConnection {
    /// The messages of a subject from now on, to all observers.
    ///
    ///     let prices = try connection.messages(on: "prices.*")
    ///     prices.map(\.text).observe { print($0) }
    ///
    /// At most once: what is on its way when the connection, the server or the program ends is lost, without notice. Messages
    /// of one publisher come in its order. For messages that must not be lost use ``JetStream/messages(of:batch:heartbeat:patience:)``.
    ///
    /// A subject cannot be paused. A message that comes while observers are busy waits, and what exceeds the limit is
    /// dropped and counted (contract B1).
    ///
    /// It is unsubscribed when the signal is neither held nor observed any more.
    ///
    /// - Parameters:
    ///   - subject: `*` stands for one part, `>` at the end for all that follow.
    ///   - queueGroup: Of all subscriptions with the same name one receives each message.
    ///   - buffering: `oldest` drops those that come while so many wait; messages arrive on the thread of the subscription.
    ///     With others they arrive on a queue of their own, which costs more; `suspending` and `unbounded` keep everything.
    ///   - drops: Counts the messages that were dropped here; with `oldest`, when an observer that is busy goes on. What the
    ///     server drops because the connection as a whole is too slow is not among them: it closes such a connection.
    /// - Completes: when the program has closed or drained the connection; after a drain, when what has arrived was sent.
    /// - Fails: with ``NATSError/Cause/notPermitted(_:)``, ``NATSError/Cause/connectionLost`` and others when the connection is
    ///   closed for another reason. An observer that comes after that is interrupted, as of any signal (contract S5).
    /// - Buffers: as `buffering` says, of any size up to ``maximumMessageSize``.
    /// - Throws: ``NATSError/Cause/invalidSubject``, ``NATSError/Cause/invalidName(_:)``, ``NATSError/Cause/closed``,
    ///   ``NATSError/Cause/draining``.
    public func messages(
      on subject: String, queueGroup: String? = nil, buffering: Buffering = .oldest(65_536),
      drops: MutableProperty<Int>? = nil
    ) throws(NATSError) -> Signal<NATSMessage, NATSError> {
      guard Names.isSubject(subject, wildcards: true) else { throw client.error(.invalidSubject, subject) }
      if let queueGroup, !Names.isSubject(queueGroup, wildcards: false) {
        throw client.error(.invalidName(queueGroup), subject)
      }
      let (signal, input) = Signal<NATSMessage, NATSError>.pipe()
      let events = client.events
      var limit = Int32.max
      if case .oldest(let count) = buffering {
        require(count > 0, "messages(on:)", "the limit of the buffering must be at least 1", count)
        limit = Int32(clamping: count)
      }
      let feed = try Feed(
        client, subject, queueGroup: queueGroup, limit: limit, drops: drops, onRefused: { input.fail($0) },
        onMessage: { input.send(NATSMessage($0)) },
        onEnd: {
          // Why it has ended is known when the connection is closed.
          events.whenClosed { failure in if let failure { input.fail(failure) } else { input.complete() } }
        })
      let messages = signal.bracketed(starting: nil, disposed: { feed.dispose() })
      if case .oldest = buffering { return messages }
      return messages.receive(
        on: QueueScheduler(name: "NATS: \(subject)"), buffering: buffering, drops: drops)
    }
  }
#endif
