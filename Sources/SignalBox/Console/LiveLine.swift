import Signals

/// One line that is drawn over again and again, from any thread, until it is closed.
final class LiveLine: Sendable {
  private let terminal: Terminal
  private let isOpen: Guarded<Bool>

  /// If the output is not an interactive terminal, the line shows nothing.
  init(on terminal: Terminal) {
    self.terminal = terminal
    isOpen = Guarded(terminal.isLive)
  }

  /// Replaces what the line shows. It stays on one line, whatever the width.
  func show(_ text: String, as paint: Paint? = nil) {
    let text = String(text.prefix(terminal.width - 1))
    replace(with: paint.map { terminal.paint($0, text) } ?? text, closing: false)
  }

  /// Removes the line. Nothing is drawn any more once this has returned.
  func close() { replace(with: "", closing: true) }

  /// Draws inside the lock, so that a line that comes too late cannot be drawn over what follows.
  private func replace(with text: String, closing: Bool) {
    isOpen.withLock { isOpen in
      if isOpen { terminal.write("\r\(text)\u{1B}[K") }
      if closing { isOpen = false }
    }
  }
}
