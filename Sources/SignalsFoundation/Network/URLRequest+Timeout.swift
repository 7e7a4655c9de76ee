#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension URLRequest {
    /// The same with a timeout that Foundation for Linux keeps. It counts whole seconds, none for half of one, and stops the
    /// program where there are too many, for the timeout of the session even if the request has another.
    func withTimeout(for configuration: URLSessionConfiguration) -> Result<URLRequest, RequestError> {
      let common = configuration.timeoutIntervalForRequest
      guard abs(common) < TimeInterval(Int.max / 1000) else {
        return .failure(RequestError(url: url, cause: .unsupportedTimeout(common)))
      }
      var request = self
      // Reading it is the only way to see whether it has been set.
      if timeoutInterval != URLRequest(url: URL(filePath: "/")).timeoutInterval {
        request.timeoutInterval = timeoutInterval.countable
      } else if common != common.countable {
        request.timeoutInterval = common.countable
      }
      return .success(request)
    }
  }

  extension TimeInterval {
    /// Whole seconds, rounded up. Ten years stand for more, and for what is no number.
    fileprivate var countable: TimeInterval {
      let decade: TimeInterval = 315_360_000
      return isNaN ? decade : Swift.min(Swift.max(rounded(.up), 0), decade)
    }
  }

  extension Duration {
    /// Nil for a time that never comes.
    init?(countable interval: TimeInterval) {
      guard interval < 315_360_000 else { return nil }
      self = .seconds(Swift.max(interval, 0))
    }
  }
#endif
