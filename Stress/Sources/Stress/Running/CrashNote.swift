import Foundation

/// A line that is written when the process dies of a signal: which round it was.
///
/// A signal handler may neither allocate nor lock, so the line lies ready in memory that is never given back.
enum CrashNote {
  private static let capacity = 256
  nonisolated(unsafe) private static let line: UnsafeMutablePointer<UInt8> = {
    let line = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    line.initialize(repeating: 10, count: capacity)
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT] {
      signal(number) { number in
        CrashNote.write()
        // The default action follows when the instruction is tried again, or the signal is raised again.
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    return line
  }()

  static func set(_ text: String) {
    for (index, byte) in (text + "\n").utf8.prefix(capacity).enumerated() { line[index] = byte }
  }

  private static func write() {
    var length = 0
    while length < capacity - 1, line[length] != 10 { length += 1 }
    // There is nothing to be done about a line that cannot be written.
    _ = Foundation.write(2, line, length + 1)
  }
}
