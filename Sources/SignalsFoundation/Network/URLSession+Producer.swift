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
  /// - Important: On Linux, Foundation itself stops the program when a server closes the connection in the
  ///   middle of the header of its answer, and sometimes when a request is cancelled while its connection begins or
  ///   ends (seen with Swift 6.3.1).
  public func dataProducer(for request: URLRequest) -> SignalProducer<HTTPResponse, RequestError> {
    SignalProducer { observer, lifetime in
      let running = Guarded<URLSessionDataTask?>(nil)
      let task = self.dataTask(with: request) { body, response, error in
        let task = running.withLock { $0.take() }
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
