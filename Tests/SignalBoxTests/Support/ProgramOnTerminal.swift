#if os(Linux)
  import Foundation
  import Signals
  import SignalsFoundation
  import TestSupport
  import Testing

  /// The program on a terminal of its own, whose user is the test.
  final class ProgramOnTerminal {
    private let process = Process()
    private var terminal: Descriptor?
    private let reading: any Disposable
    private let pieces = Notes<[UInt8]>()
    /// Whether all that the terminal got has been read.
    private let isReadToTheEnd = Guarded(false)

    /// - Parameters:
    ///   - typed: What is there before the program begins.
    ///   - preparation: A program, with arguments, that becomes the program.
    init(_ arguments: String..., in folder: URL, typed: String = "", by preparation: [String] = []) throws {
      let (user, program) = try BuiltProgram.openTerminal()
      let terminal = Descriptor(taking: user)
      let command = preparation + [BuiltProgram.url.path] + arguments
      process.executableURL = URL(filePath: command[0])
      process.arguments = Array(command.dropFirst())
      process.currentDirectoryURL = folder
      process.environment = ["TERM": "xterm"].merging(BuiltProgram.sanitizerOptions) { mine, _ in mine }
      let side = FileHandle(fileDescriptor: program)
      (process.standardInput, process.standardOutput, process.standardError) = (side, side, side)
      reading = SignalProducer.bytes(arrivingAt: terminal)
        .on(disposed: { [isReadToTheEnd] in isReadToTheEnd.withLock { $0 = true } })
        .startWithResult { [pieces] in if case .success(let piece) = $0 { pieces.add(piece) } }
      self.terminal = terminal
      type(typed)
      try process.runWithoutBlockedSignals()
      close(program)
    }

    deinit {
      if process.isRunning { kill(number, SIGKILL) }
      reading.dispose()
    }

    /// Of the process.
    var number: pid_t { process.processIdentifier }

    /// All that the terminal got.
    var output: String { String(decoding: pieces.entries.joined(), as: UTF8.self) }

    func type(_ keys: String) {
      guard let terminal else { return }
      let bytes = Array(keys.utf8)
      #expect(write(terminal.number, bytes, bytes.count) == bytes.count)
    }

    /// Whether keys come one by one and are not shown.
    var takesKeys: Bool {
      get throws { try modes & tcflag_t(ICANON | ECHO) == 0 }
    }

    /// Whether keys are shown.
    var showsKeys: Bool {
      get throws { try modes & tcflag_t(ECHO) != 0 }
    }

    private var modes: tcflag_t {
      get throws {
        var settings = termios()
        try #require(tcgetattr(#require(terminal).number, &settings) == 0)
        return settings.c_lflag
      }
    }

    /// Takes the terminal away.
    func hangUp() {
      reading.dispose()
      terminal = nil
    }

    func shows(_ text: String, times: Int = 1) async throws {
      let isShown = try await eventually { self.output.ranges(of: text).count >= times }
      try #require(isShown, "\(text) in \(output)")
    }

    /// Waits until the program has ended by itself, and what it has written has been read: its status, or the signal that
    /// ended it.
    func end() async throws -> (status: Int32, isSignal: Bool) {
      try #require(
        await eventually { !self.process.isRunning && self.isReadToTheEnd.withLock { $0 } }, "\(output)")
      return (process.terminationStatus, process.terminationReason == .uncaughtSignal)
    }

    /// Whether the process is suspended.
    var isSuspended: Bool {
      get throws {
        let status = try String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
        // After the name of the program, which is in brackets.
        return status.contains(") T ")
      }
    }
  }
#endif
