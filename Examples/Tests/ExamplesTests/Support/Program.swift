import Foundation
import Synchronization
import TestSupport
import Testing

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
  static let ship = Program(name: "ship")
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
    let running = try Running(path, arguments)
    // It is small: it fits into the pipe.
    try running.input.write(contentsOf: input)
    return try running.end()
  }

  func run(_ arguments: [String]) throws -> Outcome { try Running(path, arguments).end() }

  /// - Parameter meanwhile: What happens before its input is closed.
  func run(_ arguments: [String], meanwhile: (Running) async throws -> Void) async throws -> Outcome {
    let running = try Running(path, arguments)
    try await meanwhile(running)
    return try running.end()
  }

  /// Runs a line of shell in which `$0` is the program.
  func shell(_ line: String) throws -> Outcome { try Running("/bin/sh", ["-c", line, path]).end() }

  #if os(Linux)
    /// Runs it with its output going to a terminal, and returns what the terminal got.
    func runOnTerminal(_ arguments: [String]) throws -> String {
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
      try process.runWithoutBlockedSignals()
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
}

/// A program that runs, with its input and output going through pipes.
final class Running {
  private let process = Process()
  private let inward = Pipe()
  private let (output, errors): (Written, Written)

  fileprivate init(_ path: String, _ arguments: [String]) throws {
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let (outward, complaints) = (Pipe(), Pipe())
    process.standardOutput = outward
    process.standardError = complaints
    process.standardInput = inward
    try process.runWithoutBlockedSignals()
    (output, errors) = (Written(outward.fileHandleForReading), Written(complaints.fileHandleForReading))
  }

  var number: pid_t { process.processIdentifier }

  var input: FileHandle { inward.fileHandleForWriting }

  /// Waits until it has read all of its input, and has nothing more to do.
  func takesAllInput() async throws {
    let pipe = inward.fileHandleForWriting.fileDescriptor
    var unread: Int32 = 0
    try #require(await eventually { ioctl(pipe, UInt(FIONREAD), &unread) == 0 && unread == 0 })
    #if os(Linux)
      // One thread may wake another while they are looked at one after the other.
      var looks = 0
      let isAtRest = try await eventually {
        looks = Self.isAsleep(number) ? looks + 1 : 0
        return looks == 10
      }
      try #require(isAtRest)
    #else
      try await Task.sleep(for: .milliseconds(500))  // Nothing tells when.
    #endif
  }

  /// What it has written so far.
  var lines: [String] { output.text.split(separator: "\n").map(String.init) }

  func send(_ signal: Int32) { kill(number, signal) }

  /// Waits until it has ended by itself.
  func ends() async throws { try #require(await eventually { !self.process.isRunning }) }

  /// Closes its input, and waits until it has ended.
  fileprivate func end() throws -> Program.Outcome {
    try input.close()
    process.waitUntilExit()
    return Program.Outcome(
      status: process.terminationStatus, output: output.whole(), errors: errors.whole())
  }

  #if os(Linux)
    /// Whether no thread of a process has anything to do.
    private static func isAsleep(_ process: pid_t) -> Bool {
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
      return !tasks.isEmpty
        && tasks.allSatisfy { task in
          let text = try? String(contentsOfFile: "/proc/\(process)/task/\(task)/stat", encoding: .utf8)
          // Behind the name, in parentheses.
          return text?.contains(") S ") == true
        }
    }
  #endif
}

/// What comes out of a pipe, read by a thread so that the pipe never fills.
private final class Written: Sendable {
  private let bytes = Mutex(Data())
  private let isOver = DispatchSemaphore(value: 0)

  init(_ pipe: FileHandle) {
    Thread.detachNewThread { [self] in
      while case let piece = pipe.availableData, !piece.isEmpty { bytes.withLock { $0 += piece } }
      isOver.signal()
    }
  }

  var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

  /// Waits for the end. Call it once.
  func whole() -> String {
    isOver.wait()
    return text
  }
}
