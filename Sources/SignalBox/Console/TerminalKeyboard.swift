import Foundation
import Signals
import SignalsFoundation

/// The keyboard of the terminal that is the standard input.
///
/// While it is open, keys come one by one and are not shown. Before the program ends, or is suspended, the terminal is set
/// as it was.
final class TerminalKeyboard: Keyboard {
  /// Nil if the standard input is no terminal.
  static let standard = isatty(STDIN_FILENO) == 1 ? TerminalKeyboard() : nil

  /// How the terminal was set before. Nil while it is set that way.
  private let before = Guarded<termios?>(nil)
  private let resumptions = Signal<Void, Never>.pipe()
  /// Called before the terminal is set as before.
  private let leaving = Guarded(Leaving())

  private struct Leaving {
    var action: @Sendable () -> Void = {}
  }

  private init() {}

  func open() {
    _ = Self.safeguards
    _ = takeKeys()
  }

  func close() { giveBack {} }

  func key(_ prompt: @escaping @Sendable () -> Void) -> Character? {
    // The program may go on in the background, or with a terminal that the shell has set: each time is a new wait.
    resumptions.output.producer
      .merge(with: SignalProducer(value: ()))
      .flatMap(.latest) { [self] in nextKey(prompt) }
      .waitForFirst() ?? nil
  }

  func typed(leaving: @escaping @Sendable () -> Void) -> SignalProducer<String, Never> {
    resumptions.output.producer
      .merge(with: SignalProducer(value: ()))
      .flatMap(.latest) { [self] in
        guard takeKeys() else { return SignalProducer<String, Never>.never }
        return SignalProducer.bytes(arrivingAt: .standardInput, size: 1024)
          .map { String(decoding: $0, as: UTF8.self) }
          .catch { _ in SignalProducer<String, Never>.empty }
          .prepend("")
      }
      .on(
        started: { [self] in self.leaving.withLock { $0.action = leaving } },
        disposed: { [self] in self.leaving.withLock { $0.action = {} } })
  }

  private func nextKey(_ prompt: @escaping @Sendable () -> Void) -> SignalProducer<Character?, Never> {
    .deferred { [self] in
      guard takeKeys() else { return SignalProducer(value: nil) }
      // A key may be several bytes, such as those of an arrow: the next wait drops what was not read at once.
      tcflush(STDIN_FILENO, TCIFLUSH)
      prompt()
      return SignalProducer.bytes(arrivingAt: .standardInput, size: 64)
        .map { String(decoding: $0, as: UTF8.self).first }
        .append(SignalProducer(value: nil))
        .catch { _ in SignalProducer(value: nil) }
    }
  }

  /// Sets the terminal for keys. False if that is impossible, as in the background, where the system would suspend the
  /// program for trying.
  private func takeKeys() -> Bool {
    before.withLock { before in
      var settings = termios()
      guard !isInBackground, tcgetattr(STDIN_FILENO, &settings) == 0 else { return false }
      if let before { settings = before } else { before = settings }
      settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
      withUnsafeMutableBytes(of: &settings.c_cc) { characters in
        characters[Int(VMIN)] = 1
        characters[Int(VTIME)] = 0
      }
      return tcsetattr(STDIN_FILENO, TCSANOW, &settings) == 0
    }
  }

  /// Sets the terminal as before, and does something before keys can be taken again.
  private func giveBack(_ action: () -> Void) {
    leaving.withLock { $0.action }()
    before.withLock { before in
      if var settings = before, !isInBackground { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
      before = nil
      action()
    }
  }

  /// The program goes on. Not twice, after a suspension and for the signal that ended it: a key that came between is not to
  /// be dropped.
  private func resume() {
    if !hasKeys { resumptions.input.send(()) }
  }

  /// Whether keys come to this program one by one.
  private var hasKeys: Bool {
    before.withLock { before in
      var settings = termios()
      return before != nil && !isInBackground && tcgetattr(STDIN_FILENO, &settings) == 0
        && settings.c_lflag & tcflag_t(ICANON | ECHO) == 0
    }
  }

  /// Whether the terminal belongs to other processes now. A terminal that controls no process belongs to all.
  private var isInBackground: Bool {
    let foreground = tcgetpgrp(STDIN_FILENO)
    return foreground > 0 && foreground != getpgrp()
  }

  // MARK: The end of the program

  /// What sets the terminal as before. Made once, and kept: the program may end when the keyboard is closed, too.
  private static let safeguards: Void = {
    atexit { standard?.close() }
    SignalProducer.terminationSignals.startWithValues { number in
      standard?.giveBack { takeDefaultAction(on: number) }
      // The first process of a container is still there.
      exit(128 + number)
    }
    SignalProducer.suspensionSignals.startWithValues { number in
      if number == SIGTSTP { standard?.giveBack { takeDefaultAction(on: number) } }
      standard?.resume()
    }
  }()
}
