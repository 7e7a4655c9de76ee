import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.mayBlock) struct FetchTests {
  /// Answers, fails, stalls or answers late, as the path says.
  private static func server() throws -> HTTPServer {
    let attempts = Mutex<[String: Int]>([:])
    return try HTTPServer { path in
      let attempt = attempts.withLock {
        $0[path, default: 0] += 1; return $0[path]!
      }
      return switch path {
      case "/slow": .slowly(body: "late", pause: .milliseconds(50))
      case "/missing": .answer(status: 404, body: "no")
      case "/broken": .answer(status: 503, body: "no")
      case "/flaky" where attempt < 3: .hangUp
      case "/stalls": .silence
      default: .answer(body: "hello")
      }
    }
  }

  @Test func fetchesAndSaysHowLongItTook() throws {
    let server = try Self.server()
    let outcome = try Program.fetch.run((0..<20).map { "\(server.url)\($0)" } + ["\(server.url)slow"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.lines.count == 2)
    #expect(outcome.lines[0].hasPrefix("21 answered, 0 failed, 104 B in "))
    #expect(outcome.lines[1].contains(/^p50 [\d.]+ (ms|s), p90 [\d.]+ (ms|s), p99 [\d.]+ (ms|s)$/))
    #expect(server.connectionCount == 21)
  }

  @Test func triesAgainAndSaysWhatHasFailed() throws {
    let server = try Self.server()
    let urls = ["flaky", "missing", "broken", "broken", "fine"].map { "\(server.url)\($0)" }
    let outcome = try Program.fetch.run(urls + ["--retry", "2", "--concurrency", "1"])
    #expect(outcome.status == 1)
    #expect(outcome.lines[0].hasPrefix("2 answered, 3 failed, 10 B in "))
    #expect(outcome.lines[2...] == ["2 × status 503", "1 × status 404"])
    #expect(
      outcome.errors == """
        fetch: \(server.url)missing: status 404
        fetch: \(server.url)broken: status 503
        fetch: \(server.url)broken: status 503

        """)
    let asked = ["flaky", "flaky", "flaky", "missing"] + Array(repeating: "broken", count: 6) + ["fine"]
    #expect(server.events.filter { $0 != .connected } == asked.map { .requested("GET /\($0)") })
  }

  @Test("A late answer is a failure, and the connection is closed")
  func timeout() throws {
    let server = try Self.server()
    let outcome = try Program.fetch.run("\(server.url)stalls", "--timeout", "300ms", "--retry", "1")
    #expect(outcome.status == 1)
    #expect(outcome.lines.count == 2)
    #expect(outcome.lines[0].hasPrefix("0 answered, 1 failed, 0 B in "))
    #expect(outcome.lines[1] == "1 × timed out")
    #expect(server.connectionCount == 2)
  }

  @Test("Ctrl-C prints what has come, and the status is 130")
  func interruption() async throws {
    let server = try Self.server()
    let arguments = ["\(server.url)a", "\(server.url)stalls", "--timeout", "1m", "--concurrency", "1"]
    let outcome = try await Program.fetch.run(arguments) { running in
      // The second is asked for when the first is done.
      let isAsked = try await eventually { server.events.contains(.requested("GET /stalls")) }
      #expect(isAsked)
      running.send(SIGINT)
    }
    #expect(outcome.status == 130)
    #expect(outcome.lines[0].hasPrefix("1 answered, 0 failed, 5 B in "))
  }

  @Test(arguments: [
    [], ["ftp://localhost/"], ["nothing"], ["--frob"], ["http://localhost", "--retry", "-1"],
    ["http://localhost", "--timeout", "soon"], ["http://localhost", "--concurrency", "0"],
  ])
  func saysWhatItDoesNotUnderstand(arguments: [String]) throws {
    let outcome = try Program.fetch.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("fetch: ") && outcome.errors.hasSuffix("; see 'fetch --help'\n"))
  }

  @Test func explainsItself() throws {
    let outcome = try Program.fetch.run("--help")
    #expect(outcome.status == 0)
    #expect(outcome.lines.allSatisfy { $0.count <= 80 })
  }

  #if os(Linux)
    @Test func showsProgressOnATerminalOnly() throws {
      let server = try Self.server()
      let shown = try Program.fetch.runOnTerminal(["\(server.url)a", "\(server.url)slow"])
      #expect(shown.contains("  0 of 2, 0 failed, "))
      #expect(shown.contains(/\r\u{1B}\[K2 answered/))
      #expect(try !Program.fetch.run("\(server.url)a").output.contains("\u{1B}"))
    }
  #endif
}
