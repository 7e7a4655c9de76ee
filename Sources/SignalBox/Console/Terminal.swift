import Foundation

/// Where the program writes, and what can be done there.
struct Terminal: Sendable {
  /// Whether the output is an interactive terminal: then lines may be drawn over, and the program pauses between them.
  let isLive: Bool
  let hasColor: Bool
  let width: Int
  /// What it has room for, as it is now: a user may change that.
  let size: @Sendable () -> Size
  /// Nil where no user can press a key.
  var keyboard: (any Keyboard)?
  /// Writes to the output, as it is.
  let write: @Sendable (String) -> Void
  private let writeError: @Sendable (String) -> Void

  struct Size: Equatable, Sendable {
    var columns: Int
    var rows: Int
  }

  init(
    isLive: Bool = false, hasColor: Bool = false, width: Int = 80, size: (@Sendable () -> Size)? = nil,
    keyboard: (any Keyboard)? = nil,
    write: @escaping @Sendable (String) -> Void,
    writeError: @escaping @Sendable (String) -> Void
  ) {
    self.isLive = isLive
    self.hasColor = hasColor
    self.width = width
    self.size = size ?? { Size(columns: width, rows: 24) }
    self.keyboard = keyboard
    self.write = write
    self.writeError = writeError
  }

  /// Writes a line to the output.
  func line(_ text: String = "") {
    write(text + "\n")
    pause(.milliseconds(10))
  }

  /// Writes a line about something that went wrong.
  func complain(_ text: String) { writeError(text + "\n") }

  /// Clears an interactive terminal, including what has scrolled out of sight.
  func clear() { if isLive { write("\u{1B}[H\u{1B}[2J\u{1B}[3J") } }

  /// Shows a line that says what keys do, waits for one of them and removes the line. Nil where no key can come.
  func key(_ prompt: String) -> Character? {
    guard let keyboard else { return nil }
    let line = LiveLine(on: self)
    defer { line.close() }
    return keyboard.key { line.show(prompt, as: .faint) }
  }

  /// Gives the user of an interactive terminal time to read.
  func pause(_ duration: Duration) {
    if isLive { Thread.sleep(forTimeInterval: duration / .seconds(1)) }
  }
}

extension Terminal {
  /// The standard streams of the process.
  static func standard() -> Terminal {
    let environment = ProcessInfo.processInfo.environment
    let isLive = isatty(STDOUT_FILENO) == 1 && !["", "dumb"].contains(environment["TERM", default: ""])
    return Terminal(
      isLive: isLive,
      hasColor: isLive && environment["NO_COLOR", default: ""].isEmpty,
      width: size(of: STDOUT_FILENO)?.columns ?? 80,
      size: { size(of: STDOUT_FILENO) ?? Size(columns: 80, rows: 24) },
      keyboard: isLive ? TerminalKeyboard.standard : nil,
      write: { writeAll($0, to: STDOUT_FILENO) },
      writeError: { writeAll($0, to: STDERR_FILENO) })
  }

  private static func size(of descriptor: Int32) -> Size? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Size(columns: Int(size.ws_col), rows: size.ws_row > 0 ? Int(size.ws_row) : 24)
  }
}

/// Writes everything. Ends the program when that is impossible: quietly when the reader has left, with
/// a message when, for example, the disk is full.
private func writeAll(_ text: String, to descriptor: Int32) {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      bytes = bytes.dropFirst(count)
      continue
    }
    switch errno {
    case EINTR: continue
    case EAGAIN: Thread.sleep(forTimeInterval: 0.001)
    case EPIPE: exit(ExitStatus.success.rawValue)
    default:
      let cause = String(cString: strerror(errno))
      if descriptor != STDERR_FILENO { writeAll("signalbox: cannot write: \(cause)\n", to: STDERR_FILENO) }
      exit(ExitStatus.failure.rawValue)
    }
  }
}
