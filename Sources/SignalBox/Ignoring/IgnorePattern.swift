/// One line of a `.gitignore` file.
struct IgnorePattern: Equatable, Sendable {
  private let glob: GlobPattern
  /// It says what is not to be ignored.
  let isNegated: Bool
  private let isForFoldersOnly: Bool
  /// It is about a path from the folder of the file on; otherwise about a name, wherever it is.
  private let isAnchored: Bool

  /// Nil for lines that say nothing: empty ones, comments, and patterns that cannot match.
  init?(_ line: some Collection<UInt8>) {
    var text = Self.trimmed(line)
    if text.isEmpty || text.first == UInt8(ascii: "#") { return nil }
    isNegated = text.first == UInt8(ascii: "!")
    if isNegated { text.removeFirst() }
    isForFoldersOnly = text.last == UInt8(ascii: "/")
    if isForFoldersOnly { text.removeLast() }
    isAnchored = text.contains(UInt8(ascii: "/"))
    if text.first == UInt8(ascii: "/") { text.removeFirst() }
    guard !text.isEmpty, let glob = GlobPattern(text) else { return nil }
    self.glob = glob
  }

  /// - Parameter parts: The path, from the folder of the pattern on.
  func matches(_ parts: ArraySlice<[UInt8]>, isFolder: Bool) -> Bool {
    if isForFoldersOnly, !isFolder { return false }
    return glob.matches(isAnchored ? Array(parts.joined(separator: "/".utf8)) : parts.last ?? [])
  }

  /// Matches names only, so that it does not matter from where on a path is given.
  var isAboutNames: Bool { !isAnchored }

  /// Without the end of the line and the spaces before it, up to one that a backslash keeps. (Not one that is kept itself:
  /// such a backslash is an ordinary character.)
  private static func trimmed(_ line: some Collection<UInt8>) -> [UInt8] {
    var text = Array(line)
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    var (end, isKept) = (0, false)
    for (index, byte) in text.enumerated() {
      if isKept || byte != UInt8(ascii: " ") { end = index + 1 }
      isKept = !isKept && byte == UInt8(ascii: "\\")
    }
    // Behind a backslash that keeps nothing, the last character, Git trims nothing.
    return isKept ? text : Array(text[..<end])
  }

  /// The patterns in a file.
  static func all(in file: [UInt8]) -> [IgnorePattern] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = file.starts(with: mark) ? file.dropFirst(mark.count) : file[...]
    return text.split(separator: UInt8(ascii: "\n")).compactMap { IgnorePattern($0) }
  }
}

extension [IgnorePattern] {
  /// The last pattern that matches decides. Nil: none does.
  func ignores(_ parts: ArraySlice<[UInt8]>, isFolder: Bool) -> Bool? {
    last { $0.matches(parts, isFolder: isFolder) }.map { !$0.isNegated }
  }
}
