import SignalsFoundation

/// What a file is, by its name.
struct Kind: Hashable, Sendable {
  /// The extension in lower case, or the whole name of a hidden file: "swift", ".gitignore".
  let name: String

  static let none = Kind(name: "(none)")
  /// The name has an extension that says nothing to people.
  static let odd = Kind(name: "(odd)")

  private init(name: String) { self.name = name }

  init(of path: FilePath) {
    let name = path.name
    guard let dot = name.lastIndex(of: "."), name.last != "." else {
      self = .none
      return
    }
    let start = dot == name.startIndex ? dot : name.index(after: dot)
    let text = name[start...].lowercased()
    let isReadable = text.utf8.count <= 14 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    self = isReadable ? Kind(name: text) : .odd
  }
}
