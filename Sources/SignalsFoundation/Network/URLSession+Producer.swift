import Foundation
import Signals

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSession {
  /// Sends a request and passes on the answer, whatever its status, then completes.
  ///
  ///     session.dataProducer(for: request)
  ///       .validateStatus()
  ///       .map { Page($0.body) }
  ///       .retry(2)
  ///       .start { print($0) }
  ///
  /// Each start is a request of its own. Disposing of a start cancels its request, and the connection is
  /// closed. Events come on the session's delegate queue; use `receive(on:)` to have them elsewhere.
  ///
  /// - Completes: after the answer.
  /// - Fails: when there is no answer, or not all of one. A status such as 404 is an answer; see
  ///   ``EventStream/validateStatus(in:)``.
  /// - Buffers: the body of the answer.
  ///
  /// On Linux, an answer that asks for a password with `WWW-Authenticate: Basic` comes without its body, if the session has
  /// no delegate. A delegate must not answer with `performDefaultHandling`: without a credential, Foundation sends nothing
  /// more there, also no timeout.
  ///
  /// - Important: On Linux, Foundation itself stops the program when a server closes the connection in the
  ///   middle of the header of its answer, or announces a body of 2^63 - 1 bytes, and sometimes when a request is cancelled
  ///   while its connection begins or ends (seen with Swift 6.3.1).
  public func dataProducer(for request: URLRequest) -> SignalProducer<HTTPResponse, RequestError> {
    SignalProducer { observer, lifetime in
      let running = Guarded<URLSessionDataTask?>(nil)
      #if canImport(FoundationNetworking)
        let challenges = ChallengeHandler()
      #endif
      let task = self.dataTask(with: request) { body, response, error in
        let task = running.withLock { $0.take() }
        #if canImport(FoundationNetworking)
          let (response, error) = challenges.refused.map { ($0, nil) } ?? (response, error)
        #endif
        // Before an answer begins, nothing is expected; then it is a count, or -1 for as much as will come.
        let hasBegunToAnswer = task.map { $0.countOfBytesExpectedToReceive != 0 } ?? false
        switch outcome(of: request, body, response, error, hasBegunToAnswer: hasBegunToAnswer) {
        case .success(let response):
          observer.send(response)
          observer.complete()
        case .failure(let failure):
          observer.fail(failure)
        }
      }
      #if canImport(FoundationNetworking)
        if self.delegate == nil { task.delegate = challenges }
      #endif
      running.withLock { $0 = task }
      lifetime.onEnd { running.withLock { $0.take() }?.cancel() }
      task.resume()
    }
  }

  /// Asks for a URL and passes on the answer, whatever its status, then completes.
  public func dataProducer(for url: URL) -> SignalProducer<HTTPResponse, RequestError> {
    dataProducer(for: URLRequest(url: url))
  }
}

private func outcome(
  of request: URLRequest, _ body: Data?, _ response: URLResponse?, _ error: (any Error)?,
  hasBegunToAnswer: Bool
) -> Result<HTTPResponse, RequestError> {
  func failure(_ cause: RequestError.Cause) -> Result<HTTPResponse, RequestError> {
    .failure(RequestError(url: request.url, cause: cause))
  }
  if let error { return failure(.init(error, asking: request.url, hasBegunToAnswer: hasBegunToAnswer)) }
  guard let response = response as? HTTPURLResponse, let url = response.url ?? request.url else {
    return failure(.invalidResponse)
  }
  var headers: [String: String] = [:]
  for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
  return .success(
    HTTPResponse(url: url, status: response.statusCode, headers: headers, body: body ?? Data()))
}

#if canImport(FoundationNetworking)
  /// Answers a server that asks for a password, for a session without a delegate. Without an answer the task would wait for
  /// ever: Foundation for Linux then sends neither the response nor an error.
  private final class ChallengeHandler: NSObject, URLSessionTaskDelegate, Sendable {
    private struct State {
      var hasTried = false
      var refused: URLResponse?
    }
    private let state = Guarded(State())

    /// The response that asked for a password that there is none for.
    var refused: URLResponse? { state.withLock { $0.refused } }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      let credential = state.withLock { state -> URLCredential? in
        if let credential = challenge.proposedCredential, !state.hasTried {
          state.hasTried = true
          return credential
        }
        state.refused = challenge.failureResponse
        return nil
      }
      completionHandler(credential == nil ? .cancelAuthenticationChallenge : .useCredential, credential)
    }
  }
#endif
