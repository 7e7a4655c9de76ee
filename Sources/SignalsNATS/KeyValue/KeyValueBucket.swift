#if NATS
  import Signals
  import SignalsFoundation

  /// A key-value bucket, and how the server keeps it: the newest values of its keys, and as many older ones as `history` says.
  ///
  ///     var bucket = KeyValueBucket("settings")
  ///     bucket.history = 5
  ///     connection.jetStream.create(bucket)
  ///
  /// It is a stream with the name `KV_` and that of the bucket, as other clients of NATS make it, so they share buckets.
  public struct KeyValueBucket: Hashable, Sendable {
    /// What the server knows it by: letters, digits, `-` and `_`.
    public var name: String
    /// How many entries of each key are kept, the newest among them: 1 to 64.
    public var history = 1
    /// Where it is kept.
    public var storage = JetStreamStream.Storage.file
    /// On how many servers of a cluster each entry is stored: 1, 3 or 5.
    public var replicas = 1
    /// How long an entry is kept. One that is dropped for its age is not announced; see
    /// ``KeyValueStore/property(of:failure:)``. Nil: without a limit.
    public var ageLimit: Duration?
    /// How many bytes the bucket holds; what exceeds them is refused. Nil: without a limit. Give it room: the server counts a
    /// little less than an entry takes, and drops the oldest entry when the last that it takes goes beyond the limit (2.9.10).
    public var byteLimit: Int?
    /// How many bytes one entry may have, as the server counts: the value, and the headers of its message, which are less than
    /// 120 bytes. Larger ones are refused. Nil: as many as a message, ``NATSConnection/maximumMessageSize``.
    public var entryLimit: Int?

    /// A bucket without limits.
    public init(_ name: String) { self.name = name }

    func requireValid() {
      require((1...64).contains(history), "create(KeyValueBucket)", "the history must be 1 to 64", history)
      require(replicas > 0, "create(KeyValueBucket)", "the replicas must be at least 1", replicas)
      require(
        ageLimit ?? .seconds(1) > .zero, "create(KeyValueBucket)", "the age limit must be above zero",
        ageLimit ?? .zero)
      require(
        byteLimit ?? 1 > 0, "create(KeyValueBucket)", "the byte limit must be at least 1", byteLimit ?? 0)
      require(
        entryLimit ?? 1 > 0, "create(KeyValueBucket)", "the limit of an entry must be at least 1",
        entryLimit ?? 0)
    }

    /// As the server takes it.
    struct Configuration: Encodable, Sendable {
      let bucket: KeyValueBucket

      private enum CodingKeys: String, CodingKey {
        case name, subjects, storage, retention, discard
        case replicas = "num_replicas"
        case history = "max_msgs_per_subject"
        case byteLimit = "max_bytes"
        case ageLimit = "max_age"
        case entryLimit = "max_msg_size"
        case duplicateWindow = "duplicate_window"
        case allowsRollup = "allow_rollup_hdrs"
        case deniesDeletion = "deny_delete"
        case allowsDirect = "allow_direct"
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("KV_\(bucket.name)", forKey: .name)
        try container.encode(["$KV.\(bucket.name).>"], forKey: .subjects)
        try container.encode(bucket.storage, forKey: .storage)
        try container.encode(JetStreamStream.Retention.limits, forKey: .retention)
        // A full bucket refuses new values, instead of dropping other keys.
        try container.encode("new", forKey: .discard)
        try container.encode(bucket.replicas, forKey: .replicas)
        try container.encode(bucket.history, forKey: .history)
        try container.encode(bucket.byteLimit ?? -1, forKey: .byteLimit)
        try container.encode(bucket.ageLimit?.wholeNanoseconds ?? 0, forKey: .ageLimit)
        try container.encode(bucket.entryLimit ?? -1, forKey: .entryLimit)
        // The server refuses a window that is longer than the age.
        let window = min(.seconds(120), bucket.ageLimit ?? .seconds(120))
        try container.encode(window.wholeNanoseconds, forKey: .duplicateWindow)
        // Purging a key replaces all of its entries by one; entries are deleted in no other way.
        try container.encode(true, forKey: .allowsRollup)
        try container.encode(true, forKey: .deniesDeletion)
        try container.encode(true, forKey: .allowsDirect)
      }
    }
  }

  extension JetStream {
    /// Creates a key-value bucket, or does nothing if there is one with the same configuration.
    ///
    /// - Completes: when there is such a bucket.
    /// - Fails: with ``NATSError/Cause/refused(code:errorCode:_:)``, for example if there is another bucket of this name; with
    ///   ``NATSError/Cause/noResponders`` if the server has no JetStream; with ``NATSError/Cause/timedOut`` and
    ///   ``NATSError/Cause/invalidName(_:)``.
    /// - Precondition: `history` is 1 to 64, all limits are above zero.
    public func create(_ bucket: KeyValueBucket) -> SignalProducer<Never, NATSError> {
      bucket.requireValid()
      let store = keyValue(bucket.name)
      return store.checkingName(
        request(
          "STREAM.CREATE.\(store.stream)", KeyValueBucket.Configuration(bucket: bucket), stream: store.stream)
      ).mapError { store.failure($0, nil) }
    }

    /// Deletes a key-value bucket with all of its entries. Properties and changes of it end.
    ///
    /// - Fails: with ``NATSError/Cause/noSuchBucket``, and as the creation of a bucket does.
    public func delete(bucket: String) -> SignalProducer<Never, NATSError> {
      let store = keyValue(bucket)
      return store.checkingName(delete(stream: store.stream)).mapError { store.failure($0, nil) }
    }

    /// Reads and changes a key-value bucket. Nothing is sent: whether there is such a bucket shows when it is used.
    public func keyValue(_ bucket: String) -> KeyValueStore { KeyValueStore(jetStream: self, bucket: bucket) }
  }
#endif
