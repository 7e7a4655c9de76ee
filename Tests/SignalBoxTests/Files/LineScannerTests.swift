import Testing

@testable import SignalBox

@Suite struct LineScannerTests {
  /// The lines of a text that is cut into pieces of a certain size.
  private func lines(of bytes: [UInt8], piece: Int) -> [Line] {
    var scanner = LineScanner()
    var lines: [Line] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      scanner.scan(Array(bytes[start..<min(start + piece, bytes.count)]))
      lines += scanner.lines
    }
    scanner.scan([])
    return lines + scanner.lines
  }

  @Test func endsLinesAtLineFeedsAndAtTheEnd() {
    #expect(
      lines(of: Array("ab\n\n c".utf8), piece: 100) == [
        Line(3, blank: false), Line(1), Line(2, blank: false),
      ])
    #expect(lines(of: Array("ab\n".utf8), piece: 100) == [Line(3, blank: false)])
    #expect(lines(of: Array("\n".utf8), piece: 100) == [Line(1)])
    #expect(lines(of: [], piece: 100) == [])
  }

  @Test func takesSpacesAndCarriageReturnsForBlank() {
    #expect(lines(of: Array(" \t\r\nx\r\n".utf8), piece: 100) == [Line(4), Line(3, blank: false)])
  }

  @Test(arguments: 1...7)
  func doesNotMindWhereTheTextIsCut(piece: Int) {
    let bytes: [UInt8] = Array("é\n日本\r\n\n".utf8) + [0xF0, 0x9F, 0x0A, 0xC3]
    #expect(
      lines(of: bytes, piece: piece) == [
        Line(3, blank: false), Line(8, blank: false), Line(1), Line(3, blank: false, valid: false),
        Line(1, blank: false, valid: false),
      ])
  }

  @Test func keepsNothingOfALongLine() {
    var scanner = LineScanner()
    let piece = [UInt8](repeating: 0x61, count: 10_000)
    for _ in 0..<100 { scanner.scan(piece) }
    #expect(scanner.lines.isEmpty)
    scanner.scan([])
    #expect(scanner.lines == [Line(1_000_000, blank: false)])
  }
}

extension Line {
  fileprivate init(_ byteCount: Int, blank: Bool = true, valid: Bool = true) {
    self.init(byteCount: byteCount, isBlank: blank, isValidUTF8: valid)
  }
}
