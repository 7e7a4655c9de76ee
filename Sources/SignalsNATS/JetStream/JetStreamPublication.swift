#if NATS
  import Foundation

  /// A message to be stored.
  public struct JetStreamPublication: Sendable {
    /// One of those that the stream keeps.
    public var subject: String
    /// What it carries.
    public var bytes: [UInt8]
    /// Names and values; they count as part of its size.
    public var headers: [String: [String]]
    /// What the server recognises a message by that is published again (`Nats-Msg-Id`). It stores one message with the same
    /// identifier only, within ``JetStreamStream/duplicateWindow``.
    public var identifier: String

    /// A message for a subject.
    ///
    /// - Parameters:
    ///   - bytes: What the message carries.
    ///   - subject: Where the message goes.
    ///   - identifier: One that comes with the data, such as the number of an order, also recognises what the program
    ///     publishes again after a restart. Without one each publication has its own.
    ///   - headers: Their names and values; more than one value for a name is allowed.
    public init(
      _ bytes: [UInt8], to subject: String, identifier: String? = nil, headers: [String: [String]] = [:]
    ) {
      self.bytes = bytes
      self.subject = subject
      self.identifier = identifier ?? Identifiers.next()
      self.headers = headers
    }

    /// A value as JSON.
    ///
    /// - Throws: `EncodingError`.
    public init(json value: some Encodable, to subject: String, identifier: String? = nil) throws {
      self.init(Array(try JSONEncoder().encode(value)), to: subject, identifier: identifier)
    }
  }

  /// The server has stored a publication.
  public struct JetStreamAcknowledgement: Hashable, Sendable {
    /// That of the publication.
    public let identifier: String
    /// The stream that it is stored in.
    public let stream: String
    /// Its number in the stream.
    public let sequence: UInt64
    /// It had been stored before under this identifier, and was not stored again.
    public let isDuplicate: Bool
  }

#endif
