import SignalsFoundation

/// A line of a view, as wide as it may be.
struct ViewLine: Equatable, Sendable {
  var text: String
  var paint: Paint?

  init(_ text: String = "", _ paint: Paint? = nil) { (self.text, self.paint) = (text, paint) }

  /// Cut to what fits into a number of columns.
  func drawn(on terminal: Terminal, columns: Int) -> String {
    let text = text.printable.cut(to: columns)
    return paint.map { terminal.paint($0, text) } ?? text
  }
}

extension String {
  /// As many characters from the beginning as fit into a number of columns.
  func cut(to columns: Int) -> String {
    if utf8.count <= columns { return self }
    if columns < 1 { return "" }
    var width = 0
    for index in indices {
      width += self[index].columns
      if width > columns { return String(self[..<index]) }
    }
    return self
  }

  /// Cut at the end, with an ellipsis.
  func ellipsized(to columns: Int) -> String {
    if columns < 1 { return "" }
    return cut(to: columns).count == count ? self : cut(to: columns - 1) + "…"
  }

  /// How many columns of a terminal it takes.
  var columns: Int { utf8.count == count ? count : reduce(0) { $0 + $1.columns } }
}

extension Character {
  /// Ideographs and most emoji take two.
  fileprivate var columns: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}

extension Int {
  /// In six characters at most: 12,345 or 1.2M.
  var compact: String {
    let grouped = grouped
    if grouped.count <= 6 { return grouped }
    let (value, unit) =
      self < 1_000_000
      ? (Double(self) / 1e3, "k")
      : self < 1_000_000_000 ? (Double(self) / 1e6, "M") : (Double(self) / 1e9, "G")
    return "\(value < 99.95 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))")\(unit)"
  }
}

extension Double {
  /// A rate, in eight characters at most.
  var asRate: String { self < 0.05 ? "-" : asCompact + "/s" }

  /// The same without the unit.
  var asCompact: String {
    self < 0.05 ? "-" : self < 99.95 ? "\((self * 10).rounded() / 10)" : Int(Swift.min(self, 1e15)).compact
  }

  /// How long ago something was, in milliseconds, in five characters at most.
  var asAge: String {
    let seconds = Swift.max(0, self) / 1_000
    if seconds < 9.95 { return "\((seconds * 10).rounded() / 10)s" }
    if seconds < 600 { return "\(Int(seconds))s" }
    if seconds < 36_000 { return "\(Int(seconds / 60))m" }
    return seconds < 864_000 ? "\(Int(seconds / 3_600))h" : "\(Int(Swift.min(seconds / 86_400, 9_999)))d"
  }
}
