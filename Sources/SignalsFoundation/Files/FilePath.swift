import Foundation

/// Where a file is, in the bytes of the file system: a name need not be valid UTF-8.
public struct FilePath: Hashable, Sendable {
  /// Ends with 0. If there is another one before, the path can be used for nothing: see ``withCString(to:_:)``.
  private let bytes: [CChar]

  /// A path as a text. One that holds a NUL character is refused where it is used, with ``FileError/Cause/nul``.
  public init(_ text: String) { bytes = Array(text.utf8CString) }

  private init(bytes: [CChar]) { self.bytes = bytes }

  package init(utf8: some Sequence<UInt8>) { bytes = utf8.map { CChar(bitPattern: $0) } + [0] }

  /// The path of an entry of this folder; without the folder, if that is `.`.
  public func appending(_ name: String) -> FilePath { joined(with: name.utf8CString) }

  /// The path of an entry of this folder; without the folder, if that is `.`.
  func appending(_ name: UnsafePointer<CChar>) -> FilePath {
    joined(with: UnsafeBufferPointer(start: name, count: strlen(name) + 1))
  }

  /// The name ends with 0.
  private func joined(with name: some Sequence<CChar>) -> FilePath {
    var joined = self == FilePath(".") ? [] : Array(bytes.dropLast())
    let slash = CChar(bitPattern: UInt8(ascii: "/"))
    if let last = joined.last, last != slash { joined.append(slash) }
    joined += name
    return FilePath(bytes: joined)
  }

  /// Calls `body` with the path as the system takes it: up to the first 0. A path that holds one before its end is
  /// refused, because the system would take it for another path.
  func withCString<Result>(
    to operation: FileError.Operation, _ body: (UnsafePointer<CChar>) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    if holdsNUL { throw FileError(self, operation, .nul) }
    return try bytes.withUnsafeBufferPointer { bytes throws(FileError) in try body(bytes.baseAddress!) }
  }

  /// Whether the system would take it for another path.
  package var holdsNUL: Bool { bytes.dropLast().contains(0) }

  /// The path without the 0 at its end.
  package var utf8: [UInt8] { bytes.dropLast().map { UInt8(bitPattern: $0) } }

  /// The path as a text: what is not valid UTF-8 is replaced by U+FFFD.
  public var text: String { String(decoding: utf8, as: UTF8.self) }

  /// The last part of the path.
  public var name: String { text.split(separator: "/").last.map(String.init) ?? text }

  /// The folder that holds it, as far as the path says: `.` for a name alone.
  public var folder: FilePath {
    var parts = utf8[...]
    while parts.count > 1, parts.last == UInt8(ascii: "/") { parts.removeLast() }
    guard let slash = parts.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
    let end = max(slash, 1)
    return FilePath(utf8: parts[..<end])
  }

  /// The same place as an entry of its ``folder``: `a` for `./a`.
  var entry: FilePath {
    var parts = utf8[...]
    while parts.count > 1, parts.last == UInt8(ascii: "/") { parts.removeLast() }
    guard let slash = parts.lastIndex(of: UInt8(ascii: "/")), parts.count > 1 else { return self }
    return folder.joined(with: parts[(slash + 1)...].map { CChar(bitPattern: $0) } + [0])
  }

  /// The path of the same place that begins at `/` and has no links in it; nil if there is no such place.
  package var resolved: FilePath? {
    if holdsNUL { return nil }
    guard let real = bytes.withUnsafeBufferPointer({ realpath($0.baseAddress!, nil) }) else { return nil }
    defer { free(real) }
    return FilePath(bytes: Array(UnsafeBufferPointer(start: real, count: strlen(real) + 1)))
  }
}

extension FilePath: Comparable {
  /// By their bytes: a folder comes before what it holds.
  public static func < (a: FilePath, b: FilePath) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
}

extension FilePath: CustomStringConvertible {
  /// Fit for a message of one line.
  public var description: String { text.printable }
}
