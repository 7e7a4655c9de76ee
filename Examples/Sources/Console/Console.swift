import Foundation

/// What a program says, and to whom.
public enum Console {
  /// Whether the output is an interactive terminal: then lines may be drawn over.
  public static let isLive =
    isatty(STDOUT_FILENO) == 1
    && !["", "dumb"].contains(ProcessInfo.processInfo.environment["TERM", default: ""])

  /// Replaces the line that is shown for the moment. The terminal itself cuts what does not fit.
  public static func show(_ text: @autoclosure () -> String) {
    if isLive { write("\r\u{1B}[K\u{1B}[?7l\(text())\u{1B}[?7h", to: .standardOutput) }
  }

  /// Writes lines that stay, instead of the one that is shown for the moment.
  public static func say(_ text: String) {
    write((isLive ? "\r\u{1B}[K" : "") + text + "\n", to: .standardOutput)
  }

  /// Says what went wrong.
  public static func complain(_ text: String) {
    show("")
    write(text + "\n", to: .standardError)
  }

  /// Rows of numbers that are aligned on the right, with something to read at their ends.
  public static func table(_ rows: [[String]], width: Int) -> String {
    rows.map { row in
      let text = row.last!.isEmpty ? "" : "  " + row.last!.printable
      return row.dropLast().map { $0.aligned(to: width) }.joined(separator: " ") + text
    }.joined(separator: "\n")
  }

  /// How much of something there is, as a bar and in percent.
  public static func bar(_ part: Int, of whole: Int) -> String {
    let percent = whole == 0 ? 100 : min(100, part * 100 / whole)
    return String(repeating: "█", count: percent / 5) + String(repeating: "░", count: 20 - percent / 5)
      + "\(percent)%".aligned(to: 5)
  }

  /// Of all of them together; nil where something else than a file is among them, such as a pipe.
  public static func size(ofFiles names: [String]) -> Int? {
    names.reduce(0) { sum, name in
      var status = stat()
      // What cannot be read adds nothing.
      guard let sum, stat(name, &status) == 0 || name != "-" else { return nil }
      let kind = status.st_mode & S_IFMT
      return kind == S_IFREG ? sum + Int(status.st_size) : kind == 0 || kind == S_IFDIR ? sum : nil
    }
  }

  private static func write(_ text: String, to file: FileHandle) {
    // The reader may have closed the output.
    try? file.write(contentsOf: Data(text.utf8))
  }
}

extension String {
  /// Filled with spaces on the left.
  public func aligned(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }

  /// Without what could do anything to a terminal.
  public var printable: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.isPrintable ? $0 : "\u{FFFD}" }))
  }
}

extension Unicode.Scalar {
  fileprivate var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}

extension Int {
  /// With a comma between groups of three digits.
  public var grouped: String { String(self).replacing(/\d(?=(\d{3})+$)/) { "\($0.0)," } }

  /// As a number of bytes, with about three digits.
  public var spokenBytes: String {
    var (amount, units) = (Double(self), ["B", "kB", "MB", "GB", "TB"][...])
    while amount >= 999.5, units.count > 1 { (amount, units) = (amount / 1000, units.dropFirst()) }
    return String(format: amount < 99.5 && units.first != "B" ? "%.1f %@" : "%.0f %@", amount, units.first!)
  }
}

extension Duration {
  /// With about three digits.
  public var spoken: String {
    let seconds = self / .seconds(1)
    return seconds < 0.9995 ? String(format: "%.3g ms", seconds * 1000) : String(format: "%.1f s", seconds)
  }
}

extension ContinuousClock.Instant {
  /// Never zero, so that one can divide by it.
  public var secondsAgo: Double { max(0.001, (.now - self) / .seconds(1)) }
}
