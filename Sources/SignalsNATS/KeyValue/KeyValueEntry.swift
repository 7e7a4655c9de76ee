#if NATS
  import Foundation

  /// What a key of a bucket was set to, or that it was deleted.
  public struct KeyValueEntry: Hashable, Sendable {
    /// What an entry says.
    public enum Operation: Hashable, Sendable {
      /// The key has a value.
      case put
      /// The key was deleted. Older entries are kept as far as the history goes.
      case delete
      /// The key was deleted with all of its older entries.
      case purge
    }

    /// The key.
    public var key: String
    /// The value; empty if the key was deleted.
    public var bytes: [UInt8]
    /// Its number among all entries of the bucket, from 1: the later, the higher.
    public var revision: UInt64
    /// When it was stored, in nanoseconds since 1970, by the clock of the server.
    public var timestamp: Int64
    /// Whether the key was set or deleted.
    public var operation: Operation

    /// An entry: for tests of code that handles entries.
    public init(
      key: String, bytes: [UInt8], revision: UInt64, timestamp: Int64 = 0, operation: Operation = .put
    ) {
      self.key = key
      self.bytes = bytes
      self.revision = revision
      self.timestamp = timestamp
      self.operation = operation
    }

    /// Whether the key has a value since then.
    public var isPresent: Bool { operation == .put }

    /// The bytes as text; what is not UTF-8 is replaced.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The bytes as JSON.
    ///
    /// - Throws: `DecodingError` if they are not JSON, or not of this type: another program may have written anything.
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
      try JSONDecoder().decode(type, from: Data(bytes))
    }
  }

  extension KeyValueEntry {
    /// A message of a watch.
    init(_ message: JetStreamMessage, _ prefix: String) {
      self.init(
        key: String(message.subject.dropFirst(prefix.count)), bytes: message.bytes,
        revision: message.sequence, timestamp: message.timestamp,
        operation: Operation(message.headers["KV-Operation"]?.first))
    }

    /// What JetStream answers to the question for a message. Nil if it cannot be read.
    init?(_ stored: StoredMessage, _ prefix: String) {
      guard let timestamp = nanoseconds(stored.time), let bytes = Data(base64Encoded: stored.data ?? ""),
        let headers = Data(base64Encoded: stored.hdrs ?? ""), stored.subject.hasPrefix(prefix)
      else { return nil }
      let operation = headers.withUnsafeBytes { HeaderBlock($0)?.fields["KV-Operation"]?.first }
      self.init(
        key: String(stored.subject.dropFirst(prefix.count)), bytes: Array(bytes), revision: stored.seq,
        timestamp: timestamp, operation: Operation(operation))
    }
  }

  extension KeyValueEntry.Operation {
    fileprivate init(_ header: String?) {
      switch header {
      case "DEL": self = .delete
      case "PURGE": self = .purge
      default: self = .put
      }
    }
  }

  struct StoredMessage: Decodable, Sendable {
    let subject: String
    let seq: UInt64
    let hdrs: String?
    let data: String?
    let time: String
  }

  /// Of a time such as `2026-11-24T10:38:17.620710167Z`, since 1970. Foundation reads three digits of the fraction.
  package func nanoseconds(_ time: String) -> Int64? {
    guard let match = time.wholeMatch(of: #/([0-9T:-]{19})(?:\.([0-9]{1,9}))?Z/#),
      let date = try? Date("\(match.1)Z", strategy: .iso8601)
    else { return nil }
    let digits = match.2.map(String.init) ?? ""
    let fraction = Int64(digits + String(repeating: "0", count: 9 - digits.count)) ?? 0
    let (product, isTooLarge) = Int64(date.timeIntervalSince1970).multipliedReportingOverflow(
      by: 1_000_000_000)
    return isTooLarge ? nil : product + fraction
  }
#endif
