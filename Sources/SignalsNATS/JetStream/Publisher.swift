#if NATS
  import Signals

  /// Publishes messages until they are acknowledged.
  final class Publisher: AnswerReceiver {
    private let connection: NATSConnection
    private let retries: JetStreamRetries
    private let observer: Observer<JetStreamAcknowledgement, NATSError>
    private let output: PausableOutput<JetStreamAcknowledgement>
    private let lifetime: Lifetime
    private let upstream = Subscription()
    private let inbox: Inbox
    /// Its number in the inbox. Each message is a question.
    private let number: UInt64
    /// Where acknowledgements go, up to the number of the message.
    private let replySubject: String
    private let window: Guarded<PublicationWindow>

    init(
      _ connection: NATSConnection, _ inbox: Inbox, window: Int, retries: JetStreamRetries,
      _ observer: Observer<JetStreamAcknowledgement, NATSError>, _ lifetime: Lifetime
    ) {
      self.connection = connection
      self.inbox = inbox
      number = inbox.newNumber()
      replySubject = inbox.subject(of: number)
      self.window = Guarded(PublicationWindow(limit: window))
      self.retries = retries
      self.observer = observer
      output = PausableOutput(observer, lifetime)
      self.lifetime = lifetime
    }

    func begin(_ source: some EventSource<JetStreamPublication, Never>) {
      inbox.add(self, number)
      output.holdsValues(of: lifetime, as: "publish")
      // The lifetime holds the publisher, and releases it at its end.
      lifetime.onEnd { [self] in end() }
      lifetime += upstream
      lifetime += connection.client.events.whenClosed { [weak self] failure in
        guard let self else { return }
        fail(failure?.cause ?? .closed, nil)
      }
      let changes = connection.state.producer.dropFirst().filter(\.isConnected)
      // What was on its way when the connection was lost may be lost too.
      lifetime += changes.startWithValues { [weak self] _ in self?.repeatAll() }
      source.attach(
        Observer(
          next: { [weak self] in self?.take($0) },
          end: { [weak self] end in
            guard let self else { return }
            act(window.withLock { $0.sourceHasEnded(end) })
          }),
        upstream)
    }

    private func end() {
      inbox.remove(number)
      let rest = window.withLock { $0.end() }
      withExtendedLifetime(rest) {}
    }

    private func fail(_ cause: NATSError.Cause, _ subject: String?) {
      observer.fail(NATSError(server: connection.client.events.lastServer, subject: subject, cause))
    }

    // MARK: Publishing

    private func take(_ publication: JetStreamPublication) {
      let admission = window.withLock { $0.take(publication) }
      if admission.startsTimer { startTimer() }
      if admission.pauses { upstream.pause() }
      guard let number = admission.number else { return }
      attempt(publication, number)
      act(window.withLock { $0.hasPublished() })
    }

    private func act(_ next: PublicationWindow.Next) {
      var next = next
      while case .publish(let message) = next {
        attempt(message.publication, message.number)
        next = window.withLock { $0.hasPublished() }
      }
      switch next {
      case .publish, .nothing: break
      case .resume: upstream.resume()
      case .end(.completed): output.complete()
      case .end(.interrupted): observer.interrupt()
      }
    }

    private func attempt(_ publication: JetStreamPublication, _ number: UInt64) {
      do throws(NATSError) {
        try connection.checkMessage(publication.subject, publication.headers)
        guard Names.isValue(publication.identifier) else {
          throw connection.client.error(.invalidHeader("Nats-Msg-Id"), publication.subject)
        }
        try connection.client.publish(
          publication.bytes, to: publication.subject, replyTo: String(replySubject, number: number),
          headers: publication.headers, identifier: publication.identifier)
      } catch {
        switch error.cause {
        // There is no connection at the moment: when there is, all are repeated.
        case .bufferFull, .connectionLost: note("\(error.cause)", number)
        default: fail(error.cause, publication.subject)
        }
      }
    }

    private func note(_ trouble: String, _ number: UInt64) {
      window.withLock { $0.note(trouble, number) }
    }

    // MARK: Answers, on the thread of the inbox

    func receive(_ message: borrowing ReceivedMessage, _ question: UInt64) {
      if message.status == 503 { return note("\(NATSError.Cause.noResponders)", question) }
      let answer = message.withBytes { PublicationAnswer($0) }
      message.drop(into: connection.client.bin)
      switch answer {
      case .stored(let stream, let sequence, let isDuplicate):
        guard let publication = window.withLock({ $0.acknowledge(question) }) else { return }
        output.send(
          JetStreamAcknowledgement(
            identifier: publication.identifier, stream: stream, sequence: sequence, isDuplicate: isDuplicate))
        act(window.withLock { $0.release(question) })
      // The server cannot at the moment.
      case .refused(.refused(code: 500..., errorCode: _, let text)): note(text, question)
      case .refused(let cause):
        // What was acknowledged before is stored, whatever comes of another attempt.
        if let subject = window.withLock({ $0.subject(of: question) }) { fail(cause, subject) }
      case .unreadable: note("an answer that cannot be read", question)
      }
    }

    // MARK: Repeating

    /// Looks after what is without an acknowledgement, as long as there is something.
    private func startTimer() {
      let interval = min(min(retries.attempt, retries.budget) / 4, .milliseconds(250))
      lifetime += connection.scheduler.schedule(after: max(interval, .milliseconds(1))) { [weak self] in
        self?.check()
      }
    }

    private func check() {
      let now = connection.scheduler.now
      let isConnected = connection.client.events.state.value.isConnected
      switch window.withLock({ $0.check(at: now, retries) }) {
      case .nothing: break
      case .repeating(let messages):
        if isConnected { messages.forEach { attempt($0.publication, $0.number) } }
        startTimer()
      case .exhausted(let count, let trouble):
        let text = isConnected ? trouble : "no connection"
        fail(.notAcknowledged(count: count, within: retries.budget, text), nil)
      }
    }

    private func repeatAll() {
      let now = connection.scheduler.now
      window.withLock { $0.repeatAll(at: now) }.forEach { attempt($0.publication, $0.number) }
    }
  }
#endif
