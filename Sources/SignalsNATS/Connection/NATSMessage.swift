#if NATS
  import Foundation

  /// A message of a subject.
  public struct NATSMessage: Hashable, Sendable {
    /// The one that it was published to, without wildcards.
    public var subject: String
    /// What it carries; it may be empty, and anything.
    public var bytes: [UInt8]
    /// The names of headers as they were sent; upper and lower case differ.
    public var headers: [String: [String]]
    /// Where an answer is expected.
    public var replySubject: String?

    /// A message: for tests of code that handles messages.
    public init(
      subject: String, bytes: [UInt8], headers: [String: [String]] = [:], replySubject: String? = nil
    ) {
      self.subject = subject
      self.bytes = bytes
      self.headers = headers
      self.replySubject = replySubject
    }

    /// The bytes as text; what is not UTF-8 is replaced.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The bytes as JSON.
    ///
    /// - Throws: `DecodingError` if they are not JSON, or not of this type: what arrives may be anything.
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
      try JSONDecoder().decode(type, from: Data(bytes))
    }
  }

  extension NATSMessage {
    init(_ message: borrowing ReceivedMessage) {
      let reply = message.reply
      self.init(
        subject: message.subject, bytes: message.bytes, headers: message.headers,
        replySubject: reply.isEmpty ? nil : reply)
    }
  }
#endif
