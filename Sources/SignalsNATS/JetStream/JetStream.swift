#if NATS
  import Foundation
  import Signals

  /// The part of NATS that stores messages: streams keep what is published, consumers hand it out until it is acknowledged.
  ///
  ///     let jetStream = connection.jetStream
  ///     jetStream.create(JetStreamStream("orders", subjects: ["orders.>"]))
  ///
  /// All of it is sent to the server as requests; no thread waits for the answers.
  public struct JetStream: Sendable {
    /// The connection that everything goes over.
    public let connection: NATSConnection
    /// How long the server may take to answer a request that is no publication.
    public var timeout = Duration.seconds(5)

    /// Creates a stream, or does nothing if there is one with the same configuration.
    ///
    /// - Completes: when there is such a stream.
    /// - Fails: with ``NATSError/Cause/refused(code:errorCode:_:)``, for example if there is another stream of this name or for
    ///   these subjects; with ``NATSError/Cause/noResponders`` if the server has no JetStream; with
    ///   ``NATSError/Cause/timedOut`` and ``NATSError/Cause/invalidName(_:)``.
    public func create(_ stream: JetStreamStream) -> SignalProducer<Never, NATSError> {
      request("STREAM.CREATE.\(stream.name)", JetStreamStream.Configuration(stream), stream: stream.name)
    }

    /// Deletes a stream with all that it has stored.
    ///
    /// - Fails: as the creation of a stream does.
    public func delete(stream: String) -> SignalProducer<Never, NATSError> {
      request("STREAM.DELETE.\(stream)", Empty?.none, stream: stream)
    }

    /// What a stream holds, once, at each start.
    ///
    /// - Fails: with ``NATSError/Cause/refused(code:errorCode:_:)`` if there is no such stream, and as the creation of a stream does.
    public func state(ofStream stream: String) -> SignalProducer<JetStreamState, NATSError> {
      answer(to: "STREAM.INFO.\(stream)", Empty?.none, stream: stream)
    }

    /// Creates a consumer, or does nothing if there is one with the same configuration.
    ///
    /// - Fails: as the creation of a stream does.
    public func create(_ consumer: JetStreamConsumer) -> SignalProducer<Never, NATSError> {
      request(
        "CONSUMER.DURABLE.CREATE.\(consumer.stream).\(consumer.name)", NewConsumer(consumer),
        stream: consumer.stream, consumer: consumer.name)
    }

    /// Deletes a consumer: runs that take messages from it fail.
    ///
    /// - Fails: as the creation of a stream does.
    public func delete(_ consumer: JetStreamConsumer) -> SignalProducer<Never, NATSError> {
      request(
        "CONSUMER.DELETE.\(consumer.stream).\(consumer.name)", Empty?.none, stream: consumer.stream,
        consumer: consumer.name)
    }

    /// How far a consumer has come, once, at each start.
    ///
    /// - Fails: as the creation of a stream does.
    public func state(of consumer: JetStreamConsumer) -> SignalProducer<JetStreamConsumerState, NATSError> {
      answer(
        to: "CONSUMER.INFO.\(consumer.stream).\(consumer.name)", Empty?.none, stream: consumer.stream,
        consumer: consumer.name)
    }

    func request(
      _ api: String, _ body: (some Encodable & Sendable)?, stream: String, consumer: String? = nil
    ) -> SignalProducer<Never, NATSError> {
      let answers: SignalProducer<Empty, NATSError> = answer(
        to: api, body, stream: stream, consumer: consumer)
      return answers.compactMap { _ in Never?.none }
    }

    func answer<Answer: Decodable & Sendable>(
      to api: String, _ body: (some Encodable & Sendable)?, stream: String, consumer: String? = nil
    ) -> SignalProducer<Answer, NATSError> {
      let server = connection.client.events.lastServer
      @Sendable func failure(_ cause: NATSError.Cause) -> NATSError {
        NATSError(server: server, stream: stream, consumer: consumer, cause)
      }
      for name in [stream, consumer].compactMap({ $0 }) where !Names.isName(name) {
        return SignalProducer(error: failure(.invalidName(name)))
      }
      // Configurations hold text, numbers and lists of them: there is JSON for each of them.
      let bytes = body.flatMap { try? JSONEncoder().encode($0) }.map(Array.init) ?? []
      return connection.request(bytes, of: "$JS.API.\(api)", timeout: timeout)
        .mapError { failure($0.cause) }
        .attemptMap { (message: NATSMessage) -> Result<Answer, NATSError> in
          if let refusal = try? message.decoded(as: Refusal.self) { return .failure(failure(refusal.cause)) }
          do {
            return .success(try message.decoded())
          } catch {
            return .failure(failure(.malformedAnswer(String(message.text.prefix(200)))))
          }
        }
    }

    struct Empty: Codable, Sendable {}

    private struct NewConsumer: Encodable, Sendable {
      let stream: String
      let configuration: JetStreamConsumer

      enum CodingKeys: String, CodingKey {
        case stream = "stream_name"
        case configuration = "config"
      }

      init(_ consumer: JetStreamConsumer) {
        stream = consumer.stream
        configuration = consumer
      }
    }
  }

  extension NATSConnection {
    /// What the server stores.
    public var jetStream: JetStream { JetStream(connection: self) }
  }

  /// An answer that is an error.
  struct Refusal: Decodable {
    struct Content: Decodable {
      let code: Int
      let errorCode: Int?
      let description: String?

      enum CodingKeys: String, CodingKey {
        case code, description
        case errorCode = "err_code"
      }
    }

    let error: Content

    var cause: NATSError.Cause {
      .refused(code: error.code, errorCode: error.errorCode ?? 0, error.description ?? "")
    }
  }
#endif
