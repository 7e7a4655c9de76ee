import Foundation
import Signals

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Result<HTTPResponse, RequestError> {
  /// What a task of a URL session has reported.
  init(
    of request: URLRequest, _ body: Data?, _ response: URLResponse?, _ error: (any Error)?,
    hasBegunToAnswer: Bool
  ) {
    if let error {
      let cause = RequestError.Cause(error, requesting: request.url, hasBegunToAnswer: hasBegunToAnswer)
      self = .failure(RequestError(url: request.url, cause: cause))
    } else if let response = response as? HTTPURLResponse, let url = response.url ?? request.url {
      var headers: [String: String] = [:]
      for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
      self = .success(
        HTTPResponse(url: url, status: response.statusCode, headers: headers, body: body ?? Data()))
    } else {
      self = .failure(RequestError(url: request.url, cause: .invalidResponse))
    }
  }
}

extension Observer<HTTPResponse, RequestError> {
  func end(with outcome: Result<HTTPResponse, RequestError>) {
    switch outcome {
    case .success(let response):
      send(response)
      complete()
    case .failure(let failure):
      fail(failure)
    }
  }
}
