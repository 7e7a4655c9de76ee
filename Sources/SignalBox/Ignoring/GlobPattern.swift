/// A pattern for names or paths, as in `.gitignore`: `*` and `?` stand for anything but `/`, `[a-z]` and
/// `[[:digit:]]` for one of these, `**` between slashes for any number of folders.
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
      if first == UInt8(ascii: "["), let name = takeClassName(&text) {
        guard let known = classes[name] else { return nil }
        ranges += known
        continue
      }
      guard let low = unescaped(first, &text) else { return nil }
      var high = low
      if text.first == UInt8(ascii: "-"), text.dropFirst().first != UInt8(ascii: "]") {
        text.removeFirst()
        guard let end = text.popFirst(), let last = unescaped(end, &text) else { return nil }
        high = last
      }
      // One that runs backwards holds its first character, as Git has it.
      ranges.append(low...max(low, high))
    }
    return nil
  }

  /// The name in `[:digit:]`, behind its opening bracket. Nil: that bracket stands for itself.
  private static func takeClassName(_ text: inout ArraySlice<UInt8>) -> String? {
    guard text.first == UInt8(ascii: ":"), let end = text.firstIndex(of: UInt8(ascii: "]")),
      end > text.startIndex + 1, text[end - 1] == UInt8(ascii: ":")
    else { return nil }
    defer { text = text[(end + 1)...] }
    return String(decoding: text[(text.startIndex + 1)..<(end - 1)], as: UTF8.self)
  }

  /// As Git has them, whatever the language of the user.
  private static let classes: [String: [ClosedRange<UInt8>]] = [
    "alnum": [0x30...0x39, 0x41...0x5A, 0x61...0x7A], "alpha": [0x41...0x5A, 0x61...0x7A],
    "blank": [0x09...0x09, 0x20...0x20], "cntrl": [0x00...0x1F, 0x7F...0x7F], "digit": [0x30...0x39],
    "graph": [0x21...0x7E], "lower": [0x61...0x7A], "print": [0x20...0x7E],
    "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E], "space": [0x09...0x0D, 0x20...0x20],
    "upper": [0x41...0x5A], "xdigit": [0x30...0x39, 0x41...0x46, 0x61...0x66],
  ]

  private static func unescaped(_ byte: UInt8, _ text: inout ArraySlice<UInt8>) -> UInt8? {
    byte == UInt8(ascii: "\\") ? text.popFirst() : byte
  }
}
