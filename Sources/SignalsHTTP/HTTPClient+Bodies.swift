#if HTTP
  import Foundation
  import Signals
  import SignalsFoundation

  extension HTTPClient {
    /// The whole response, whatever its status.
    ///
    /// - Completes: after the response.
    /// - Fails: when there is no response, or not all of one; see ``Signals/EventStream/validateStatus(in:)``.
    /// - Buffers: the body. ``HTTPRequest/maximumBodySize`` limits it.
    public func data(for request: HTTPRequest) -> SignalProducer<HTTPResponse, HTTPError> {
      response(to: request).flatMap(.concat) { response in
        response.body.reduce(into: Data()) { $0.append(contentsOf: $1) }
          .attemptMap { HTTPResponse.of(response.head, $0) }
      }
    }

    /// The body of a response whose status is one of success, piece by piece.
    ///
    /// - Completes: when the whole body has come.
    /// - Fails: when there is no response, or not all of one; with ``HTTPError/Cause/status(_:)`` for another status.
    /// - Buffers: one piece of at most 16 KiB.
    public func bytes(of request: HTTPRequest) -> SignalProducer<[UInt8], HTTPError> {
      response(to: request).flatMap(.concat) { response in
        let head = response.head
        if head.isSuccess { return response.body }
        return SignalProducer(error: HTTPError(url: head.url, phase: .receiving, .status(head)))
      }
    }

    /// The lines of a response, as they come. See ``bytes(of:)`` and `textLines(longest:)`.
    ///
    /// - Completes: after the last line.
    /// - Fails: as ``bytes(of:)``; the beginning of a line that came before is sent first.
    /// - Buffers: one piece, and one line of at most `longest` bytes.
    /// - Precondition: `longest` is at least 4.
    public func lines(of request: HTTPRequest, longest: Int = .max) -> SignalProducer<TextLine, HTTPError> {
      bytes(of: request).textLines(longest: longest)
    }

    /// A value that the body of a response holds as JSON.
    ///
    /// - Completes: after the value.
    /// - Fails: as ``bytes(of:)``; with ``HTTPError/Cause/undecodable(_:)``.
    /// - Buffers: the body. ``HTTPRequest/maximumBodySize`` limits it.
    public func decoded<Value: Decodable & Sendable>(
      _ type: Value.Type, from request: HTTPRequest
    ) -> SignalProducer<Value, HTTPError> {
      data(for: request).validateStatus().attemptMap { response in
        Result { try JSONDecoder().decode(type, from: response.body) }.mapError {
          HTTPError(url: response.url.absoluteString, phase: .receiving, .undecodable("\($0)"))
        }
      }
    }
  }

  extension EventStream where Value == HTTPResponse, Failure == HTTPError {
    /// Passes on responses with an accepted status, and fails with the first other one.
    ///
    /// - Completes: with the source.
    /// - Fails: with the source, or with ``HTTPError/Cause/status(_:)``; the source is disposed of then.
    public func validateStatus(in accepted: Range<Int> = 200..<300) -> Self {
      attemptMap { response in
        if accepted.contains(response.status) { return .success(response) }
        let head = HTTPHead(
          url: response.url.absoluteString, status: response.status,
          fields: HTTPFields(response.headers.map { HTTPFields.Field($0.key, $0.value) }))
        return .failure(HTTPError(url: head.url, phase: .receiving, .status(head)))
      }
    }
  }

  extension HTTPResponse {
    fileprivate static func of(_ head: HTTPHead, _ body: Data) -> Result<HTTPResponse, HTTPError> {
      guard let url = URL(string: head.url) else {
        return .failure(
          HTTPError(url: head.url, phase: .receiving, .unsupportedURL("Foundation cannot represent it")))
      }
      // Names that come more than once have one place, and keep the spelling of the first.
      var headers: [String: String] = [:]
      var names: [String: String] = [:]
      for field in head.fields.all {
        let name = names[field.name.lowercased()] ?? field.name
        names[name.lowercased()] = name
        headers[name] = headers[name].map { "\($0), \(field.value)" } ?? field.value
      }
      return .success(HTTPResponse(url: url, status: head.status, headers: headers, body: body))
    }
  }
#endif
