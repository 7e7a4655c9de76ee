#if NATS
  import Signals

  /// Publishes messages until they are acknowledged.
  final class Publisher: AnswerReceiver {
    private struct Outstanding {
      let publication: JetStreamPublication
      let began: Duration
      var lastAttempt: Duration
      /// What the last attempt came to.
      var trouble = "no answer"
    }

    private struct State {
      /// By the number of the answer in the inbox.
      var outstanding: [UInt64: Outstanding] = [:]
      /// For those the window has no room for.
      var waiting = Fifo<JetStreamPublication>()
      /// A thread is publishing; only that one takes what waits.
      var isPublishing = false
      var isPausing = false
      var end: Termination<Never>?
      var hasEnded = false
      var watches = false
    }

    private let connection: NATSConnection
    private let window: Int
    /// How many acknowledgements have to come before a paused source goes on. With half of the window the server would run
    /// out of work.
    private var step: Int { max(1, window / 8) }
    private let retries: JetStreamRetries
    private let observer: Observer<JetStreamAcknowledgement, NATSError>
    private let output: PausableOutput<JetStreamAcknowledgement>
    private let lifetime: Lifetime
    private let upstream = Subscription()
    private let inbox: Inbox
    private let state = Guarded(State())

    init(
      _ connection: NATSConnection, _ inbox: Inbox, window: Int, retries: JetStreamRetries,
      _ observer: Observer<JetStreamAcknowledgement, NATSError>, _ lifetime: Lifetime
    ) {
      self.connection = connection
      self.inbox = inbox
      self.window = window
      self.retries = retries
      self.observer = observer
      output = PausableOutput(observer, lifetime)
      self.lifetime = lifetime
    }

    func begin(_ source: some EventSource<JetStreamPublication, Never>) {
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
        Observer(next: { [weak self] in self?.take($0) }, end: { [weak self] in self?.sourceHasEnded($0) }),
        upstream)
    }

    private func end() {
      let numbers = state.withLock { state in
        state.hasEnded = true
        defer {
          state.outstanding = [:]
          state.waiting.removeAll()
        }
        return Array(state.outstanding.keys)
      }
      numbers.forEach(inbox.remove)
    }

    private func fail(_ cause: NATSError.Cause, _ subject: String?) {
      observer.fail(NATSError(server: connection.client.events.lastServer, subject: subject, cause))
    }

    // MARK: Publishing

    private func take(_ publication: JetStreamPublication) {
      let pauses = state.withLock { state in
        if state.hasEnded { return false }
        state.waiting.append(publication)
        guard !state.isPausing, state.outstanding.count + state.waiting.count >= window else { return false }
        state.isPausing = true
        return true
      }
      if pauses { upstream.pause() }
      publishWaiting()
    }

    /// Publishes what the window has room for. One thread at a time, so that the order is kept: a thread that comes
    /// meanwhile leaves its message to that one.
    private func publishWaiting() {
      var hasPublished = false
      while let publication = takeWaiting() {
        publish(publication)
        state.withLock { $0.isPublishing = false }
        hasPublished = true
      }
      // The source may have ended, and the acknowledgement may have come, before the thread had returned from publishing.
      if hasPublished { endIfDone() }
    }

    private func takeWaiting() -> JetStreamPublication? {
      state.withLock { state in
        guard !state.isPublishing, state.outstanding.count < window,
          let publication = state.waiting.popFirst()
        else { return nil }
        state.isPublishing = true
        return publication
      }
    }

    private func publish(_ publication: JetStreamPublication) {
      let added = inbox.add(self)
      let now = connection.scheduler.now
      let isInTime = state.withLock { state in
        if state.hasEnded { return false }
        state.outstanding[added] = Outstanding(publication: publication, began: now, lastAttempt: now)
        return true
      }
      guard isInTime else { return inbox.remove(added) }
      watch()
      attempt(publication, added)
    }

    private func attempt(_ publication: JetStreamPublication, _ number: UInt64) {
      do throws(NATSError) {
        try connection.checkMessage(publication.subject, publication.headers)
        guard Names.isValue(publication.identifier) else {
          throw connection.client.error(.invalidHeader("Nats-Msg-Id"), publication.subject)
        }
        try connection.client.publish(
          publication.bytes, to: publication.subject, replyTo: inbox.subject(of: number),
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
      state.withLock { $0.outstanding[number]?.trouble = trouble }
    }

    // MARK: Answers

    func receive(_ message: borrowing ReceivedMessage, _ number: UInt64) {
      if message.status == 503 { return note("\(NATSError.Cause.noResponders)", number) }
      switch message.withBytes({ PublicationAnswer($0) }) {
      case .stored(let stream, let sequence, let isDuplicate):
        guard let publication = remove(number) else { return }
        output.send(
          JetStreamAcknowledgement(
            identifier: publication.identifier, stream: stream, sequence: sequence, isDuplicate: isDuplicate))
        goOn()
      // The server cannot at the moment.
      case .refused(.refused(code: 500..., errorCode: _, let text)): note(text, number)
      case .refused(let cause): fail(cause, state.withLock { $0.outstanding[number]?.publication.subject })
      case .unreadable: note("an answer that cannot be read", number)
      }
    }

    private func remove(_ number: UInt64) -> JetStreamPublication? {
      inbox.remove(number)
      return state.withLock { $0.outstanding.removeValue(forKey: number)?.publication }
    }

    /// After an acknowledgement: publishes what waits, lets the source go on, or ends.
    private func goOn() {
      publishWaiting()
      let resumes = state.withLock { state in
        guard state.isPausing, state.waiting.isEmpty, state.outstanding.count <= window - step else {
          return false
        }
        state.isPausing = false
        return true
      }
      if resumes { upstream.resume() }
      endIfDone()
    }

    private func sourceHasEnded(_ end: Termination<Never>) {
      state.withLock { $0.end = end }
      endIfDone()
    }

    private func endIfDone() {
      let end: Termination<Never>? = state.withLock { state in
        state.outstanding.isEmpty && state.waiting.isEmpty && !state.isPublishing ? state.end : nil
      }
      if let end { finish(end) }
    }

    private func finish(_ end: Termination<Never>) {
      switch end {
      case .completed: output.complete()
      case .interrupted: observer.interrupt()
      }
    }

    // MARK: Repeating

    /// A timer looks after what is without an acknowledgement, as long as there is something.
    private func watch() {
      let begins = state.withLock { state in
        defer { state.watches = true }
        return !state.watches && !state.hasEnded
      }
      if begins { schedule() }
    }

    private func schedule() {
      let interval = min(retries.attempt / 4, .milliseconds(250))
      lifetime += connection.scheduler.schedule(after: max(interval, .milliseconds(1))) { [weak self] in
        self?.check()
      }
    }

    private func check() {
      let now = connection.scheduler.now
      let (isIdle, late, exhausted): (Bool, [(UInt64, JetStreamPublication)], (Int, String)?) =
        state.withLock { state in
          if state.outstanding.isEmpty || state.hasEnded {
            state.watches = false
            return (true, [], nil)
          }
          var late: [(UInt64, JetStreamPublication)] = []
          var exhausted: String?
          for (number, entry) in state.outstanding {
            if now - entry.began >= retries.budget { exhausted = entry.trouble }
            if now - entry.lastAttempt >= retries.attempt { late.append((number, entry.publication)) }
          }
          late.sort { $0.0 < $1.0 }
          for (number, _) in late { state.outstanding[number]?.lastAttempt = now }
          return (false, late, exhausted.map { (state.outstanding.count + state.waiting.count, $0) })
        }
      if isIdle { return }
      if let (count, trouble) = exhausted {
        let text = connection.client.events.state.value.isConnected ? trouble : "no connection"
        return fail(.notAcknowledged(count: count, within: retries.budget, text), nil)
      }
      if connection.client.events.state.value.isConnected { late.forEach { attempt($0.1, $0.0) } }
      schedule()
    }

    private func repeatAll() {
      let now = connection.scheduler.now
      let all = state.withLock { state in
        for number in state.outstanding.keys { state.outstanding[number]?.lastAttempt = now }
        return state.outstanding.map { ($0.key, $0.value.publication) }.sorted { $0.0 < $1.0 }
      }
      all.forEach { attempt($0.1, $0.0) }
    }
  }
#endif
