#if NATS
  import SignalsFoundation

  /// What a server stores, and how.
  public struct JetStreamStream: Hashable, Sendable {
    /// Where it keeps its messages.
    public enum Storage: String, Hashable, Sendable, Encodable {
      /// On the disk: what is acknowledged is there after a restart of the server.
      case file
      /// In memory: lost when the server ends, if there are no replicas.
      case memory
    }

    /// Which messages it keeps.
    public enum Retention: String, Hashable, Sendable, Encodable {
      /// All, up to its limits.
      case limits
      /// Those that have not been acknowledged: a queue of work.
      case workQueue = "workqueue"
      /// Those that a consumer has not acknowledged.
      case interest
    }

    /// What the server knows it by: one part of a subject.
    public var name: String
    /// What is published to these is stored; wildcards are allowed.
    public var subjects: [String]
    /// Where it keeps its messages.
    public var storage = Storage.file
    /// Which messages it keeps.
    public var retention = Retention.limits
    /// On how many servers of a cluster each message is stored: 1, 3 or 5.
    public var replicas = 1
    /// How many messages it keeps; the oldest are dropped. Nil: without a limit.
    public var messageLimit: Int?
    /// How many bytes it keeps; the oldest messages are dropped. Nil: without a limit.
    public var byteLimit: Int?
    /// How long it keeps a message; nil: without a limit.
    public var ageLimit: Duration?
    /// How long the server recognises a message that is published again, by its identifier. Longer than the retry budget of
    /// publishers, or a message may be stored twice.
    public var duplicateWindow = Duration.seconds(120)

    /// A stream that stores what is published to these subjects.
    public init(_ name: String, subjects: [String]) {
      self.name = name
      self.subjects = subjects
    }

    /// As the server takes it.
    struct Configuration: Encodable, Sendable {
      private let stream: JetStreamStream

      init(_ stream: JetStreamStream) { self.stream = stream }

      private enum CodingKeys: String, CodingKey {
        case name, subjects, storage, retention
        case replicas = "num_replicas"
        case messageLimit = "max_msgs"
        case byteLimit = "max_bytes"
        case ageLimit = "max_age"
        case duplicateWindow = "duplicate_window"
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(stream.name, forKey: .name)
        try container.encode(stream.subjects, forKey: .subjects)
        try container.encode(stream.storage, forKey: .storage)
        try container.encode(stream.retention, forKey: .retention)
        try container.encode(stream.replicas, forKey: .replicas)
        try container.encode(stream.messageLimit ?? -1, forKey: .messageLimit)
        try container.encode(stream.byteLimit ?? -1, forKey: .byteLimit)
        try container.encode(stream.ageLimit?.wholeNanoseconds ?? 0, forKey: .ageLimit)
        // The server refuses a window that is longer than the age.
        let window = min(stream.duplicateWindow, stream.ageLimit ?? stream.duplicateWindow)
        try container.encode(window.wholeNanoseconds, forKey: .duplicateWindow)
      }
    }
  }

  /// What a stream holds.
  public struct JetStreamState: Hashable, Sendable {
    /// How many messages it holds.
    public let messages: Int
    /// How many bytes they take.
    public let bytes: Int
    /// The number of the oldest message.
    public let firstSequence: UInt64
    /// The number of the newest message that was ever stored; 0 if there was none.
    public let lastSequence: UInt64
    /// The server that decides for the stream, in a cluster; nil while one is being elected.
    public let leader: String?
  }

  extension JetStreamState: Decodable {
    private enum CodingKeys: String, CodingKey { case state, cluster }

    private enum StateKeys: String, CodingKey {
      case messages, bytes
      case firstSequence = "first_seq"
      case lastSequence = "last_seq"
    }

    private struct Cluster: Decodable { let leader: String? }

    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let state = try container.nestedContainer(keyedBy: StateKeys.self, forKey: .state)
      messages = try state.decode(Int.self, forKey: .messages)
      bytes = try state.decode(Int.self, forKey: .bytes)
      firstSequence = try state.decode(UInt64.self, forKey: .firstSequence)
      lastSequence = try state.decode(UInt64.self, forKey: .lastSequence)
      leader = try container.decodeIfPresent(Cluster.self, forKey: .cluster)?.leader
    }
  }
#endif
