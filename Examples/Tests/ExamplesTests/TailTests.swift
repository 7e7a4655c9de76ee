import Foundation
import Synchronization
import TestSupport
import Testing

/// With real files, and a real server that fails at first.
@Suite(.mayBlock) struct TailTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  /// Waits until the program watches the folder of the log, from which on it misses nothing.
  private static func waitUntilItWatches(_ running: Running) async throws {
    #if os(Linux)
      let descriptors = "/proc/\(running.number)/fdinfo"
      let isWatching = try await eventually {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
        return names.contains {
          (try? String(contentsOfFile: "\(descriptors)/\($0)", encoding: .utf8))?.contains("inotify wd:")
            == true
        }
      }
      #expect(isWatching)
    #else
      try await Task.sleep(for: .milliseconds(200))  // Nothing tells when.
    #endif
  }

  /// Waits until the program says how many lines it has read, and how many of them are errors.
  private static func waitUntilItHasRead(_ figures: String, _ running: Running) async throws {
    #expect(try await eventually { running.lines.contains { $0.hasPrefix(figures) } }, "\(running.lines)")
  }

  private static func bodies(_ server: HTTPServer) -> [String] {
    server.events.compactMap { if case .sent(let body) = $0 { body } else { nil } }
  }

  /// Refuses the first two attempts.
  private static func failing() throws -> HTTPServer {
    let attempts = Mutex(0)
    return try HTTPServer { (_: String) in
      let attempt = attempts.withLock {
        $0 += 1
        return $0
      }
      return attempt < 3 ? .answer(status: 503, body: "no") : .answer(body: "yes")
    }
  }

  private struct Alert: Decodable, Equatable {
    let service: String
    let errors: Int
    let isFailing: Bool
  }

  private static func alerts(_ server: HTTPServer) throws -> [Alert] {
    try bodies(server).map { try JSONDecoder().decode(Alert.self, from: Data($0.utf8)) }
  }

  @Test("Alerts are sent, again when the server fails, and rotation")
  func alerts() async throws {
    let server = try Self.failing()
    let options = ["--errors", "3", "--window", "4s", "--quiet", "100ms", "--metrics", "100ms"]
    let outcome = try await Program.tail.run([path("log"), "--post", "\(server.url)alerts"] + options) {
      running in
      // The log is not there yet.
      try await Self.waitUntilItWatches(running)
      try await Self.waitUntilItHasRead("0 lines, 0 errors", running)
      try folder.append("log", "billing ERROR one\nbilling INFO fine\n  at line 3\n")
      try await Self.waitUntilItHasRead("3 lines, 1 errors", running)
      rename(self.path("log"), self.path("log.1"))
      try folder.append("log.1", "billing ERROR two\nmail ERROR alone\n")
      try folder.append("log", "billing FATAL three\nmail INFO fine\n")
      // Refused twice, then taken; and when no more errors come, the service is well again.
      #expect(try await eventually { Self.bodies(server).count >= 4 })
      running.send(SIGINT)
    }
    let failing = Alert(service: "billing", errors: 3, isFailing: true)
    let well = Alert(service: "billing", errors: 0, isFailing: false)
    #expect(try Self.alerts(server) == [failing, failing, failing, well])
    #expect(outcome.status == 130)
    #expect(outcome.errors == "")
    #expect(
      outcome.lines.filter { $0.contains("sent: ") } == [
        "sent: billing fails, errors: 3", "sent: billing is well again, errors: 0",
      ])
    #expect(outcome.lines.first == "0 lines, 0 errors, 0 sent in 0 attempts, 0 failures")
    #expect(outcome.lines.last == "7 lines, 4 errors, 2 sent in 4 attempts, 0 failures")
    #expect(server.events.contains(.requested("POST /alerts")))
  }

  @Test("Ctrl-C sends what is due before it ends") func flush() async throws {
    let server = try Self.failing()
    let options = ["--errors", "2", "--window", "1m", "--quiet", "1m", "--metrics", "20ms"]
    try folder.append("log", "")
    let outcome = try await Program.tail.run([path("log"), "--post", "\(server.url)"] + options) { running in
      try await Self.waitUntilItWatches(running)
      try folder.append("log", "billing ERROR one\nbilling ERROR two\nmail ERROR one\n")
      try await Self.waitUntilItHasRead("3 lines, 3 errors", running)
      running.send(SIGTERM)
    }
    #expect(outcome.status == 143)
    #expect(
      try Self.alerts(server)
        == Array(repeating: Alert(service: "billing", errors: 2, isFailing: true), count: 3))
    #expect(outcome.lines.last == "3 lines, 3 errors, 1 sent in 3 attempts, 0 failures")
  }

  @Test("The second Ctrl-C ends at once") func second() async throws {
    let server = try HTTPServer(.silence)
    try folder.append("log", "")
    let options = ["--errors", "1", "--window", "1m", "--metrics", "20ms"]
    let outcome = try await Program.tail.run([path("log"), "--post", "\(server.url)"] + options) { running in
      try await Self.waitUntilItWatches(running)
      try folder.append("log", "billing ERROR one\n")
      try await Self.waitUntilItHasRead("1 lines, 1 errors", running)
      running.send(SIGINT)
      #expect(try await eventually { !Self.bodies(server).isEmpty })
      running.send(SIGINT)
    }
    #expect(outcome.status == 130)
    #expect(server.connectionCount == 1)
  }

  @Test func saysWhatCouldNotBeSent() async throws {
    let server = try HTTPServer(.answer(status: 503, body: "no"))
    try folder.append("log", "")
    let options = ["--errors", "1", "--window", "200ms", "--quiet", "20ms", "--retry", "1"]
    let outcome = try await Program.tail.run([path("log"), "--post", "\(server.url)"] + options) { running in
      try await Self.waitUntilItWatches(running)
      try folder.append("log", "billing ERROR one\n")
      #expect(try await eventually { Self.bodies(server).count >= 2 })
      running.send(SIGINT)
    }
    #expect(outcome.errors.contains("tail: \(server.url): status 503\n"))
    #expect(outcome.lines.contains("not sent: billing fails, errors: 1"))
  }

  @Test func endsWhenNoFileCanBeRead() throws {
    let outcome = try Program.tail.run([folder.url.path, "--post", "http://127.0.0.1:1/"])
    #expect(outcome.status == 1)
    #expect(outcome.errors == "tail: cannot read '\(folder.url.path)': Is a directory\n")
    #expect(outcome.output == "0 lines, 0 errors, 0 sent in 0 attempts, 1 failures\n")
  }

  @Test func endsWhenItsOutputIsClosed() throws {
    try folder.append("log", "")
    let outcome = try Program.tail.shell(
      "($0 \(path("log")) --post http://127.0.0.1:1/ --metrics 10ms; echo $? >&2) | head -n 1")
    #expect(outcome.output == "0 lines, 0 errors, 0 sent in 0 attempts, 0 failures\n")
    #expect(outcome.errors == "tail: cannot write 'standard output': Broken pipe\n1\n")
  }

  @Test(arguments: [
    [], ["log"], ["--post", "http://localhost/"], ["log", "--post", "ftp://localhost/"], ["log", "--frob"],
    ["log", "--post", "http://localhost/", "--errors", "0"],
    ["log", "--post", "http://localhost/", "--quiet", "x"],
  ])
  func saysWhatItDoesNotUnderstand(arguments: [String]) throws {
    let outcome = try Program.tail.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("tail: ") && outcome.errors.hasSuffix("; see 'tail --help'\n"))
  }

  @Test func explainsItself() throws {
    let outcome = try Program.tail.run(["--help"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.allSatisfy { $0.count <= 84 })
  }
}
