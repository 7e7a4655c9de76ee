#if os(Linux)
  import Foundation
  import TestSupport

  extension BuiltProgram {
    /// Runs it with its output going to a terminal on which no key can be pressed, and returns what the terminal got.
    static func runOnTerminal(_ arguments: String..., environment: [String: String], in folder: URL) throws
      -> Outcome
    {
      try runOnTerminal(arguments, environment: environment, in: folder)
    }

    static func runOnTerminal(_ arguments: [String], environment: [String: String], in folder: URL) throws
      -> Outcome
    {
      let (terminal, otherEnd) = try openTerminal()
      let process = Process()
      process.executableURL = url
      process.arguments = arguments
      process.currentDirectoryURL = folder
      process.environment = environment.merging(sanitizerOptions) { mine, _ in mine }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle(fileDescriptor: otherEnd)
      try process.runWithoutBlockedSignals()
      close(otherEnd)
      let output = readAll(terminal)
      close(terminal)
      process.waitUntilExit()
      return Outcome(status: process.terminationStatus, output: output, errors: "")
    }

    /// The options of AddressSanitizer for the tests are also those for the programs that they start, too.
    static var sanitizerOptions: [String: String] {
      ProcessInfo.processInfo.environment.filter { $0.key == "ASAN_OPTIONS" }
    }

    /// Both sides of a new terminal: the user's, and that of programs. (What `posix_openpt`, `unlockpt` and `ptsname` do,
    /// which Foundation does not show.)
    static func openTerminal() throws -> (user: Int32, program: Int32) {
      let user = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var (isLocked, number): (Int32, Int32) = (0, 0)
      guard user >= 0, ioctl(user, unlockTerminal, &isLocked) == 0,
        ioctl(user, getTerminalNumber, &number) == 0
      else { throw POSIXError(.ENOTTY) }
      let program = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
      guard program >= 0 else { throw POSIXError(.ENOTTY) }
      return (user, program)
    }

    /// TIOCSPTLCK and TIOCGPTN.
    private static let (unlockTerminal, getTerminalNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

    /// Whether this system has terminals to give.
    static let canOpenTerminal = access("/dev/ptmx", R_OK | W_OK) == 0

    /// Reads until the other end is closed, which Linux reports as an error.
    private static func readAll(_ descriptor: Int32) -> String {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
        bytes += buffer[..<count]
      }
    }
  }
#endif
