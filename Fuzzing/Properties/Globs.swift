import Foundation

@testable import SignalBox

extension Property {
  /// The first line is a pattern, the second one a path. The pattern matches what a simple matcher says that it does.
  static let globs = Property(name: "globs") { input in
    let (pattern, rest) = input.halves
    let path = rest ?? []
    // A whole line of a file, with what may stand around a pattern.
    let parts = path.split(separator: UInt8(ascii: "/")).map(Array.init)
    _ = IgnorePattern.all(in: input).ignores(parts[...], isFolder: path.last == UInt8(ascii: "/"))

    let glob = GlobPattern(pattern)
    guard let reference = ReferenceGlob(pattern) else {
      return glob == nil ? nil : "\(pattern.text.debugDescription) leaves something open, and is taken"
    }
    guard let glob else { return "\(pattern.text.debugDescription) is complete, and is refused" }
    let (got, expected) = (glob.matches(path), reference.matches(path))
    return got == expected
      ? nil
      : "\(pattern.text.debugDescription) \(got ? "matches" : "does not match") \(path.text.debugDescription)"
  }
}

/// The rules of `gitignore` written down once more, as one recursion over the rest of the pattern and the rest of
/// the path. What has been found out is kept, so the time is bounded.
private struct ReferenceGlob {
  private enum Token: Equatable {
    case byte(UInt8)
    case any
    case set(Set<UInt8>)
    case star
    /// `**/`
    case folders
    /// `**` at the end.
    case everything
  }

  private var tokens: [Token] = []

  // The bytes of the rules: 33 !, 42 *, 45 -, 47 /, 58 :, 63 ?, 91 [, 92 \, 93 ], 94 ^.

  /// What a name such as that in `[:digit:]` stands for, in the language of C.
  private static let classes: [String: @Sendable (Int32) -> Int32] = [
    "alnum": isalnum, "alpha": isalpha, "blank": isblank, "cntrl": iscntrl, "digit": isdigit,
    "graph": isgraph,
    "lower": islower, "print": isprint, "punct": ispunct, "space": isspace, "upper": isupper,
    "xdigit": isxdigit,
  ]

  init?(_ pattern: [UInt8]) {
    var index = 0
    while index < pattern.count {
      let beginsFolder = tokens.isEmpty || tokens.last == .folders || tokens.last == .byte(47)
      let stars = pattern[index...].prefix { $0 == 42 }.count
      let end = index + stars
      if beginsFolder, stars >= 2, end == pattern.count || pattern[end] == 47 {
        tokens.append(end == pattern.count ? .everything : .folders)
        index = end + 1
        continue
      }
      index += 1
      switch pattern[index - 1] {
      case 42: tokens.append(.star)
      case 63: tokens.append(.any)
      case 92:
        if index == pattern.count { return nil }
        tokens.append(.byte(pattern[index]))
        index += 1
      case 91:
        guard let (members, next) = Self.set(pattern, from: index) else { return nil }
        tokens.append(.set(members))
        index = next
      case let byte: tokens.append(.byte(byte))
      }
    }
  }

  /// The members of a set, and where the pattern goes on.
  private static func set(_ pattern: [UInt8], from start: Int) -> (Set<UInt8>, Int)? {
    var index = start
    let isNegated = index < pattern.count && (pattern[index] == 33 || pattern[index] == 94)
    if isNegated { index += 1 }
    let first = index
    var members: Set<UInt8> = []
    func take() -> UInt8? {
      if index < pattern.count, pattern[index] == 92 { index += 1 }
      if index >= pattern.count { return nil }
      index += 1
      return pattern[index - 1]
    }
    while index < pattern.count {
      if pattern[index...].starts(with: [91, 58]), let end = pattern[(index + 2)...].firstIndex(of: 93),
        end > index + 2, pattern[end - 1] == 58
      {
        guard let belongs = classes[Array(pattern[(index + 2)..<(end - 1)]).text] else { return nil }
        members.formUnion((UInt8.min...UInt8.max).filter { belongs(Int32($0)) != 0 })
        index = end + 1
        continue
      }
      if pattern[index] == 93, index > first {
        let all = Set(UInt8.min...UInt8.max)
        return ((isNegated ? all.subtracting(members) : members).subtracting([47]), index + 1)
      }
      guard let low = take() else { return nil }
      var high = low
      if index + 1 < pattern.count, pattern[index] == 45, pattern[index + 1] != 93 {
        index += 1
        guard let last = take() else { return nil }
        high = last
      }
      // Git looks at the first one before it sees that there is a range.
      members.formUnion(low...max(low, high))
    }
    return nil
  }

  func matches(_ path: [UInt8]) -> Bool {
    var known: [[Bool?]] = Array(
      repeating: Array(repeating: nil, count: path.count + 1), count: tokens.count + 1)
    func matches(_ token: Int, _ position: Int) -> Bool {
      if let answer = known[token][position] { return answer }
      let answer = answer(token, position)
      known[token][position] = answer
      return answer
    }
    func answer(_ token: Int, _ position: Int) -> Bool {
      let byte = position < path.count ? path[position] : nil
      guard token < tokens.count else { return byte == nil }
      switch tokens[token] {
      case .byte(let expected): return byte == expected && matches(token + 1, position + 1)
      case .any: return byte != nil && byte != 47 && matches(token + 1, position + 1)
      case .set(let members): return byte.map(members.contains) == true && matches(token + 1, position + 1)
      case .star:
        return matches(token + 1, position) || (byte != nil && byte != 47 && matches(token, position + 1))
      case .folders:
        if matches(token + 1, position) { return true }
        guard let slash = path[position...].firstIndex(of: 47) else { return false }
        return matches(token, slash + 1)
      case .everything: return byte != nil
      }
    }
    return matches(0, 0)
  }
}
