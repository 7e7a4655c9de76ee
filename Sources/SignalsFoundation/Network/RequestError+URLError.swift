import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RequestError.Cause {
  /// What an error of a URL session means.
  init(_ error: any Error, requesting url: URL?, hasBegunToAnswer: Bool) {
    guard let error = error as? URLError else {
      let error = error as NSError
      self = .other(code: error.code, description: error.localizedDescription)
      return
    }
    self =
      switch error.code {
      // On Linux, a server that does not speak HTTP is reported as a scheme that is not known. Foundation really does not
      // know the scheme there if it is written in capitals, and sends nothing.
      case .unsupportedURL where ["http", "https"].contains(url?.scheme): .invalidResponse
      case .unknown where error.isAboutWhatCannotBeRead: .invalidResponse
      // On Linux, this is how an answer that stops halfway is reported.
      case .unknown where hasBegunToAnswer: .connectionLost
      case .badServerResponse: Self.badServerResponse
      case .badURL, .unsupportedURL: .unsupportedURL
      case .cannotFindHost, .dnsLookupFailed: .cannotFindHost
      case .cannotConnectToHost: .cannotConnect
      case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff: .offline
      case .timedOut: .timedOut
      case .networkConnectionLost: .connectionLost
      case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
        .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot, .clientCertificateRejected,
        .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
        .notSecure
      case .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
        .invalidResponse
      case .httpTooManyRedirects, .redirectToNonExistentLocation: .tooManyRedirects
      case .cancelled: .cancelled
      default: .other(code: error.errorCode, description: error.localizedDescription)
      }
  }

  #if canImport(FoundationNetworking)
    /// On Linux, this is how a connection that ends without an answer is reported.
    private static let badServerResponse = Self.connectionLost
  #else
    private static let badServerResponse = Self.invalidResponse
  #endif
}

extension URLError {
  /// On Linux, libcurl says what Foundation has no code for. A header that Foundation cannot read itself cannot be written, in
  /// the words of libcurl.
  fileprivate var isAboutWhatCannotBeRead: Bool {
    [
      "Failed writing header", "Header without colon", "Content-Length", "content unencoding",
      "chunked-encoding",
    ].contains { localizedDescription.contains($0) }
  }
}
