#if NATS
  import Foundation
  import Signals
  import SignalsNATS
  import TestSupport
  import Testing

  /// What became of numbered messages: published to a stream, and taken from it, while something fails.
  struct Figures: CustomStringConvertible {
    var published = 0
    /// Stored, as far as the publisher was told.
    var acknowledged: Set<String> = []
    /// What the consumer has received, each one once.
    var received: Set<String> = []
    /// What the consumer has received again.
    var duplicates = 0
    /// How many messages are stored.
    var stored = 0
    /// The longest time between two acknowledgements.
    var gap = Duration.zero

    /// Acknowledged, and not there.
    var missing: Int { acknowledged.subtracting(received).count }

    var description: String {
      """
      published \(published), acknowledged \(acknowledged.count), stored \(stored), received \(received.count), \
      received again \(duplicates), acknowledged and missing \(missing), longest gap \
      \(gap.formatted(.units(allowed: [.milliseconds])))
      """
    }
  }

  /// Publishes numbers, and takes them with a consumer at the same time.
  final class Load: Sendable {
    private struct State {
      var figures = Figures()
      var last: ContinuousClock.Instant?
      var end: Event<JetStreamAcknowledgement, NATSError>?
      var failure: NATSError?
    }

    private let state = Guarded(State())
    private let starts = CompositeDisposable()
    let consumer: JetStreamConsumer

    var figures: Figures { state.withLock { $0.figures } }
    var acknowledged: Int { state.withLock { $0.figures.acknowledged.count } }
    var received: Int { state.withLock { $0.figures.received.count } }
    var end: Event<JetStreamAcknowledgement, NATSError>? { state.withLock { $0.end } }
    /// Why the consumer has ended.
    var failure: NATSError? { state.withLock { $0.failure } }

    init(
      _ count: Int, to publisher: JetStream, from taker: JetStream, replicas: Int = 1, window: Int = 256,
      retries: JetStreamRetries = JetStreamRetries(attempt: .seconds(1))
    ) async throws {
      var stream = JetStreamStream("load", subjects: ["load.>"])
      stream.replicas = replicas
      // A cluster may need a while until it has a leader, and knows all of its servers.
      let untilReady = RetryPolicy<NATSError>(limit: 120, delay: .constant(.milliseconds(250)))
      try await publisher.create(stream).retry(untilReady).completion()
      var consumer = JetStreamConsumer("taker", of: "load")
      // What is lost on its way comes again after this time.
      consumer.acknowledgementTime = .seconds(3)
      self.consumer = consumer
      try await taker.create(consumer).retry(untilReady).completion()
      let state = state
      starts += taker.messages(of: consumer, batch: 200, heartbeat: .milliseconds(500))
        .handled { message in
          state.withLock {
            if !$0.figures.received.insert(message.text).inserted { $0.figures.duplicates += 1 }
          }
        }
        .start(Observer(failed: { error in state.withLock { $0.failure = error } }))
      let numbers = SignalProducer<Int, Never>(0..<count).map { number in
        state.withLock { $0.figures.published += 1 }
        return JetStreamPublication(Array("\(number)".utf8), to: "load.numbers", identifier: "\(number)")
      }
      starts += publisher.publish(numbers, window: window, retries: retries).start { event in
        state.withLock { state in
          guard let value = event.value else { return state.end = event }
          state.figures.acknowledged.insert(value.identifier)
          let now = ContinuousClock.now
          if let last = state.last { state.figures.gap = max(state.figures.gap, now - last) }
          state.last = now
        }
      }
    }

    /// Waits until this part of the messages is acknowledged.
    func reach(_ count: Int, within limit: Duration = .seconds(60)) async throws {
      try #require(await eventually(within: limit) { acknowledged >= count }, "\(figures)")
    }

    /// Waits for the end of both, and says what became of the messages.
    func finish(_ jetStream: JetStream, _ name: String) async throws -> Figures {
      try #require(await eventually(within: .seconds(90)) { end != nil }, "\(figures)")
      try #require(await eventually(within: .seconds(60)) { figures.missing == 0 }, "\(figures)")
      starts.dispose()
      state.withLock { _ in }
      let stored =
        try await jetStream.state(ofStream: "load")
        .retry(RetryPolicy(limit: 120, delay: .constant(.milliseconds(250))))
        .completion().first?.messages ?? -1
      state.withLock { $0.figures.stored = stored }
      print("figures: \(name): \(figures)")
      return figures
    }
  }
#endif
