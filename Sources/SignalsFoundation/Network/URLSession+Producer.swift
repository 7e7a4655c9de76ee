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
  ///   ``Signals/EventStream/validateStatus(in:)``.
  /// - Buffers: the body of the answer.
  ///
  /// A delegate of the session is asked about redirections and passwords. Without a word of it redirections are followed, 20 at
  /// most. A body is sent again where the method stays, as after 307 and 308; `httpBodyStream` cannot be, which is a failure.
  /// What is secret (`Authorization`, `Cookie`) is not sent on to another host, port or scheme.
  ///
  /// On Linux, Foundation reads less than others do. These answers are failures with the cause `invalidResponse`: one without a
  /// space after its status, without one after the colon of a header field, with a header that is not UTF-8, with lines that
  /// end without a carriage return. These come without their body: one that asks for a password, and a redirection that
  /// is not followed. Timeouts count whole seconds, rounded up, and a session whose `timeoutIntervalForRequest` cannot be counted
  /// sends nothing: the failure has the cause `unsupportedTimeout`.
  ///
  /// - Precondition: the session has not been invalidated.
  /// - Important: On Linux, Foundation itself stops the program when a server sends trailers after the chunks of a body, as Caddy
  ///   can, closes the connection in the middle of its header, or announces a body of 2^63 - 1 bytes (seen with Swift
  ///   6.3.1). Nothing outside of Foundation can prevent that: ask such a server with another client.
  public func dataProducer(for request: URLRequest) -> SignalProducer<HTTPResponse, RequestError> {
    SignalProducer { observer, lifetime in
      #if canImport(FoundationNetworking)
        let exchange = Exchange(request, in: self, observer)
        lifetime.onEnd { exchange.dispose() }
        exchange.begin()
      #else
        let task = self.dataTask(with: request) { body, response, error in
          observer.end(with: .init(of: request, body, response, error, hasBegunToAnswer: false))
        }
        lifetime.onEnd { task.cancel() }
        task.resume()
      #endif
    }
  }

  /// Asks for a URL and passes on the answer, whatever its status, then completes.
  public func dataProducer(for url: URL) -> SignalProducer<HTTPResponse, RequestError> {
    dataProducer(for: URLRequest(url: url))
  }
}
