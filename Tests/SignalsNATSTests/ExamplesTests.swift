#if NATS
  import Foundation
  import Signals
  import SignalsNATS
  import TestSupport
  import Testing

  extension RealServers {
    /// The two programs, as processes.
    @Suite struct ExamplesTests {
      private final class Program: Sendable {
        private let process: Process
        private let output = Guarded("")

        init(_ name: String, _ arguments: [String], input: String = "") throws {
          process = Process()
          let products = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
          let folder = (products ?? Bundle.main.executableURL!).deletingLastPathComponent()
          process.executableURL = folder.appending(path: name)
          process.arguments = arguments
          let (reading, writing) = (Pipe(), Pipe())
          process.standardOutput = reading
          process.standardInput = writing
          reading.fileHandleForReading.readabilityHandler = { [output] handle in
            let text = String(decoding: handle.availableData, as: UTF8.self)
            output.withLock { $0 += text }
          }
          try process.run()
          try writing.fileHandleForWriting.write(contentsOf: Data(input.utf8))
          try writing.fileHandleForWriting.close()
        }

        deinit { kill() }

        var text: String { output.withLock { $0 } }
        var lines: [String] { text.split(separator: "\n").map(String.init) }

        func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

        func end() async throws -> Int32 {
          try #require(await eventually { !self.process.isRunning })
          return process.terminationStatus
        }
      }

      private func input(_ count: Int) -> String {
        (1...count).map { "line \($0) has five words\n" }.joined()
      }

      @Test func linesAreStoredOnce() async throws {
        let server = try NATSServer()
        for expected in [
          "2000 lines stored, 0 had been stored before\n", "0 lines stored, 2000 had been stored before\n",
        ] {
          let ingest = try Program(
            "ingest", ["--server", server.address, "--key", "k", "lines"], input: input(2000))
          #expect(try await ingest.end() == 0)
          #expect(try await eventually { ingest.text == expected }, "\(ingest.text)")
        }
      }

      @Test func withoutAServerItFails() async throws {
        let port = try freePort()
        let ingest = try Program("ingest", ["--server", "nats://127.0.0.1:\(port)", "lines"])
        #expect(try await ingest.end() == 1)
        #expect(try await Program("worker", []).end() == 2)
      }

      /// It waits for the confirmation of the last of them.
      @Test func aWorkerThatEndsHasAcknowledgedItsLines() async throws {
        let server = try NATSServer()
        let ingest = try Program("ingest", ["--server", server.address, "lines"], input: input(1000))
        #expect(try await ingest.end() == 0)
        var done: [String] = []
        for count in [100, 1, 100, 7, 792] {
          // What was not acknowledged would come again now.
          if count == 792 { try await Task.sleep(for: .seconds(6)) }
          let worker = try Program(
            "worker", ["--server", server.address, "--until", "\(count)", "lines"])
          #expect(try await worker.end() == 0)
          try #require(await eventually { worker.lines.count == count })
          done += worker.lines
        }
        let again = Dictionary(grouping: done) { $0 }.filter { $1.count > 1 }.keys.sorted()
        let missing = Set((1...1000).map { "\($0): 5" }).subtracting(done).sorted()
        #expect(again == [] && missing == [])
      }

      @Test func workersShareLinesAndReplaceOneThatIsKilled() async throws {
        let server = try NATSServer()
        let count = 2000
        let ingest = try Program("ingest", ["--server", server.address, "lines"], input: input(count))
        #expect(try await ingest.end() == 0)
        let workers = try (0..<2).map { _ in try Program("worker", ["--server", server.address, "lines"]) }
        try #require(await eventually { workers.allSatisfy { $0.lines.count > 100 } })
        workers[0].kill()
        func done() -> Set<String> { Set(workers.flatMap(\.lines).filter { $0.hasSuffix(": 5") }) }
        #expect(try await eventually { done().count == count }, "\(done().count)")
        #expect(done() == Set((1...count).map { "\($0): 5" }))
        let all = workers.reduce(0) { $0 + $1.lines.count }
        print(
          "figures: one of two workers killed: \(count) lines, done \(done().count), done again \(all - count)"
        )
      }
    }
  }
#endif
