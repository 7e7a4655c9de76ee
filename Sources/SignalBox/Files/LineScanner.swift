/// Finds the lines in a text that comes in pieces.
struct LineScanner: Sendable {
  /// The lines that ended in the last piece.
  private(set) var lines: [Line] = []
  /// The line that has not ended yet.
  private var current = Line()
  private var validator = UTF8Validator()

  /// Takes the next piece; an empty one ends the text.
  mutating func scan(_ chunk: [UInt8]) {
    lines.removeAll(keepingCapacity: true)
    for byte in chunk {
      current.byteCount += 1
      if !validator.accepts(byte) { current.isValidUTF8 = false }
      if byte == UInt8(ascii: "\n") {
        endLine()
      } else if !byte.isBlank {
        current.isBlank = false
      }
    }
    if chunk.isEmpty, current.byteCount > 0 { endLine() }
  }

  private mutating func endLine() {
    if validator.isInsideCharacter { current.isValidUTF8 = false }
    lines.append(current)
    current = Line()
    validator = UTF8Validator()
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
  }
}
