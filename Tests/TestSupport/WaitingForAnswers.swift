import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSession {
  /// A session whose requests do not fail while a busy machine keeps a test from going on.
  package static func waitingForAnswers() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 3600
    return URLSession(configuration: configuration)
  }
}
