#if HTTP
  import Signals

  /// What a server says before the body of its response.
  public struct HTTPHead: Hashable, Sendable {
    /// Where the response comes from, after redirections; without credentials.
    public var url: String
    /// The status code, such as 200 or 404.
    public var status: Int
    /// The version of HTTP, such as `1.1` or `2`.
    public var version: String
    /// The header fields.
    public var fields: HTTPFields

    /// A head, as tests make it.
    public init(url: String, status: Int, version: String = "1.1", fields: HTTPFields = [:]) {
      self.url = url
      self.status = status
      self.version = version
      self.fields = fields
    }

    /// Whether the status says that all went well.
    public var isSuccess: Bool { (200..<300).contains(status) }
  }

  /// A response whose head has come, and whose body can be started.
  ///
  /// While the body is not started, the server has to wait. When the last copy of the response is gone and its body was never
  /// started, the transfer is cancelled.
  public struct HTTPStreamedResponse: Sendable {
    /// What the server said before the body.
    public let head: HTTPHead
    private let content: Body

    init(_ head: HTTPHead, of transfer: Transfer) {
      self.head = head
      content = Body(transfer)
    }

    /// The bytes of the body, piece by piece, on the thread of the client. It can be started once.
    ///
    /// While a pause is requested nothing is read from the connection, so that the server has to wait. Disposing of the start
    /// cancels the transfer; the connection is closed, or with HTTP/2 the stream.
    ///
    /// - Completes: when the whole body has come.
    /// - Fails: when it does not come whole; with ``HTTPError/Cause/bodyTaken`` if it was started before.
    /// - Buffers: one piece of at most 16 KiB, besides what the system and libcurl have received already.
    public var body: SignalProducer<[UInt8], HTTPError> {
      SignalProducer { [content, url = head.url] observer, lifetime in
        guard content.isTaken.set() else {
          return observer.fail(HTTPError(url: url, phase: .receiving, .bodyTaken))
        }
        content.transfer.startBody(observer, lifetime)
      }
    }

    /// The fields that came behind the body. Empty until that has completed.
    public var trailers: HTTPFields { content.transfer.trailers }
  }

  /// What all copies of a response share.
  private final class Body: Sendable {
    let transfer: Transfer
    let isTaken = Flag()

    init(_ transfer: Transfer) { self.transfer = transfer }

    deinit { if !isTaken.isSet { transfer.cancel() } }
  }
#endif
