import Foundation
import Signals
import SignalsFoundation
import TestSupport
import Testing

/// `signalbox watch` as a process, in a folder of its own.
final class WatchingProgram {
  let folder: TemporaryFolder
  private let start: any Disposable
  private let notes = Notes<Event<ProcessEvent, ProcessError>>()

  /// - Parameter script: A line of shell, which is the command that is run.
  convenience init(_ options: String..., script: String, in folder: TemporaryFolder? = nil) throws {
    try self.init(options + ["--", "sh", "-c", script], in: folder)
  }

  /// - Parameter preparation: What the shell does before it becomes the program.
  init(
    _ arguments: [String], in folder: TemporaryFolder? = nil, preparing preparation: String = "true"
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    // The shell says which process it becomes.
    var process = ChildProcess(
      "sh",
      ["-c", "\(preparation); echo process $$; exec \"$0\" \"$@\"", BuiltProgram.url.path, "watch"]
        + arguments)
    process.workingDirectory = FilePath(folder.url.path)
    start = process.run().start(notes.add)
  }

  deinit { start.dispose() }

  private func lines(from source: ProcessEvent.Source) -> [String] {
    notes.entries.compactMap { event in
      if case .next(.line(let line, source)) = event { line.text } else { nil }
    }
  }

  /// What the command has written.
  var output: [String] { lines(from: .output).filter { !$0.hasPrefix("process ") } }

  /// What the program has said, without how long it took.
  var said: [String] {
    lines(from: .errors).filter { $0.hasPrefix("signalbox: ") }  // Shells say something too.
      .map { $0.replacing(/(in|after) \d.*/, with: { "\($0.1) TIME" }) }
  }

  func writes(_ line: String, times: Int = 1) async throws {
    let isWritten = try await eventually { self.output.count { $0 == line } >= times }
    try #require(isWritten, "\(line) in \(output), \(said)")
  }

  func says(_ line: String, times: Int = 1) async throws {
    let isSaid = try await eventually { self.said.count { $0 == "signalbox: \(line)" } >= times }
    try #require(isSaid, "\(line) in \(said), \(output)")
  }

  /// A number that the command has written after a word.
  func number(after word: String) async throws -> pid_t {
    func find() -> pid_t? {
      lines(from: .output).compactMap { line in
        let parts = line.split(separator: " ")
        return parts.count == 2 && parts[0] == word ? pid_t(parts[1]) : nil
      }.last
    }
    try #require(await eventually { find() != nil })
    return try #require(find())
  }

  /// Makes a folder, and waits until the program has seen that, and so all that has happened before.
  func notices(_ folder: String) async throws {
    #if os(Linux)
      let process = try await number(after: "process")
      let before = Self.watchCount(of: process)
      try self.folder.makeFolder(folder)
      try #require(await eventually { Self.watchCount(of: process) > before })
    #else
      try self.folder.makeFolder(folder)
      try await Task.sleep(for: .seconds(3))  // No event comes; it polls every second.
    #endif
  }

  #if os(Linux)
    /// How many folders the kernel watches for a process.
    private static func watchCount(of process: pid_t) -> Int {
      let place = "/proc/\(process)/fdinfo"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
      return names.map { name in
        let text = (try? String(contentsOfFile: "\(place)/\(name)", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").count { $0.hasPrefix("inotify wd:") }
      }.reduce(0, +)
    }
  #endif

  func send(_ signal: Int32) async throws { kill(try await number(after: "process"), signal) }

  /// Waits until the program has ended by itself.
  func end() async throws -> ProcessEnd {
    try #require(await eventually { self.notes.entries.last?.isTerminating == true })
    let ends = notes.entries.compactMap { event in
      if case .next(.ended(let end)) = event { end } else { nil }
    }
    return try #require(ends.first)
  }

  func interrupt() async throws -> ProcessEnd {
    try await send(SIGINT)
    return try await end()
  }
}
