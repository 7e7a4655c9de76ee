import Foundation
import TestSupport
import Testing

/// With a program that is killed again and again.
@Suite(.mayBlock) struct ShipTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private var shipped: [String] {
    ((try? String(contentsOfFile: path("target"), encoding: .utf8)) ?? "").split(separator: "\n").map(
      String.init)
  }

  private func waits(for condition: () throws -> Bool) async throws {
    let isMet = try await eventually(condition)
    #expect(isMet)
  }

  private func ship(_ options: String..., meanwhile: (Running) async throws -> Void) async throws
    -> Program.Outcome
  {
    try await Program.ship.run([path("log"), path("target")] + options, meanwhile: meanwhile)
  }

  @Test func losesAndRepeatsNothingHoweverItEnds() async throws {
    var written = 0
    try folder.append("log", "")
    for round in 0..<20 {
      _ = try await ship("--batch", "7", "--every", "1ms", "--overlap", "1s") { running in
        for _ in 0..<10 {
          try folder.append("log", (0..<25).map { "line \(written + $0)\n" }.joined())
          written += 25
          usleep(2000)
        }
        // A place is saved already, or the program may be killed before it has read anything.
        let goal = round % 4 * 20
        try await self.waits { self.shipped.count >= min(written - 100, goal) }
        running.send(SIGKILL)
      }
      // Also while nothing runs; a rotation, once in a while.
      try folder.append("log", "line \(written)\n")
      written += 1
      if round % 5 == 3 {
        _ = try await ship { running in
          try await self.waits { self.shipped.count == written }
          running.send(SIGKILL)
        }
        #expect(rename(path("log"), path("log.\(round)")) == 0)
        try folder.append("log.\(round)", "line \(written)\n")
        written += 1
      }
    }
    let outcome = try await ship { running in
      try await self.waits { self.shipped.count >= written }
      running.send(SIGTERM)
      try await running.ends()
    }
    #expect(outcome.status == 0)
    #expect(shipped == (0..<written).map { "line \($0)" })
  }

  @Test func appendsToWhatIsThere() async throws {
    try folder.append("target", "before\n")
    try folder.append("log", "one\n")
    _ = try await ship { running in
      try await self.waits { self.shipped == ["before", "one"] }
      running.send(SIGTERM)
      try await running.ends()
    }
  }

  @Test func saysThatThePlaceIsLost() async throws {
    try folder.append("log", "one\n")
    _ = try await ship { running in
      try await self.waits { self.shipped == ["one"] }
      running.send(SIGTERM)
      try await running.ends()
    }
    try FileManager.default.removeItem(atPath: path("log"))
    try folder.append("log", "two\n")
    let outcome = try await ship { try await $0.ends() }
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("ship: cannot open '\(path("log"))': the file of the place"))
    #expect(shipped == ["one"])
  }

  @Test func explainsItself() throws {
    #expect(try Program.ship.run("--help").output.hasPrefix("Usage: ship LOG TARGET"))
    #expect(try Program.ship.run("log").status == 2)
  }
}
