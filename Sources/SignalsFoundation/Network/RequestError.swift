import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why a request came to nothing.
public struct RequestError: Error, Hashable, Sendable {
  /// What went wrong.
  public enum Cause: Hashable, Sendable {
    /// The URL cannot be requested: it is malformed, or its scheme is not supported.
    case unsupportedURL
    /// The name of the host means nothing.
    case cannotFindHost
    /// No server listens at the address, or the address cannot be reached.
    case cannotConnect
    /// This machine has no network.
    case offline
    /// The server did not answer in time, or did not go on in time.
    case timedOut
    /// The connection ended before the answer did.
    case connectionLost
    /// No secure connection could be made.
    case notSecure
    /// What came is not HTTP, or cannot be read: its header, or how its body is encoded.
    case invalidResponse
    /// Too many redirections.
    case tooManyRedirects
    /// The server asks for the body again, after a redirection or for a password, and `httpBodyStream` can be read only once.
    /// Use `httpBody`, or send the request to where the server wants it.
    case bodyCannotBeSentAgain
    /// Foundation for Linux cannot count the seconds of the session's `timeoutIntervalForRequest`, such as `.infinity`.
    /// Nothing was sent. Use a number of seconds in the configuration of the session.
    case unsupportedTimeout(TimeInterval)
    /// The session was cancelled; what disposes of a start interrupts it instead.
    case cancelled
    /// The status of the answer is not an accepted one; see ``Signals/EventStream/validateStatus(in:)``.
    case status(HTTPResponse)
    /// Anything else that the system reported.
    case other(code: Int, description: String)
  }

  /// What was asked for, which after redirections is where the last one led; for a status, what answered.
  public let url: URL?
  /// What went wrong.
  public let cause: Cause

  /// A failure, as tests of code that handles failures make it.
  public init(url: URL?, cause: Cause) {
    self.url = url
    self.cause = cause
  }
}

extension RequestError: CustomStringConvertible {
  public var description: String { "\(url?.absoluteString ?? "no URL"): \(cause)" }
}

extension RequestError.Cause: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unsupportedURL: "the URL is not supported"
    case .cannotFindHost: "the host is unknown"
    case .cannotConnect: "cannot connect"
    case .offline: "no network"
    case .timedOut: "timed out"
    case .connectionLost: "the connection was lost"
    case .notSecure: "no secure connection"
    case .invalidResponse: "the response is not HTTP, or its header or encoding cannot be read"
    case .tooManyRedirects: "too many redirections"
    case .bodyCannotBeSentAgain: "the body is needed again, and a stream can be read only once: use httpBody"
    case .unsupportedTimeout(let seconds):
      "the session has a timeout of \(seconds) seconds, which cannot be counted: use fewer"
    case .cancelled: "cancelled"
    case .status(let response): "status \(response.status)"
    case .other(let code, let description): "\(description) (\(code))"
    }
  }
}
