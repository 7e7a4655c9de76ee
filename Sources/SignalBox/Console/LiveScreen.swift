import Signals

/// A terminal of which all lines are drawn over and over. Only lines that have changed are written, in one piece, so that
/// nothing flickers and little goes over a slow connection.
final class LiveScreen: Sendable {
  private let terminal: Terminal
  /// What the terminal shows now; nil while it shows something else.
  private let shown = Guarded<(lines: [String], size: Terminal.Size)?>(nil)

  init(on terminal: Terminal) { self.terminal = terminal }

  /// - Parameter lines: What stands there, from the top; none is wider than the terminal.
  func show(_ lines: [String], in size: Terminal.Size) {
    shown.withLock { shown in
      let lines = Array(lines.prefix(size.rows))
      var text = ""
      if shown == nil { text += "\u{1B}[?1049h\u{1B}[?25l" }
      if shown?.size != size {
        text += "\u{1B}[H\u{1B}[2J"
        shown = ([], size)
      }
      let old = shown?.lines ?? []
      for row in 0..<max(lines.count, old.count) {
        let line = row < lines.count ? lines[row] : ""
        if row < old.count ? old[row] != line : !line.isEmpty {
          text += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K"
        }
      }
      if !text.isEmpty { terminal.write(text) }
      shown = (lines, size)
    }
  }

  /// Shows what the terminal showed before. It may be drawn again.
  func leave() {
    shown.withLock { shown in
      if shown != nil { terminal.write("\u{1B}[?25h\u{1B}[?1049l") }
      shown = nil
    }
  }
}
