import Foundation

/// Where a file is, in the bytes of the file system: a name need not be valid UTF-8.
struct Path: Hashable, Sendable {
  /// Ends with 0.
  private let bytes: [CChar]

  init(_ text: String) { bytes = Array(text.utf8CString) }

  private init(bytes: [CChar]) { self.bytes = bytes }

  /// The path of an entry of this folder; without the folder, if that is `.`.
  func appending(_ name: UnsafePointer<CChar>) -> Path {
    var joined = self == Path(".") ? [] : Array(bytes.dropLast())
    let slash = CChar(bitPattern: UInt8(ascii: "/"))
    if let last = joined.last, last != slash { joined.append(slash) }
    joined += UnsafeBufferPointer(start: name, count: strlen(name) + 1)
    return Path(bytes: joined)
  }

  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body($0.baseAddress!) }
  }

  /// The path as a text, for people: what is not valid UTF-8 is replaced.
  private var text: String {
    String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The last part of the path.
  var name: String { text.split(separator: "/").last.map(String.init) ?? text }
}

extension Path: CustomStringConvertible {
  /// Fit for a message of one line.
  var description: String { text.printable }
}
