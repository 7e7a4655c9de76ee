import SignalsFoundation

/// Text in the making: the elements of a drawing.
struct SVG {
  private(set) var lines: [String] = []

  /// Adds an element. A number has one decimal at most, so that the same drawing is always the same text.
  mutating func add(_ element: String) { lines.append(element) }

  mutating func line(_ kind: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    add("<path class=\"\(kind)\" d=\"M\(x1.short) \(y1.short)L\(x2.short) \(y2.short)\"/>")
  }

  mutating func path(_ kind: String, _ path: String, _ more: String = "") {
    add("<path class=\"\(kind)\"\(more) d=\"\(path)\"/>")
  }

  mutating func circle(_ kind: String, _ x: Double, _ y: Double, _ radius: Double) {
    add("<circle class=\"\(kind)\" cx=\"\(x.short)\" cy=\"\(y.short)\" r=\"\(radius.short)\"/>")
  }

  mutating func text(_ kind: String, _ x: Double, _ y: Double, _ text: String) {
    add("<text class=\"\(kind)\" x=\"\(x.short)\" y=\"\(y.short)\">\(text.escapedForXML)</text>")
  }
}

extension Double {
  /// With one decimal at most.
  var short: String {
    let tenths = Int((self * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
  }
}

extension String {
  /// Fit to stand in XML, whatever it holds.
  var escapedForXML: String {
    // Most texts are names, numbers and code.
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) && !"&<>\"".utf8.contains($0) }) { return self }
    // Not by characters: with what combines with it, a "<" is another one.
    return printable.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      // XML has no place for these two.
      case "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
