import Foundation

/// The whole answer of an HTTP server, whatever its status.
public struct HTTPResponse: Hashable, Sendable {
  /// Where the answer came from, after redirections.
  public var url: URL
  /// The status code, such as 200 or 404.
  public var status: Int
  /// The header fields, with their names as the server wrote them.
  public var headers: [String: String]
  /// The body, empty if there is none.
  public var body: Data

  /// An answer, as tests make it.
  public init(url: URL, status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.url = url
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Whether the status says that all went well.
  public var isSuccess: Bool { (200..<300).contains(status) }

  /// The body as text; what is not UTF-8 is replaced.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The value of a header field; upper and lower case make no difference in its name.
  public func header(_ name: String) -> String? {
    headers.first { $0.key.caseInsensitiveCompare(name) == .orderedSame }?.value
  }
}
