#if NATS
  import SignalsFoundation

  /// A place in a stream that the server remembers under a name: all programs that take messages of the same consumer
  /// share them.
  public struct JetStreamConsumer: Hashable, Sendable {
    /// The first message of a consumer that is new.
    public enum Start: Hashable, Sendable {
      /// The oldest that is stored.
      case first
      /// What is published from now on.
      case new
      /// The one with this number.
      case sequence(UInt64)
    }

    /// The stream whose messages it hands out.
    public var stream: String
    /// What the server knows it by: one part of a subject.
    public var name: String
    /// Nil: all subjects of the stream.
    public var subject: String?
    /// Where a new consumer begins.
    public var start = Start.first
    /// How long a message may be in work; then it is delivered again. Report progress for what takes longer. Messages that
    /// wait in the program count too, so a batch has to be done within this time.
    public var acknowledgementTime = Duration.seconds(30)
    /// How often a message is delivered at most; nil: until it is acknowledged.
    public var deliveryLimit: Int?
    /// How many messages may be in work, in all programs together; the server delivers no more until one is acknowledged.
    public var unacknowledgedLimit = 20_000

    /// A consumer: `JetStreamConsumer("billing", of: "orders")`.
    public init(_ name: String, of stream: String) {
      self.name = name
      self.stream = stream
    }
  }

  /// As the server takes it.
  extension JetStreamConsumer: Encodable {
    private enum CodingKeys: String, CodingKey {
      case name = "durable_name"
      case subject = "filter_subject"
      case start = "deliver_policy"
      case startSequence = "opt_start_seq"
      case acknowledgement = "ack_policy"
      case acknowledgementTime = "ack_wait"
      case deliveryLimit = "max_deliver"
      case unacknowledgedLimit = "max_ack_pending"
      case replay = "replay_policy"
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encodeIfPresent(subject, forKey: .subject)
      switch start {
      case .first: try container.encode("all", forKey: .start)
      case .new: try container.encode("new", forKey: .start)
      case .sequence(let sequence):
        try container.encode("by_start_sequence", forKey: .start)
        try container.encode(sequence, forKey: .startSequence)
      }
      try container.encode("explicit", forKey: .acknowledgement)
      try container.encode(acknowledgementTime.wholeNanoseconds, forKey: .acknowledgementTime)
      try container.encode(deliveryLimit ?? -1, forKey: .deliveryLimit)
      try container.encode(unacknowledgedLimit, forKey: .unacknowledgedLimit)
      try container.encode("instant", forKey: .replay)
    }
  }

  /// How far a consumer has come.
  public struct JetStreamConsumerState: Hashable, Sendable, Decodable {
    /// Messages that were not delivered yet.
    public let undelivered: Int
    /// Messages that were delivered and are not acknowledged.
    public let unacknowledged: Int
    /// Messages that were delivered more than once and are not acknowledged.
    public let redelivered: Int
    /// Requests of programs that wait for messages.
    public let waitingRequests: Int

    private enum CodingKeys: String, CodingKey {
      case undelivered = "num_pending"
      case unacknowledged = "num_ack_pending"
      case redelivered = "num_redelivered"
      case waitingRequests = "num_waiting"
    }
  }
#endif
