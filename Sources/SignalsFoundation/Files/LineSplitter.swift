/// Cuts a text that comes in pieces into lines. A line feed ends a line; a carriage return before it belongs to the end.
package struct LineSplitter: Sendable {
  /// How many bytes a line has at most.
  private let longest: Int
  /// The beginning of a line that has not ended yet: no longer than that, but for a carriage return that may belong to
  /// the end.
  private var rest: [UInt8] = []

  package init(longest: Int = .max) { self.longest = longest }

  /// The lines that end in the next piece.
  package mutating func split(_ piece: [UInt8]) -> [TextLine] {
    var lines: [TextLine] = []
    split(piece) { line, _ in lines.append(line) }
    return lines
  }

  /// Hands out the lines that end in the next piece, each with its end: how many bytes of the piece belong to it or to lines
  /// before it, or less than zero where bytes before the piece do not.
  mutating func split(_ piece: [UInt8], _ take: (_ line: TextLine, _ end: Int) -> Void) {
    var remainder = piece[...]
    while let end = remainder.firstIndex(of: UInt8(ascii: "\n")) {
      var last = remainder[..<end]
      cutIfTooLong(&last, take)
      take(line(endingWith: last), end + 1)
      remainder = remainder[(end + 1)...]
    }
    cutIfTooLong(&remainder, take)
    rest += remainder
  }

  /// The text is over: a line that nothing has ended is one too.
  ///
  /// Two lines, if it is the limit long, and a carriage return comes after it that has turned out to belong to it.
  package mutating func finish() -> [TextLine] {
    var lines: [TextLine] = []
    finish { line, _ in lines.append(line) }
    return lines
  }

  /// The same, with the end of each, counted from that of the text.
  mutating func finish(_ take: (_ line: TextLine, _ end: Int) -> Void) {
    defer { rest = [] }
    if rest.count <= longest {
      if !rest.isEmpty { take(TextLine(rest), 0) }
      return
    }
    let end = rest[..<longest].endOfWholeCharacters
    take(TextLine(rest[..<end], isCut: true), end - rest.count)
    take(TextLine(rest[end...]), 0)
  }

  private mutating func line(endingWith end: ArraySlice<UInt8>) -> TextLine {
    if rest.isEmpty { return TextLine(end.withoutCarriageReturn) }
    rest += end
    defer { rest.removeAll(keepingCapacity: rest.count < 64 * 1024) }
    return TextLine(rest[...].withoutCarriageReturn)
  }

  /// A carriage return at the end may belong to the end.
  private func length(with part: ArraySlice<UInt8>) -> Int {
    rest.count + part.count - ((part.last ?? rest.last) == UInt8(ascii: "\r") ? 1 : 0)
  }

  /// Takes from `part`, which goes on with the line, until the line is short enough.
  private mutating func cutIfTooLong(
    _ part: inout ArraySlice<UInt8>, _ take: (_ line: TextLine, _ end: Int) -> Void
  ) {
    while length(with: part) > longest {
      let count = max(0, longest - rest.count)
      let bytes = rest + part.prefix(count)
      part = part.dropFirst(count)
      let end = bytes[..<longest].endOfWholeCharacters
      rest = Array(bytes[end...])
      take(TextLine(bytes[..<end], isCut: true), part.startIndex - rest.count)
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var withoutCarriageReturn: Self { last == UInt8(ascii: "\r") ? dropLast() : self }
}

extension ArraySlice<UInt8> {
  /// Where a character of UTF-8 begins that goes on behind the last byte, if there is one: a cut there breaks none.
  fileprivate var endOfWholeCharacters: Int {
    for (distance, byte) in zip(1..., suffix(3).reversed()) where byte & 0xC0 != 0x80 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > distance ? endIndex - distance : endIndex
    }
    return endIndex
  }
}
