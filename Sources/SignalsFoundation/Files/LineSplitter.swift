/// Cuts a text that comes in pieces into lines.
struct LineSplitter: Sendable {
  /// The beginning of a line that has not ended yet.
  private var rest: [UInt8] = []

  /// The lines that end in the next piece.
  mutating func split(_ piece: [UInt8]) -> [TextLine] {
    var lines: [TextLine] = []
    var remainder = piece[...]
    while let end = remainder.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(line(endingWith: remainder[..<end]))
      remainder = remainder[(end + 1)...]
    }
    rest += remainder
    return lines
  }

  /// The text is over: a line that nothing has ended is one too.
  mutating func finish() -> TextLine? {
    defer { rest = [] }
    return rest.isEmpty ? nil : TextLine(rest)
  }

  private mutating func line(endingWith end: ArraySlice<UInt8>) -> TextLine {
    if rest.isEmpty { return TextLine(end.withoutCarriageReturn) }
    rest += end
    defer { rest.removeAll(keepingCapacity: rest.count < 64 * 1024) }
    return TextLine(rest[...].withoutCarriageReturn)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var withoutCarriageReturn: Self { last == UInt8(ascii: "\r") ? dropLast() : self }
}
