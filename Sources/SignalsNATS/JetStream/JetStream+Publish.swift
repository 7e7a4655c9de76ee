#if NATS
  import Signals

  /// How publications are repeated until they are acknowledged. Both times may be exceeded by half a second.
  public struct JetStreamRetries: Hashable, Sendable {
    /// How long an acknowledgement may take; then the message is published again.
    public var attempt: Duration
    /// How long a message may take in all. An outage that is shorter goes unnoticed, but for the time that it takes.
    public var budget: Duration

    /// - Precondition: Both are above zero.
    public init(attempt: Duration = .seconds(3), budget: Duration = .seconds(30)) {
      require(attempt > .zero, "JetStreamRetries", "the time of an attempt must be above zero", attempt)
      require(budget > .zero, "JetStreamRetries", "the budget must be above zero", budget)
      self.attempt = attempt
      self.budget = budget
    }
  }

  extension JetStream {
    /// Publishes a message to be stored, at each start, and sends the acknowledgement, then completes.
    ///
    ///     out  ---(a|) or ---x
    ///
    /// See ``publish(_:window:retries:)-(Source,_,_)``.
    public func publish(
      _ publication: JetStreamPublication, retries: JetStreamRetries = JetStreamRetries()
    ) -> SignalProducer<JetStreamAcknowledgement, NATSError> {
      publish(SignalProducer<JetStreamPublication, Never>(value: publication), window: 1, retries: retries)
    }

    /// A sink: publishes what a stream sends, and sends the acknowledgement of each message, in the order in which they come.
    ///
    ///     in   --a--b--c--|
    ///     out  ----A--B----C|
    ///
    /// At least once: a message whose acknowledgement does not come is published again, also after the connection was lost and
    /// made again. The server recognises it by ``JetStreamPublication/identifier`` and stores it once, if its
    /// ``JetStreamStream/duplicateWindow`` is longer than the budget. What is acknowledged is stored. Messages that are
    /// published again come after later ones; with a window of 1 the order is kept.
    ///
    /// The source is started with it and disposed of with it. It is paused while `window` messages are without an
    /// acknowledgement, and goes on when an eighth of them have come, on the thread that acknowledgements come on (contract B2). What
    /// a source sends that cannot wait is kept beyond the window (contract B1).
    ///
    /// - Parameters:
    ///   - source: Sends what is published.
    ///   - window: How many messages may be without an acknowledgement.
    ///   - retries: How often a message is published again, and for how long.
    /// - Completes: when the source has, and all messages are acknowledged.
    /// - Fails: with ``NATSError/Cause/notAcknowledged(count:within:_:)`` when a message has used up its budget; at once with
    ///   ``NATSError/Cause/refused(code:errorCode:_:)``, ``NATSError/Cause/messageTooLarge(size:limit:)``,
    ///   ``NATSError/Cause/invalidSubject``, ``NATSError/Cause/closed`` and ``NATSError/Cause/connectionLost``. Of a message that has
    ///   no acknowledgement then it is unknown whether it is stored.
    /// - Buffers: up to `window` messages, and as many acknowledgements while downstream requests a pause.
    /// - Precondition: `window` is at least 1.
    public func publish<Source: EventSource<JetStreamPublication, Never>>(
      _ source: Source, window: Int = 1024, retries: JetStreamRetries = JetStreamRetries()
    ) -> SignalProducer<JetStreamAcknowledgement, NATSError> {
      require(window > 0, "publish(_:window:)", "the window must be at least 1", window)
      let connection = connection
      return SignalProducer { observer, lifetime in
        do throws(NATSError) {
          let inbox = try connection.acknowledgementInbox()
          Publisher(connection, inbox, window: window, retries: retries, observer, lifetime).begin(source)
        } catch {
          observer.fail(error)
        }
      }
    }
  }
#endif
