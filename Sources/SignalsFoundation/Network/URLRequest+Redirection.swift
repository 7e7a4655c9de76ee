#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension URLRequest {
    /// What a redirection asks for.
    ///
    /// Made of what was asked for before, not of what Foundation proposes: that has the credentials and cookies for the server
    /// before, and another path where the redirection has a relative one. The method is the proposed one.
    func redirected(
      by response: HTTPURLResponse, proposed: URLRequest, with configuration: URLSessionConfiguration
    ) -> Result<URLRequest, RequestError> {
      let location = response.value(forHTTPHeaderField: "Location") ?? ""
      let target = URL(string: location, relativeTo: url)?.absoluteURL ?? proposed.url
      guard let target, ["http", "https"].contains(target.scheme?.lowercased()), target.host?.isEmpty == false
      else {
        return .failure(RequestError(url: target, cause: .unsupportedURL))
      }
      var request = self
      request.url = target
      // Foundation proposes GET after a HEAD, too.
      if httpMethod != "HEAD" { request.httpMethod = proposed.httpMethod }
      if request.httpMethod != httpMethod {
        request.httpBody = nil
        request.httpBodyStream = nil
        for name in ["Content-Type", "Content-Length", "Content-Encoding"] {
          request.setValue(nil, forHTTPHeaderField: name)
        }
      }
      guard request.httpBodyStream == nil else {
        return .failure(RequestError(url: target, cause: .bodyCannotBeSentAgain))
      }
      if let url, !target.mayHaveCredentials(for: url) { request.removeCredentials(with: configuration) }
      return .success(request)
    }

    /// Those of the session are sent with each request that has none of its own. An empty one says nothing.
    private mutating func removeCredentials(with configuration: URLSessionConfiguration) {
      let additional = Set((configuration.httpAdditionalHeaders ?? [:]).keys.map { "\($0)".lowercased() })
      for name in ["Authorization", "Proxy-Authorization", "Cookie"] {
        setValue(additional.contains(name.lowercased()) ? "" : nil, forHTTPHeaderField: name)
      }
    }

    var hasBody: Bool { httpBodyStream != nil || httpBody.map { !$0.isEmpty } ?? false }

    /// With the cookies that the session has for the URL. Foundation adds them when it makes a task.
    func withCookies(of configuration: URLSessionConfiguration) -> URLRequest {
      guard configuration.httpShouldSetCookies, let url,
        let cookies = configuration.httpCookieStorage?.cookies(for: url),
        let value = HTTPCookie.requestHeaderFields(with: cookies)["Cookie"], !value.isEmpty
      else { return self }
      var request = self
      request.addValue(value, forHTTPHeaderField: "Cookie")
      return request
    }
  }

  extension URL {
    /// Whether what is secret between the program and a server may be sent here: to the same host and port in the same way,
    /// or more securely.
    fileprivate func mayHaveCredentials(for other: URL) -> Bool {
      guard host?.lowercased() == other.host?.lowercased() else { return false }
      if scheme?.lowercased() == other.scheme?.lowercased() { return knownPort == other.knownPort }
      return knownPort == 443 && other.knownPort == 80 && scheme?.lowercased() == "https"
    }

    private var knownPort: Int { port ?? (scheme?.lowercased() == "https" ? 443 : 80) }
  }
#endif
