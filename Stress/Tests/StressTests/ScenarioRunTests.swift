import Foundation
import Signals
import Testing

@testable import Stress

/// What a scenario leaves behind is found, with the seed of the round.
@Suite(.serialized) struct ScenarioRunTests {
  private static let tooLong = Guarded<[Token]>([])

  /// Other tests have values alive for a moment, which is why a run is patient unless it is to fail. They also take more
  /// memory than a scenario may.
  private func run(patience: Double = 20, _ body: @escaping @Sendable (Round) -> Void) -> Bool {
    var options = Options()
    options.seconds = 0.1
    options.patience = patience
    return ScenarioRun(
      Scenario(name: "planted", summary: "", rules: "", roundLength: 0.01, megabytes: 4096, run: body),
      options
    ).run()
  }

  @Test func nothingWrongIsSuccess() {
    #expect(run { round in round.onThreads { worker in worker.call("nothing") {} } })
  }

  @Test func faultsFail() {
    #expect(!run { $0.fault("E1", "planted") })
  }

  @Test func whatStaysAliveFails() {
    defer { Self.tooLong.withLock { $0 = [] } }
    #expect(!run(patience: 0.3) { _ in Self.tooLong.withLock { $0.append(Token()) } })
  }

  @Test func roundsHaveSeedsThatFollowEachOther() {
    let seeds = Guarded<[UInt64]>([])
    var options = Options()
    options.seed = 40
    options.seconds = 0.1
    options.patience = 20
    let scenario = Scenario(name: "planted", summary: "", rules: "", roundLength: 0.01, megabytes: 4096) {
      round in
      seeds.withLock { $0.append(round.seed) }
      round.onThreads { worker in while worker.isRunning {} }
    }
    #expect(ScenarioRun(scenario, options).run())
    let seen = seeds.withLock { $0 }
    #expect(seen.count > 1)
    #expect(seen == Array(40..<(40 + UInt64(seen.count))))
  }

  @Test func threadsOfARoundHaveNumbersOfTheirOwnThatTheSeedDecides() {
    func draws(_ seed: UInt64) -> [Int: Int] {
      let draws = Guarded<[Int: Int]>([:])
      Round(seed: seed, threads: 4, seconds: 1, faults: Faults(), watchdog: Watchdog(patience: 5))
        .onThreads { worker in
          let (index, drawn) = (worker.index, worker.random.below(1_000_000))
          draws.withLock { $0[index] = drawn }
        }
      return draws.withLock { $0 }
    }
    let first = draws(1)
    #expect(first == draws(1))
    #expect(first != draws(2))
    #expect(Set(first.values).count == 4)
  }
}
