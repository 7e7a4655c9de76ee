import Foundation
import TestSupport

/// The program as it was built, run as a process of its own.
struct BuiltProgram {
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String

    var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  }

  /// It lies next to the tests.
  static var url: URL {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let tests = bundles.first ?? Bundle.main.executableURL!
    return tests.deletingLastPathComponent().appendingPathComponent("signalbox")
  }

  /// Runs it with its output going into pipes.
  static func run(_ arguments: String..., in folder: URL? = nil) throws -> Outcome {
    try run(arguments, in: folder)
  }

  static func run(_ arguments: [String], in folder: URL? = nil) throws -> Outcome {
    try run(url, arguments, in: folder)
  }

  /// Runs a line of shell in which `$0` is the program.
  static func shell(_ line: String, in folder: URL? = nil) throws -> Outcome {
    try run(URL(fileURLWithPath: "/bin/sh"), ["-c", line, url.path], in: folder)
  }

  private static func run(_ executable: URL, _ arguments: [String], in folder: URL?) throws -> Outcome {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.runWithoutBlockedSignals()
    // The errors are few: they fit into the pipe until the output has been read.
    let written = output.fileHandleForReading.readDataToEndOfFile()
    let complained = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: written, as: UTF8.self),
      errors: String(decoding: complained, as: UTF8.self))
  }
}
