#if NATS
  import Foundation
  import Signals

  extension NATSConnection {
    /// Publishes a message. At most once: it is handed to the client, and lost if the connection is.
    ///
    /// While there is no connection, the client keeps up to ``NATSOptions/reconnectBufferSize`` bytes and sends them later.
    /// It blocks while the network takes nothing.
    ///
    /// - Parameters:
    ///   - bytes: What the message carries.
    ///   - subject: Where the message goes.
    ///   - headers: Their names and values; more than one value for a name is allowed.
    ///   - replySubject: Where an answer is expected.
    /// - Throws: ``NATSError/Cause/invalidSubject``, ``NATSError/Cause/invalidHeader(_:)``,
    ///   ``NATSError/Cause/messageTooLarge(size:limit:)``, ``NATSError/Cause/bufferFull``, ``NATSError/Cause/closed``,
    ///   ``NATSError/Cause/draining``.
    public func publish(
      _ bytes: [UInt8], to subject: String, headers: [String: [String]] = [:], replySubject: String? = nil
    ) throws(NATSError) {
      try checkMessage(subject, headers)
      if let replySubject, !Names.isSubject(replySubject, wildcards: false) {
        throw client.error(.invalidSubject, replySubject)
      }
      try client.publish(bytes, to: subject, replyTo: replySubject, headers: headers)
    }

    /// Publishes a value as JSON.
    ///
    /// - Throws: `EncodingError`, and what ``publish(_:to:headers:replySubject:)`` throws.
    public func publish(json value: some Encodable, to subject: String) throws {
      try publish(Array(JSONEncoder().encode(value)), to: subject)
    }

    /// Publishes the answer to a message; without effect if none is expected.
    ///
    /// - Throws: what ``publish(_:to:headers:replySubject:)`` throws.
    public func answer(_ message: NATSMessage, with bytes: [UInt8]) throws(NATSError) {
      if let subject = message.replySubject { try publish(bytes, to: subject) }
    }

    /// A sink: publishes what a stream sends, and sends how many messages that were.
    ///
    ///     in   --a--b--c--|
    ///     out  -----------(3|)
    ///
    /// The source is started with it and disposed of with it. Each message is published on the thread that sends it, which
    /// waits while the network takes nothing: so nothing is buffered here, and a source that can wait is slowed down.
    ///
    /// At most once: the count says that the server has received the messages, not that anything has subscribed to them.
    ///
    /// - Completes: when the source has, and the server has processed the messages.
    /// - Fails: as ``publish(_:to:headers:replySubject:)`` and ``flushing(within:)`` do; the source is disposed of then.
    public func publish(
      _ source: some EventSource<[UInt8], Never>, to subject: String
    ) -> SignalProducer<Int, NATSError> {
      SignalProducer { observer, lifetime in
        let upstream = Subscription()
        lifetime += upstream
        let count = Guarded(0)
        source.attach(
          Observer(
            next: { bytes in
              do throws(NATSError) {
                try self.publish(bytes, to: subject)
                count.withLock { $0 += 1 }
              } catch {
                observer.fail(error)
              }
            },
            end: { termination in
              guard case .completed = termination else { return observer.interrupt() }
              let flush = Observer<Never, NATSError>(
                failed: { observer.fail($0) },
                completed: {
                  observer.send(count.withLock { $0 })
                  observer.complete()
                })
              lifetime += self.flushing().start(flush)
            }),
          upstream)
      }
    }

    func checkMessage(_ subject: String, _ headers: [String: [String]]) throws(NATSError) {
      guard Names.isSubject(subject, wildcards: false) else { throw client.error(.invalidSubject, subject) }
      for (name, values) in headers where !Names.isHeader(name, values) {
        throw client.error(.invalidHeader(name), subject)
      }
    }
  }
#endif
