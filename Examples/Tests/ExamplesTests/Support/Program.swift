import Foundation

/// A built example, run as a process of its own.
struct Program {
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// The rows of the table, each as its columns.
    var rows: [[String]] { lines.map { $0.split(separator: " ").map(String.init) } }
  }

  static let count = Program(name: "count")
  static let fetch = Program(name: "fetch")
  static let tail = Program(name: "tail")
  let name: String

  /// It lies next to the tests.
  private var path: String {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    return (bundles.first ?? Bundle.main.executableURL!).deletingLastPathComponent().appending(path: name)
      .path
  }

  /// Runs it with its output going into pipes.
  func run(_ arguments: String..., input: Data = Data()) throws -> Outcome {
    try run(arguments) { try $1.fileHandleForWriting.write(contentsOf: input) }
  }

  /// - Parameter meanwhile: What happens before its input is closed.
  func run(_ arguments: [String], meanwhile: (Process, Pipe) throws -> Void = { _, _ in }) throws -> Outcome {
    try run(URL(filePath: path), arguments, meanwhile)
  }

  /// Runs a line of shell in which `$0` is the program.
  func shell(_ line: String) throws -> Outcome {
    try run(URL(filePath: "/bin/sh"), ["-c", line, path]) { _, _ in }
  }

  #if os(Linux)
    /// Runs it with its output going to a terminal, and returns what the terminal got.
    func runOnTerminal(_ arguments: String...) throws -> String {
      let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var (isLocked, number): (Int32, Int32) = (0, 0)
      // TIOCSPTLCK and TIOCGPTN: what `unlockpt` and `ptsname` do, which Foundation does not show.
      guard terminal >= 0, ioctl(terminal, 0x4004_5431, &isLocked) == 0,
        ioctl(terminal, 0x8004_5430, &number) == 0
      else { throw POSIXError(.ENOTTY) }
      let otherEnd = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
      let process = Process()
      process.executableURL = URL(filePath: path)
      process.arguments = arguments
      process.environment = ["TERM": "xterm"]
      process.standardOutput = FileHandle(fileDescriptor: otherEnd)
      try process.run()
      close(otherEnd)
      // Until the other end is closed, which Linux reports as an error.
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while case let count = read(terminal, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
      close(terminal)
      process.waitUntilExit()
      return String(decoding: bytes, as: UTF8.self)
    }
  #endif

  private func run(_ executable: URL, _ arguments: [String], _ meanwhile: (Process, Pipe) throws -> Void)
    throws -> Outcome
  {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    let (output, errors, inward) = (Pipe(), Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = inward
    try process.run()
    // The input is small: it fits into the pipe. So do the errors, until the output has been read.
    try meanwhile(process, inward)
    try inward.fileHandleForWriting.close()
    let written = output.fileHandleForReading.readDataToEndOfFile()
    let complained = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: written, as: UTF8.self),
      errors: String(decoding: complained, as: UTF8.self))
  }
}
