#if NATS
  import Signals
  import SignalsFoundation

  /// Asks a consumer for messages, as long as downstream takes them.
  ///
  /// With `restarts` it goes on whatever becomes of a request. Without, it fails as soon as a message may have been lost,
  /// for a consumer whose messages are not acknowledged, and so are delivered once.
  ///
  /// It does not use what the C client has for this: the version of Debian writes beyond its memory there.
  final class Puller: Sendable {
    private struct State {
      /// How many messages were asked for and have not come.
      var outstanding = 0
      /// Counts what shows that the server knows of a request. A clock would cost more than the rest.
      var signs: UInt64 = 0
      /// How many there were when the timer has last looked, and since when there are no others.
      var seenSigns: UInt64 = 0
      var lastSign = Duration.zero
      /// Since when JetStream does not answer, although there is a connection.
      var silentSince: Duration?
      /// It goes on when downstream requests no pause.
      var waitsForResumption = false
      /// Something has failed for a moment: the timer requests again.
      var requestsLater = false
      /// The number of the last delivery; only looked at if nothing may be lost.
      var delivered: UInt64 = 0
      var feed: Feed?
      var hasEnded = false
    }

    private let connection: NATSConnection
    private let consumer: JetStreamConsumer
    private let batch: Int
    private let heartbeat: Duration
    private let patience: Duration
    private let restarts: Bool
    private let observer: Observer<JetStreamMessage, NATSError>
    private let output: PausableOutput<JetStreamMessage>
    private let lifetime: Lifetime
    /// Called at each heartbeat: there is nothing to deliver.
    private let onIdle: (@Sendable () -> Void)?
    private let inbox = Client.makeInbox()
    private let subject: String
    private let request: @Sendable (Int) -> [UInt8]
    private let state = Guarded(State())

    init(
      _ connection: NATSConnection, _ consumer: JetStreamConsumer, batch: Int, heartbeat: Duration,
      patience: Duration, restarts: Bool = true, _ observer: Observer<JetStreamMessage, NATSError>,
      _ lifetime: Lifetime, onIdle: (@Sendable () -> Void)? = nil
    ) {
      self.connection = connection
      self.consumer = consumer
      self.batch = batch
      self.heartbeat = heartbeat
      self.patience = patience
      self.restarts = restarts
      self.observer = observer
      // What two requests have asked for.
      output = PausableOutput(observer, lifetime, limit: 2 * batch)
      self.lifetime = lifetime
      self.onIdle = onIdle
      subject = "$JS.API.CONSUMER.MSG.NEXT.\(consumer.stream).\(consumer.name)"
      // The server refuses a heartbeat that is longer than half of the request, which has a limit.
      let beat = min(heartbeat.wholeNanoseconds, .max / 4)
      let expires = max(30_000_000_000, beat * 4)
      request = { count in
        Array(#"{"batch":\#(count),"expires":\#(expires),"idle_heartbeat":\#(beat)}"#.utf8)
      }
    }

    func begin() {
      do throws(NATSError) {
        let feed = try Feed(
          connection.client, inbox, limit: .max,
          onMessage: { [weak self] in self?.receive($0) })
        state.withLock { $0.feed = feed }
      } catch {
        return fail(error.cause)
      }
      // The lifetime holds the puller, and releases it at its end.
      lifetime.onEnd { [self] in end() }
      lifetime += connection.client.events.whenClosed { [weak self] failure in
        guard let self else { return }
        if let failure { fail(failure.cause) } else { output.complete() }
      }
      let changes = connection.state.producer.dropFirst().filter(\.isConnected)
      // Requests of the connection before are gone with it.
      lifetime += changes.startWithValues { [weak self] _ in
        // The time without a connection is none of the server's silence.
        guard let self else { return }
        if !restarts { return fail(.connectionLost) }
        state.withLock { $0.silentSince = nil }
        requestAgain()
      }
      output.holdsValues(of: lifetime, as: "messages(of:)")
      requestMessages()
      watch()
    }

    private func end() {
      let feed = state.withLock { state in
        state.hasEnded = true
        return state.feed.take()
      }
      feed?.dispose()
    }

    private func fail(_ cause: NATSError.Cause) {
      observer.fail(
        NATSError(
          server: connection.client.events.lastServer, stream: consumer.stream, consumer: consumer.name, cause
        ))
    }

    // MARK: Requests

    /// Asks for what is missing to a batch, unless that is less than half, or downstream requests a pause.
    private func requestMessages() {
      if lifetime.isPaused {
        let isFirst = state.withLock { state in
          defer { state.waitsForResumption = true }
          return !state.waitsForResumption
        }
        if isFirst {
          lifetime.whenResumed { [weak self] in
            self?.state.withLock { $0.waitsForResumption = false }
            self?.requestMessages()
          }
        }
        return
      }
      let now = connection.scheduler.now
      let count = state.withLock { state in
        guard !state.hasEnded, state.outstanding <= batch / 2 else { return 0 }
        let count = batch - state.outstanding
        if state.outstanding == 0 { state.lastSign = now }
        state.outstanding = batch
        return count
      }
      if count == 0 { return }
      do throws(NATSError) {
        try connection.client.publish(request(count), to: subject, replyTo: inbox, headers: [:])
      } catch {
        // The timer requests again; when the connection is closed, that ends the stream.
        state.withLock { state in
          state.outstanding -= count
          state.requestsLater = true
        }
      }
    }

    /// Asks as if nothing had been asked for. If the server still knows of the old requests, one batch more may come.
    private func requestAgain() {
      state.withLock { state in
        state.outstanding = 0
        state.requestsLater = false
      }
      requestMessages()
    }

    /// Looks after each heartbeat whether a request was lost.
    private func watch() {
      let timer = connection.scheduler.schedule(after: min(heartbeat, .seconds(1))) { [weak self] in
        guard let self, !state.withLock({ $0.hasEnded }) else { return }
        check()
        watch()
      }
      lifetime += timer
    }

    private func check() {
      guard connection.client.events.state.value.isConnected else { return }
      let now = connection.scheduler.now
      enum Next { case nothing, requestAgain, giveUp }
      let next: Next = state.withLock { state in
        if state.signs != state.seenSigns { (state.seenSigns, state.lastSign) = (state.signs, now) }
        if let since = state.silentSince, now - since >= patience { return .giveUp }
        if state.requestsLater { return .requestAgain }
        // While nothing was asked for, the server has nothing to say.
        guard state.outstanding > 0, now - state.lastSign > heartbeat * 2 else { return .nothing }
        if state.silentSince == nil { state.silentSince = state.lastSign }
        return .requestAgain
      }
      switch next {
      case .nothing: break
      case .requestAgain: if restarts { requestAgain() } else { fail(.noResponders) }
      case .giveUp: fail(.noResponders)
      }
    }

    // MARK: Receiving, on the thread of the subscription

    private func receive(_ message: borrowing ReceivedMessage) {
      // A message of a stream has a place there, whatever its headers say.
      let place = message.place
      if place == nil, let status = message.status {
        return receive(status: status, message)
      }
      let requestsMore = state.withLock { state in
        state.signs &+= 1
        state.silentSince = nil
        state.outstanding = max(0, state.outstanding - 1)
        return state.outstanding <= batch / 2
      }
      // What is no message of a consumer was sent to the inbox by another program.
      if let place {
        if !restarts, !isNext(place) { return fail(.connectionLost) }
        output.send(JetStreamMessage(message.keep(), place, consumer, connection))
      }
      if requestsMore { requestMessages() }
    }

    private func isNext(_ place: JetStreamMessage.Place) -> Bool {
      state.withLock { state in
        defer { state.delivered = place.delivery }
        return place.delivery == state.delivered + 1
      }
    }

    private func receive(status: Int, _ message: borrowing ReceivedMessage) {
      let now = connection.scheduler.now
      switch status {
      case 100:
        state.withLock { state in
          state.signs &+= 1
          state.silentSince = nil
        }
        onIdle?()
      case 404, 408:
        // A request has ended without all of its messages.
        let rest = message.header("Nats-Pending-Messages").flatMap { Int($0) }
        state.withLock { state in
          state.signs &+= 1
          state.silentSince = nil
          state.outstanding = rest.map { max(0, state.outstanding - $0) } ?? 0
        }
        requestMessages()
      case 409 where message.header("Description")?.contains("Consumer Deleted") == true:
        fail(.consumerDeleted)
      default:
        if !restarts { return fail(.noResponders) }
        // 409: the leader has changed, the server ends, or too many requests wait. 503: no leader at the moment, or no JetStream,
        // or no such consumer. The timer requests again.
        state.withLock { state in
          if status == 503, state.silentSince == nil { state.silentSince = now }
          state.outstanding = 0
          state.requestsLater = true
        }
      }
    }
  }
#endif
