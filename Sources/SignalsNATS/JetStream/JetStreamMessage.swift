#if NATS
  import Foundation
  import Signals
  import SignalsFoundation

  /// A message of a stream, on its way through a consumer.
  ///
  /// Until it is acknowledged, the server delivers it again after ``JetStreamConsumer/acknowledgementTime``.
  public struct JetStreamMessage: Sendable {
    let content: Content

    /// - Parameter consumer: The one that it was taken from.
    init(_ message: KeptMessage, _ place: Place, _ consumer: JetStreamConsumer, _ connection: NATSConnection)
    {
      content = Content(message, place, consumer, connection)
    }

    /// The one that it was published to.
    public var subject: String { content.message.subject }

    /// - Complexity: O(n): each time the bytes are copied.
    public var bytes: [UInt8] { content.message.bytes }

    /// The names of headers as they were sent; upper and lower case differ.
    ///
    /// - Complexity: O(n): each time they are read anew.
    public var headers: [String: [String]] { content.message.headers }

    /// The stream that it is stored in.
    public var stream: String { content.consumer.stream }

    /// The consumer that it was taken from.
    public var consumer: String { content.consumer.name }

    /// Its number in the stream: that of the acknowledgement of its publication.
    public var sequence: UInt64 { content.place.sequence }

    /// How often it was delivered, with this time: 1, or more after a redelivery.
    public var deliveryCount: Int { content.place.deliveryCount }

    /// How many messages the consumer had not delivered yet when this one was.
    public var undelivered: Int { content.place.undelivered }

    /// When it was stored, in nanoseconds since 1970.
    public var timestamp: Int64 { content.place.timestamp }

    /// The bytes as text; what is not UTF-8 is replaced.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The bytes as JSON.
    ///
    /// - Throws: `DecodingError` if they are not JSON, or not of this type: what arrives may be anything.
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
      try JSONDecoder().decode(type, from: Data(bytes))
    }

    // MARK: What becomes of it

    /// The message is done. Sent to the server without waiting: if that is lost, the message is delivered again.
    ///
    /// - Throws: ``NATSError/Cause/closed``, ``NATSError/Cause/bufferFull``: then the message is delivered again.
    public func acknowledge() throws(NATSError) { try answer("+ACK") }

    /// Acknowledges the message at each start, and completes when the server has confirmed that: for the last messages before a
    /// program ends, and for what must not be handled twice.
    ///
    ///     message.acknowledging().retry(RetryPolicy(limit: 5, delay: .constant(.milliseconds(200))))
    ///
    /// No thread waits. The message may be acknowledged again. The confirmation comes on a thread of the client that all
    /// answers of the connection come on, so do not block there.
    ///
    /// What is confirmed is not delivered again, as long as the server goes on, or one of several replicas does. A single
    /// server writes it to its file some tenths of a second later: if it is killed in between, the message comes again. So
    /// does one that the leader of several replicas has confirmed just before it is killed, if it is older than 2.10.16.
    ///
    /// - Parameter timeout: How long the confirmation may take.
    /// - Completes: when the server has confirmed it.
    /// - Fails: with ``NATSError/Cause/timedOut``, and then it is unknown whether the message is delivered again; with
    ///   ``NATSError/Cause/noResponders`` if the consumer is not there any more; with ``NATSError/Cause/bufferFull``,
    ///   ``NATSError/Cause/closed`` and ``NATSError/Cause/connectionLost``.
    /// - Buffers: nothing.
    public func acknowledging(within timeout: Duration = .seconds(5)) -> SignalProducer<Never, NATSError> {
      let (stream, consumer) = (stream, consumer)
      return content.connection.request(Array("+ACK".utf8), of: content.message.reply, timeout: timeout)
        .on(starting: { [content] in content.isAnswered.value = true })
        .compactMap { _ in Never?.none }
        .mapError { NATSError(server: $0.server, stream: stream, consumer: consumer, $0.cause) }
    }

    /// The message could not be handled now: it is delivered again, after `delay`.
    ///
    /// - Throws: as ``acknowledge()`` does.
    public func refuse(delay: Duration = .zero) throws(NATSError) {
      try answer(delay > .zero ? "-NAK {\"delay\": \(delay.wholeNanoseconds)}" : "-NAK")
    }

    /// The message can never be handled: it is not delivered again.
    ///
    /// - Throws: as ``acknowledge()`` does.
    public func reject() throws(NATSError) { try answer("+TERM") }

    /// The message is still being handled: its time begins anew.
    ///
    /// - Throws: as ``acknowledge()`` does.
    public func reportProgress() throws(NATSError) { try send("+WPI") }

    /// For `handled(by:)`. What cannot be acknowledged comes again: at least once.
    func acknowledgeUnlessAnswered() {
      if !content.isAnswered.value { try? acknowledge() }
    }

    private func answer(_ text: String) throws(NATSError) {
      content.isAnswered.value = true
      try send(text)
    }

    private func send(_ answer: String) throws(NATSError) {
      try content.message.answer(answer, content.connection.client)
    }
  }

  extension JetStreamMessage {
    /// Where a message stands, as its reply subject says:
    /// `$JS.ACK.<stream>.<consumer>.<deliveries>.<sequence>.<of consumer>.<time>.<undelivered>`; newer servers write the
    /// domain and the account before, and a random part behind.
    package struct Place: Equatable {
      package var deliveryCount = 0
      package var sequence: UInt64 = 0
      /// Its number among the deliveries of the consumer, from 1.
      package var delivery: UInt64 = 0
      package var timestamp: Int64 = 0
      package var undelivered = 0

      /// Reads the text where it lies: there is one for each message.
      package init?(_ reply: UnsafePointer<CChar>) {
        for (index, character) in "$JS.ACK.".utf8.enumerated()
        where UInt8(bitPattern: reply[index]) != character {
          return nil
        }
        // The numbers of all parts; those that are none are -1.
        var count = 2
        var numbers: (Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64) = (
          -1, -1, -1, -1, -1, -1, -1, -1
        )
        var (index, number) = (8, Int64(0))
        var hasDigits = false
        while true {
          let character = UInt8(bitPattern: reply[index])
          if character == UInt8(ascii: ".") || character == 0 {
            let part = hasDigits ? number : -1
            // The last eight parts, the newest last.
            numbers = (
              numbers.1, numbers.2, numbers.3, numbers.4, numbers.5, numbers.6, numbers.7, part
            )
            (number, hasDigits, count) = (0, false, count + 1)
            if character == 0 { break }
            // A random part comes behind the twelfth.
            if count == 11, reply[index + 1] != 0 { break }
          } else if number >= 0, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character),
            number < Int64.max / 10 - 9
          {
            (number, hasDigits) = (number * 10 + Int64(character - UInt8(ascii: "0")), true)
          } else {
            (number, hasDigits) = (-1, false)
          }
          index += 1
        }
        guard count == 9 || count == 11 else { return nil }
        guard numbers.3 >= 0, numbers.4 >= 0, numbers.5 >= 0, numbers.6 >= 0, numbers.7 >= 0 else {
          return nil
        }
        deliveryCount = Int(numbers.3)
        sequence = UInt64(numbers.4)
        delivery = UInt64(numbers.5)
        timestamp = numbers.6
        undelivered = Int(numbers.7)
      }
    }

    /// One reference, whatever a message says: a chain copies it many times.
    final class Content: Sendable {
      let message: KeptMessage
      let place: Place
      let consumer: JetStreamConsumer
      let connection: NATSConnection
      /// Whether the program has said what becomes of the message.
      let isAnswered = AtomicFlag()

      init(
        _ message: KeptMessage, _ place: Place, _ consumer: JetStreamConsumer, _ connection: NATSConnection
      ) {
        self.message = message
        self.place = place
        self.consumer = consumer
        self.connection = connection
      }
    }
  }
#endif
