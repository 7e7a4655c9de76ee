#if NATS
  /// Why something over NATS has failed.
  public struct NATSError: Error, Hashable {
    /// What went wrong, and what to do about it.
    public enum Cause: Hashable, Sendable {
      /// No server answers at any of the addresses. Start one, or correct the address.
      case cannotConnect
      /// An address cannot be read.
      case invalidAddress
      /// The server does not accept the credentials.
      case wrongCredentials
      /// No secure connection could be made: the certificate is not trusted, has another name, or is out of date; or one
      /// side insists on TLS and the other does not have it.
      case notSecure(String)
      /// No answer came in time. What was asked for may have been done all the same.
      case timedOut
      /// Nothing is subscribed to the subject; for JetStream also: the server has none, or its leader is being elected.
      case noResponders
      /// The program has closed the connection.
      case closed
      /// The connection is being drained and takes no new work.
      case draining
      /// The connection was lost, and so were all attempts to make it again.
      case connectionLost
      /// There is no connection at the moment, and the buffer for what is published meanwhile is full.
      case bufferFull
      /// The server takes no message of this size, in bytes.
      case messageTooLarge(size: Int, limit: Int)
      /// The subject is empty, longer than 2000 bytes, has an empty part, a space or a control character; or it has a wildcard
      /// where one subject is meant.
      case invalidSubject
      /// The name or the value of a header holds a character that would end it.
      case invalidHeader(String)
      /// The name of a stream, a consumer, a bucket or a queue group is empty, too long, or holds a character that is not allowed
      /// there.
      case invalidName(String)
      /// The key of a bucket is empty, longer than 1000 bytes, or holds something else than letters, digits, `-`, `_`, `=`, `/`
      /// and dots between them; or a pattern of keys does, which may also have `*` as a part, and `>` as the last one.
      case invalidKey
      /// The server does not permit it to this user.
      case notPermitted(String)
      /// JetStream has answered with an error.
      case refused(code: Int, errorCode: Int, String)
      /// JetStream has not acknowledged messages within the retry budget. Each of them may be stored or not; those that were
      /// acknowledged are. The text is what the last attempt came to.
      case notAcknowledged(count: Int, within: Duration, String)
      /// The consumer was deleted while messages were being taken from it.
      case consumerDeleted
      /// There is no such bucket. Create it, or correct the name.
      case noSuchBucket
      /// The key has another revision than the one that a change was to replace: nothing was changed. The newest revision is
      /// nil if the server does not name it. Read the entry again.
      case wrongRevision(expected: UInt64, newest: UInt64?)
      /// What the server has answered cannot be read.
      case malformedAnswer(String)
      /// Anything else that the C client reports.
      case client(code: Int, String)
    }

    /// The server, or all that were tried, without credentials.
    public let server: String
    /// The subject that it was about.
    public let subject: String?
    /// The stream of JetStream that it was about.
    public let stream: String?
    /// The consumer of JetStream that it was about.
    public let consumer: String?
    /// The key-value bucket that it was about.
    public let bucket: String?
    /// The key, or the pattern of keys, that it was about.
    public let key: String?
    /// What went wrong.
    public let cause: Cause

    /// A failure: for tests of code that handles failures.
    public init(
      server: String, subject: String? = nil, stream: String? = nil, consumer: String? = nil,
      bucket: String? = nil, key: String? = nil, _ cause: Cause
    ) {
      self.server = server
      self.subject = subject
      self.stream = stream
      self.consumer = consumer
      self.bucket = bucket
      self.key = key
      self.cause = cause
    }
  }

  extension NATSError: CustomStringConvertible {
    public var description: String {
      let place = [
        subject.map { "subject '\($0)'" }, stream.map { "stream '\($0)'" },
        consumer.map { "consumer '\($0)'" }, bucket.map { "bucket '\($0)'" }, key.map { "key '\($0)'" },
        server.isEmpty ? nil : server,
      ]
      return "NATS: \(place.compactMap { $0 }.joined(separator: ", ")): \(cause)"
    }
  }

  extension NATSError.Cause: CustomStringConvertible {
    public var description: String {
      switch self {
      case .cannotConnect: "no server answers; start one, or correct the address"
      case .invalidAddress: "the address cannot be read"
      case .wrongCredentials: "the server does not accept the credentials"
      case .notSecure(let text): "no secure connection: \(text)"
      case .timedOut: "no answer came in time"
      case .noResponders: "no responders: nothing is subscribed to the subject, or JetStream is not available"
      case .closed: "the connection was closed by the program"
      case .draining: "the connection is being drained"
      case .connectionLost: "the connection was lost, and could not be made again"
      case .bufferFull: "there is no connection, and the buffer for what is published meanwhile is full"
      case .messageTooLarge(let size, let limit): "\(size) bytes are too many: the server takes \(limit)"
      case .invalidSubject: "the subject is not valid"
      case .invalidHeader(let name): "the header '\(name)' is not valid"
      case .invalidName(let name): "the name '\(name)' is not valid"
      case .notPermitted(let text): "not permitted: \(text)"
      case .refused(let code, let errorCode, let text): "JetStream refuses: \(text) (\(code), \(errorCode))"
      case .notAcknowledged(let count, let time, let text):
        "\(count) messages were not acknowledged within \(time); the last attempt: \(text)"
      case .invalidKey: "the key is not valid"
      case .consumerDeleted: "the consumer was deleted"
      case .noSuchBucket: "there is no such bucket"
      case .wrongRevision(let expected, let newest):
        "the newest revision is \(newest.map { "\($0)" } ?? "another one"), not \(expected)"
      case .malformedAnswer(let text): "the answer of the server cannot be read: \(text)"
      case .client(let code, let text): "\(text) (\(code))"
      }
    }
  }
#endif
