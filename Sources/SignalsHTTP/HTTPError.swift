#if HTTP
  /// Why a request has failed: where, how far it had come, and for what reason.
  public struct HTTPError: Error, Hashable {
    /// How far a request had come.
    public enum Phase: String, Hashable, Sendable {
      /// It was not sent: the request itself is wrong.
      case preparing
      /// The host was looked up, connected to, or the connection secured.
      case connecting
      /// The request was being sent; the server may have acted on a part of it.
      case sending
      /// The request was sent, and the head of the response was waited for; the server may have acted on it.
      case waiting
      /// The head had come, and the body was being received.
      case receiving
    }

    /// What went wrong, and what to do about it.
    public enum Cause: Error, Hashable {
      /// The request cannot be sent as it is: correct what the text names.
      case invalidRequest(String)
      /// The URL cannot be read, or its scheme is neither `http` nor `https`; also that of a redirection.
      case unsupportedURL(String)
      /// The name of the host means nothing, or no server of names answers.
      case cannotFindHost(String)
      /// No server listens at the address, or it cannot be reached.
      case cannotConnect(String)
      /// No secure connection could be made: the certificate is not trusted, has another name, or is out of date.
      case notSecure(String)
      /// A timeout of the request is over.
      case timedOut(String)
      /// The connection ended before the response did.
      case connectionLost(String)
      /// What came is not HTTP, or not as HTTP has it.
      case malformedResponse(String)
      /// The server redirects more often than the request allows.
      case tooManyRedirects
      /// The head is longer than 256 KiB, or the body longer than the request allows; the limit in bytes.
      case tooLarge(limit: Int)
      /// The producer of the request's body has failed, or has sent more or less than was announced.
      case requestBody(String)
      /// The status is not one of success, where only success is of use. See ``HTTPClient/response(to:)`` for the body.
      case status(HTTPHead)
      /// The body is not what it was to be decoded as.
      case undecodable(String)
      /// The body was started before, and can be started once. Share it, or send the request again.
      case bodyTaken
      /// Anything else that libcurl reports.
      case client(code: Int, String)
    }

    /// What was asked for, after redirections; without credentials.
    public let url: String
    /// The address and the port that it was connected to; nil: there was no connection.
    public let address: String?
    /// How far the transfer had come.
    public let phase: Phase
    /// What went wrong.
    public let cause: Cause

    /// A failure, as tests of code that handles failures make it.
    public init(url: String, address: String? = nil, phase: Phase, _ cause: Cause) {
      self.url = url.withoutCredentials
      self.address = address
      self.phase = phase
      self.cause = cause
    }
  }

  extension HTTPError: CustomStringConvertible {
    public var description: String {
      "\(url)\(address.map { " at \($0)" } ?? ""), \(phase.rawValue): \(cause)"
    }
  }

  extension HTTPError.Cause: CustomStringConvertible {
    public var description: String {
      switch self {
      case .invalidRequest(let text): "the request cannot be sent: \(text)"
      case .unsupportedURL(let text): "the URL cannot be requested: \(text)"
      case .cannotFindHost(let text): "the host is unknown: \(text)"
      case .cannotConnect(let text): "cannot connect: \(text)"
      case .notSecure(let text): "no secure connection: \(text)"
      case .timedOut(let text): "timed out: \(text)"
      case .connectionLost(let text): "the connection was lost: \(text)"
      case .malformedResponse(let text): "the response is not HTTP: \(text)"
      case .tooManyRedirects: "too many redirections"
      case .tooLarge(let limit): "the response is larger than \(limit) bytes"
      case .requestBody(let text): "the body of the request: \(text)"
      case .status(let head): "status \(head.status)"
      case .undecodable(let text): "the body cannot be decoded: \(text)"
      case .bodyTaken: "the body was started before, and can be started once"
      case .client(let code, let text): "\(text) (\(code))"
      }
    }
  }

  extension String {
    /// A URL without user and password, which must not end up in a log.
    var withoutCredentials: String {
      guard let scheme = firstRange(of: "://") else { return self }
      let host = self[scheme.upperBound...].prefix { !"/?#".contains($0) }
      guard let at = host.lastIndex(of: "@") else { return self }
      return String(self[..<scheme.upperBound] + self[index(after: at)...])
    }
  }
#endif
