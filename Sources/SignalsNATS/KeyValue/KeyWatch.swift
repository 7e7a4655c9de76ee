#if NATS
  import Signals

  /// Follows the keys of a bucket.
  ///
  /// It takes messages from a consumer of its own, which the server forgets when nothing asks it any more, and whose messages are
  /// not acknowledged. When one may have been lost, as with the connection, it makes another consumer that begins where it
  /// stands; if the bucket is another one then, at the beginning.
  struct KeyWatch: Sendable {
    /// A step. The first after a beginning has `begins`; so what was known before is out of date.
    struct Event: Sendable {
      var begins = false
      var entry: KeyValueEntry?
      /// There was nothing more in the bucket at this moment.
      var isUpToDate = false
    }

    private struct Place {
      /// When the bucket was created that it has begun with, as text; nil: with none yet.
      var created: String?
      /// The revision up to which everything was passed on.
      var revision: UInt64 = 0
      /// Since when JetStream does not answer, although there is a connection.
      var silentSince: Duration?
    }

    let store: KeyValueStore
    let pattern: String
    let start: KeyValueStore.Start
    let batch: Int
    let heartbeat: Duration
    let patience: Duration

    private var connection: NATSConnection { store.jetStream.connection }

    var events: SignalProducer<Event, NATSError> {
      if let refusal = store.refusal(key: pattern, wildcards: true) { return SignalProducer(error: refusal) }
      return .deferred {
        let place = Guarded(Place())
        return round(place).on(next: { _ in place.withLock { $0.silentSince = nil } }).retry(
          RetryPolicy(
            delay: .exponential(first: .milliseconds(20)), cap: .milliseconds(500), resetsOnValue: true,
            retries: { goesOn(after: $0, place) }), on: connection.scheduler)
      }
    }

    private func goesOn(after error: NATSError, _ place: Guarded<Place>) -> Bool {
      guard error.isTemporary(connection) else { return false }
      let (now, isConnected) = (connection.scheduler.now, connection.state.value.isConnected)
      return place.withLock { place in
        // The time without a connection is none of the server's silence.
        let since = isConnected ? place.silentSince ?? now : nil
        place.silentSince = since
        return since.map { now - $0 < patience } ?? true
      }
    }

    /// From the creation of a consumer until something fails.
    private func round(_ place: Guarded<Place>) -> SignalProducer<Event, NATSError> {
      let isReady = connection.state.producer.filter { $0.isConnected || $0.isClosed }.first()
        .setFailureType(to: NATSError.self)
      return
        isReady
        .flatMap(.concat) { _ in connection.failingWhenReconnected(store.bucketState(pattern)) }
        .flatMap(.concat) { bucket -> SignalProducer<Event, NATSError> in
          let (begins, revision) = place.withLock { place in
            let begins = place.created != bucket.created || bucket.state.lastSequence < place.revision
            if place.created == nil {
              if start == .now, place.revision == 0 { place.revision = bucket.state.lastSequence }
            } else if begins {
              // Of a bucket that replaces another one everything is new. That it has begun is noted when it has.
              (place.revision, place.created) = (0, "")
            }
            return (begins, place.revision)
          }
          return consumed(place, bucket, begins: begins, revision)
        }
    }

    private func consumed(_ place: Guarded<Place>, _ bucket: BucketState, begins: Bool, _ revision: UInt64)
      -> SignalProducer<
        Event, NATSError
      >
    {
      let name = "watch-\(Identifiers.next())"
      let consumer = JetStreamConsumer(name, of: store.stream)
      let creation: SignalProducer<NewWatchConsumer.Answer, NATSError> = store.jetStream.answer(
        to: "CONSUMER.CREATE.\(store.stream).\(name)",
        NewWatchConsumer(consumer, store.subject(pattern), start, after: revision), stream: store.stream)
      return connection.failingWhenReconnected(creation).mapError { store.failure($0, pattern) }
        .flatMap(.concat) { answer -> SignalProducer<Event, NATSError> in
          place.withLock { $0.created = bucket.created }
          // What was begun is brought to its end, even if nothing comes.
          let first = Event(begins: begins, isUpToDate: answer.pending == 0)
          return SignalProducer(value: first).append(pulled(consumer, answer.pending, place))
        }
        .on(disposed: {
          // Otherwise the server forgets it later.
          try? connection.client.publish(
            [], to: "$JS.API.CONSUMER.DELETE.\(store.stream).\(name)", replyTo: nil, headers: [:])
        })
    }

    private func pulled(_ consumer: JetStreamConsumer, _ pending: Int, _ place: Guarded<Place>)
      -> SignalProducer<Event, NATSError>
    {
      SignalProducer { observer, lifetime in
        let left = Guarded(pending)
        let messages = Observer<JetStreamMessage, NATSError>(
          next: { message in
            place.withLock { $0.revision = message.sequence }
            let isLast = left.withLock { left in
              left = message.undelivered == 0 ? 0 : max(0, left - 1)
              return left == 0
            }
            observer.send(Event(entry: KeyValueEntry(message, store.prefix), isUpToDate: isLast))
          },
          end: { end in
            switch end {
            case .completed: observer.complete()
            case .interrupted: observer.interrupt()
            case .failed(let error): observer.fail(store.failure(error, pattern))
            }
          })
        let puller = Puller(
          connection, consumer, batch: batch, heartbeat: heartbeat, patience: patience, restarts: false,
          messages, lifetime,
          onIdle: { [weak lifetime] in
            // What was to come was dropped by the server meanwhile, for its age: another consumer says how much there is.
            if left.withLock({ $0 > 0 }), lifetime?.isPaused == false {
              observer.fail(store.failure(.timedOut, pattern))
            }
          })
        puller.begin()
      }
    }
  }

  /// A consumer for one watch, as the server takes it.
  private struct NewWatchConsumer: Encodable, Sendable {
    struct Answer: Decodable, Sendable {
      let pending: Int

      private enum CodingKeys: String, CodingKey { case pending = "num_pending" }
    }

    private struct Configuration: Encodable, Sendable {
      let name: String
      let subject: String
      let start: String
      let startSequence: UInt64?
      let acknowledgement = "none"
      let replay = "instant"
      let isInMemory = true
      let replicas = 1
      /// In nanoseconds, a minute: as long as nothing is asked for while downstream requests a pause.
      let idleTime = 60_000_000_000

      private enum CodingKeys: String, CodingKey {
        case name
        case subject = "filter_subject"
        case start = "deliver_policy"
        case startSequence = "opt_start_seq"
        case acknowledgement = "ack_policy"
        case replay = "replay_policy"
        case isInMemory = "mem_storage"
        case replicas = "num_replicas"
        case idleTime = "inactive_threshold"
      }
    }

    private let stream: String
    private let configuration: Configuration

    private enum CodingKeys: String, CodingKey {
      case stream = "stream_name"
      case configuration = "config"
    }

    init(
      _ consumer: JetStreamConsumer, _ subject: String, _ start: KeyValueStore.Start, after revision: UInt64
    ) {
      stream = consumer.stream
      let policy =
        switch start {
        case _ where revision > 0: "by_start_sequence"
        case .newest: "last_per_subject"
        case .history, .now: "all"
        }
      configuration = Configuration(
        name: consumer.name, subject: subject, start: policy,
        startSequence: revision > 0 ? revision + 1 : nil)
    }
  }
#endif
