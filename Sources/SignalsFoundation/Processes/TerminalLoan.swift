import Foundation

/// The terminal that controls this program, while the group of a child process has it in its place.
///
/// A terminal has one group of processes in its foreground. The system stops another one that reads from the terminal, sets
/// its modes, or writes to it after `stty tostop`.
struct TerminalLoan: Sendable {
  private let terminal: Descriptor
  private let group: pid_t
  /// How the terminal was set when it was lent.
  private let settings: termios

  /// Nil: there is no such terminal, or this program is not in its foreground.
  init?(to group: pid_t) {
    let number = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    if number < 0 { return nil }
    terminal = Descriptor(number)
    self.group = group
    var settings = termios()
    guard tcgetpgrp(number) == getpgrp(), tcgetattr(number, &settings) == 0 else { return nil }
    self.settings = settings
    guard Self.unstopped({ tcsetpgrp(number, group) == 0 }) else { return nil }
  }

  /// Whether the group has the terminal, which a shell may have taken away.
  var isValid: Bool { tcgetpgrp(terminal.number) == group }

  /// Puts this program into the foreground again. False: the group did not have the terminal any more.
  func takeBack() -> Bool {
    isValid && Self.unstopped { tcsetpgrp(terminal.number, getpgrp()) == 0 }
  }

  /// Sets the terminal as it was, after the group could not do that itself.
  func restoreSettings() {
    var settings = settings
    Self.unstopped { _ = tcsetattr(terminal.number, TCSANOW, &settings) }
  }

  /// Sends this program, and what a shell has started with it, a signal that the user meant for all of them.
  static func passOn(_ signal: Int32) {
    // All threads may block it: Dispatch does in its threads, and what starts a program from one bequeaths that.
    masking(signal, SIG_UNBLOCK) { _ = kill(0, signal) }
  }

  /// This program is in the background while a child has the terminal, and would be stopped itself.
  private static func unstopped<Result>(_ action: () -> Result) -> Result {
    masking(SIGTTOU, SIG_BLOCK, action)
  }

  /// - Parameter how: What becomes of the signal in this thread meanwhile.
  private static func masking<Result>(_ signal: Int32, _ how: Int32, _ action: () -> Result) -> Result {
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    pthread_sigmask(how, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return action()
  }
}
