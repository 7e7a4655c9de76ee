#if HTTP
  import Foundation
  import Signals

  /// What to send, and what to expect of the answer.
  ///
  ///     var request = HTTPRequest("https://example.com/words")
  ///     request.fields["Accept"] = "text/plain"
  public struct HTTPRequest: Sendable {
    /// `GET`, `POST` or any other token. Where the server redirects a `POST` with 301, 302 or 303, a `GET` follows, as in
    /// browsers.
    public var method: String
    /// An absolute URL with the scheme `http` or `https`.
    public var url: String
    /// What is sent besides what libcurl sends itself: `Host`, `User-Agent`, `Accept`, `Accept-Encoding` and the length of the
    /// body. Such a field here takes its place. `Authorization` and `Cookie` are not sent on to another host.
    public var fields: HTTPFields = [:]
    /// Nil: none.
    public var body: HTTPBody?
    /// What the server knows the program by; nil: what the URL says. They are not sent on to another host.
    public var credentials: HTTPCredentials?
    /// How many redirections are followed; with 0 a redirection is a response like any other.
    public var redirects = 20
    /// How long making the connection may take.
    public var connectTimeout = Duration.seconds(30)
    /// How long nothing may come and nothing be sent, in whole seconds, rounded up; nil: without end. The time stands still
    /// while downstream requests a pause, and while the body of the request has nothing to send.
    public var idleTimeout: Duration? = .seconds(60)
    /// How long everything may take, pauses included; nil: without end.
    public var totalTimeout: Duration?
    /// How many bytes the body of the response may have, after decompression; nil: any number.
    public var maximumBodySize: Int?
    /// Whether the server may compress the body, which arrives decompressed.
    public var decompresses = true

    /// A request; everything else can be set afterwards.
    public init(_ url: String, method: String = "GET", body: HTTPBody? = nil) {
      self.url = url
      self.method = method
      self.body = body
    }

    /// A request for a URL of Foundation.
    public init(_ url: URL, method: String = "GET", body: HTTPBody? = nil) {
      self.init(url.absoluteString, method: method, body: body)
    }

    /// A `POST` of a value as JSON.
    ///
    /// - Throws: What the encoder does.
    public init(_ url: String, postingJSON value: some Encodable) throws {
      self.init(url, method: "POST", body: .bytes(Array(try JSONEncoder().encode(value))))
      fields["Content-Type"] = "application/json"
    }
  }

  /// The body of a request: a producer, which is started when the body is sent, and again where libcurl has to send it again,
  /// after a redirection or a demand for credentials.
  public struct HTTPBody: Sendable {
    /// Why a producer has failed.
    struct Failure: Error { let text: String }

    let producer: SignalProducer<[UInt8], Failure>
    let length: Int?

    /// Bytes that are there.
    public static func bytes(_ bytes: [UInt8]) -> HTTPBody {
      HTTPBody(producer: SignalProducer(value: bytes), length: bytes.count)
    }

    /// Bytes that come piece by piece. The producer is paused while 64 KiB wait for the socket. It works on the thread of the
    /// client unless it has a thread of its own: one that takes long belongs behind `start(on:)`.
    ///
    /// - Parameters:
    ///   - producer: Its failure is the failure of the request, ``HTTPError/Cause/requestBody(_:)``.
    ///   - length: How many bytes come; one more or less is a failure. Nil: not known, and HTTP/1.1 sends chunks.
    /// - Precondition: `length` is not negative.
    public static func stream<Failure: Error>(
      _ producer: SignalProducer<[UInt8], Failure>, length: Int? = nil
    ) -> HTTPBody {
      require(length ?? 0 >= 0, "stream(_:length:)", "the length must not be negative", length ?? 0)
      return HTTPBody(producer: producer.mapError { .init(text: "\($0)") }, length: length)
    }
  }

  /// What a server knows the program by.
  public enum HTTPCredentials: Hashable, Sendable {
    /// A name and a password, sent with the first request.
    case basic(String, password: String)
    /// A name and a password, of which only a digest is sent, once the server has demanded it.
    case digest(String, password: String)
    /// A token, as OAuth has them.
    case bearer(String)
  }

  extension HTTPCredentials: CustomStringConvertible {
    /// Without passwords and tokens: this may end up in a log.
    public var description: String {
      switch self {
      case .basic(let name, _), .digest(let name, _): "user '\(name)'"
      case .bearer: "a token"
      }
    }
  }
#endif
