import Signals
import SignalsFoundation

@testable import SignalBox
import SignalsFoundation

extension Property {
  /// The first line says how the rest, a text, is cut into pieces: a byte per piece. The lines are those of the whole
  /// text, however it is cut, and no byte is lost.
  static let lines = Property(name: "lines") { input in
    let (sizes, rest) = input.halves
    let text = rest ?? []
    let pieces = cut(text, into: sizes)
    let expected = lines(of: text)
    return violation(ofSplittingInto: pieces, expected) ?? violation(ofCutting: pieces, text)
      ?? violation(ofScanning: pieces, text, expected)
  }

  /// Pieces of these sizes, again and again; all at once, if there are none.
  private static func cut(_ text: [UInt8], into sizes: [UInt8]) -> [[UInt8]] {
    if !sizes.contains(where: { $0 > 0 }) { return [text] }
    var pieces: [[UInt8]] = []
    var rest = text[...]
    while !rest.isEmpty {
      let size = Int(sizes[pieces.count % sizes.count])
      pieces.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return pieces
  }

  /// The lines with what ends them.
  private static func lines(of text: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    for byte in text {
      lines[lines.count - 1].append(byte)
      if byte == UInt8(ascii: "\n") { lines.append([]) }
    }
    if lines.last == [] { lines.removeLast() }
    return lines
  }

  private static func violation(ofSplittingInto pieces: [[UInt8]], _ expected: [[UInt8]]) -> String? {
    let lines = Guarded<[TextLine]>([])
    SignalProducer<[UInt8], Never>(pieces).textLines().startWithValues { line in
      lines.withLock { $0.append(line) }
    }
    let got = lines.withLock { $0 }
    if got.count != expected.count { return "\(got.count) lines, not \(expected.count)" }
    for (line, bytes) in zip(got, expected) {
      let content = bytes.withoutEnd
      if line.text != content.text { return "\(content) is read as \(Array(line.text.utf8))" }
      let isValid = Array(line.text.utf8) == content
      if isValid != (line.replacementCount == 0) {
        return "\(line.replacementCount) replacements in \(content)"
      }
    }
    return nil
  }

  /// With a limit: no line is longer, the lines are the same ones however the text is cut into pieces, and those that
  /// were cut are, with the rest, the line that they are without a limit.
  private static func violation(ofCutting pieces: [[UInt8]], _ text: [UInt8]) -> String? {
    for longest in [4, 5, 64] {
      func lines(of pieces: [[UInt8]]) -> [TextLine] {
        var splitter = LineSplitter(longest: longest)
        return pieces.flatMap { splitter.split($0) } + splitter.finish()
      }
      let got = lines(of: pieces)
      if got != lines(of: [text]) { return "\(text) in \(pieces) is cut at \(longest) into \(got)" }
      // U+FFFD has three bytes and may stand for one.
      if let line = got.first(where: {
        $0.text.utf8.count > longest * ($0.replacementCount == 0 ? 1 : 3)
      }) {
        return "\(line) is longer than \(longest)"
      }
      var splitter = LineSplitter()
      let whole = splitter.split(text) + splitter.finish()
      let joined = got.reduce(into: [(text: String, isCut: Bool)]()) { lines, line in
        if lines.last?.isCut != true { lines.append(("", false)) }
        lines[lines.count - 1] = (lines.last!.text + line.text, line.isCut)
      }
      // A cut inside what is no character makes two of one U+FFFD.
      if String(validating: text, as: UTF8.self) != nil, joined.map(\.text) != whole.map(\.text) {
        return "\(text) is cut at \(longest) into \(joined)"
      }
    }
    return nil
  }

  private static func violation(
    ofScanning pieces: [[UInt8]], _ text: [UInt8], _ expected: [[UInt8]]
  ) -> String? {
    var scanner = LineScanner()
    var got: [Line] = []
    // An empty piece ends the text.
    for piece in pieces.filter({ !$0.isEmpty }) + [[]] {
      scanner.scan(piece)
      got += scanner.lines
    }
    if got.map(\.byteCount).reduce(0, +) != text.count { return "bytes are lost: \(got) of \(text)" }
    let lines = expected.map { bytes in
      Line(
        byteCount: bytes.count, isBlank: bytes.allSatisfy { " \t\r\n".utf8.contains($0) },
        isValidUTF8: Array(bytes.text.utf8) == bytes)
    }
    return got == lines ? nil : "\(text) is scanned as \(got), not \(lines)"
  }
}

extension [UInt8] {
  /// Without the line feed and a carriage return before it. A carriage return at the end of the text stays.
  fileprivate var withoutEnd: [UInt8] {
    guard last == UInt8(ascii: "\n") else { return self }
    let line = dropLast()
    return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }
}
