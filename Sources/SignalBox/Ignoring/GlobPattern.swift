/// A pattern for names or paths, as in `.gitignore`: `*` and `?` stand for anything but `/`, `[a-z]` for one
/// of these, `**` between slashes for any number of folders.
///
/// All ways to match are followed side by side, so the time grows with the length of the pattern times that
/// of the path, whatever the pattern.
struct GlobPattern: Equatable, Sendable {
  private enum Part: Equatable {
    case byte(UInt8)
    /// One of these, or none of these. Never `/`.
    case oneOf([ClosedRange<UInt8>], isNegated: Bool)
    /// Any number of bytes, without `/`.
    case stretch
    /// Any number of whole folders.
    case folders
    /// Everything below a folder.
    case rest

    var endsFolder: Bool { self == .byte(UInt8(ascii: "/")) || self == .folders }
  }

  private var parts: [Part] = []

  /// Nil, if brackets are left open: such a pattern matches nothing.
  init?(_ text: some Collection<UInt8>) {
    var rest = Array(text)[...]
    while !rest.isEmpty {
      guard let part = Self.takePart(&rest, isAtStart: parts.isEmpty || parts.last?.endsFolder == true)
      else { return nil }
      // Two that follow each other say no more than one, and each would double the ways to match.
      let isRepeated = part == parts.last && (part == .stretch || part == .folders)
      if !isRepeated { parts.append(part) }
    }
  }

  func matches(_ path: some Sequence<UInt8>) -> Bool {
    var states = [Bool](repeating: false, count: parts.count + 1)
    reach(0, &states)
    for byte in path {
      var next = [Bool](repeating: false, count: parts.count + 1)
      for index in parts.indices where states[index] { step(from: index, over: byte, &next) }
      states = next
    }
    return states[parts.count]
  }

  /// Marks where the path may go on, also behind what can be empty.
  private func reach(_ index: Int, _ states: inout [Bool]) {
    states[index] = true
    if index < parts.count, parts[index] == .stretch || parts[index] == .folders { reach(index + 1, &states) }
  }

  private func step(from index: Int, over byte: UInt8, _ next: inout [Bool]) {
    let isSlash = byte == UInt8(ascii: "/")
    switch parts[index] {
    case .byte(let expected): if byte == expected { reach(index + 1, &next) }
    case .oneOf(let ranges, let isNegated):
      if !isSlash, ranges.contains(where: { $0.contains(byte) }) != isNegated { reach(index + 1, &next) }
    case .stretch: if !isSlash { reach(index, &next) }
    // Inside a folder: what follows begins only behind a slash.
    case .folders: if isSlash { reach(index, &next) } else { next[index] = true }
    case .rest:
      next[index] = true
      next[index + 1] = true
    }
  }
}

// MARK: Reading a pattern

extension GlobPattern {
  private static func takePart(_ text: inout ArraySlice<UInt8>, isAtStart: Bool) -> Part? {
    let stars = text.prefix { $0 == UInt8(ascii: "*") }.count
    if isAtStart, stars > 1 {
      let next = text.dropFirst(stars).first
      if next == nil { return take(stars, of: &text, as: .rest) }
      if next == UInt8(ascii: "/") { return take(stars + 1, of: &text, as: .folders) }
    }
    switch text.removeFirst() {
    case UInt8(ascii: "*"): return .stretch
    case UInt8(ascii: "?"): return .oneOf([], isNegated: true)
    case UInt8(ascii: "["): return takeSet(&text)
    case UInt8(ascii: "\\"): return text.popFirst().map { .byte($0) }
    case let byte: return .byte(byte)
    }
  }

  private static func take(_ count: Int, of text: inout ArraySlice<UInt8>, as part: Part) -> Part {
    text.removeFirst(count)
    return part
  }

  /// What follows an opening bracket. A closing one that comes first stands for itself.
  private static func takeSet(_ text: inout ArraySlice<UInt8>) -> Part? {
    let isNegated = text.first == UInt8(ascii: "!") || text.first == UInt8(ascii: "^")
    if isNegated { text.removeFirst() }
    var ranges: [ClosedRange<UInt8>] = []
    while let first = text.popFirst() {
      if first == UInt8(ascii: "]"), !ranges.isEmpty { return .oneOf(ranges, isNegated: isNegated) }
      guard let low = unescaped(first, &text) else { return nil }
      var high = low
      if text.first == UInt8(ascii: "-"), text.dropFirst().first != UInt8(ascii: "]") {
        text.removeFirst()
        guard let end = text.popFirst(), let last = unescaped(end, &text) else { return nil }
        high = last
      }
      // A range that runs backwards holds nothing, but it is there.
      ranges.append(low <= high ? low...high : UInt8(ascii: "/")...UInt8(ascii: "/"))
    }
    return nil
  }

  private static func unescaped(_ byte: UInt8, _ text: inout ArraySlice<UInt8>) -> UInt8? {
    byte == UInt8(ascii: "\\") ? text.popFirst() : byte
  }
}
