#if NATS
  import Foundation
  import Signals
  import SignalsNATS
  import TestSupport
  import Testing

  extension RealServers {
    @Suite(.mayBlock) struct ManySubscriptionsTests {
      /// In a process of its own: each subscription has a thread.
      @Test func tenThousandReceiveAndLeaveNothing() async {
        let result = await #expect(
          processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
        ) {
          try await Self.tenThousand()
        }
        let output = result.map { $0.standardOutputContent + $0.standardErrorContent } ?? []
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        for line in lines where line.hasPrefix("figures: ") { print(line) }
        if result?.exitStatus != .exitCode(EXIT_SUCCESS) {
          Issue.record("\(String(decoding: output, as: UTF8.self))")
        }
      }

      private static func tenThousand() async throws {
        let count = 10_000
        let server = try NATSServer(jetStream: false)
        let connection = try server.connect()
        let sender = try server.connect()
        let clock = ContinuousClock()
        let before = try (threads: threads(), bytes: residentBytes())
        let received = Guarded([Int](repeating: 0, count: count))
        var observations: [any Disposable] = []
        let subscribing = try await clock.measure {
          for number in 0..<count {
            let messages = try connection.messages(on: "many.\(number)")
            observations.append(
              messages.observe(
                Observer(next: { message in
                  received.withLock { $0[number] += message.text == "\(number)" ? 1 : 1_000 }
                })))
          }
          try await connection.flushing().completion()
        }
        let during = try (threads: threads(), bytes: residentBytes())
        let passing = try await clock.measure {
          for _ in 0..<2 {
            for number in 0..<count { try sender.publish(Array("\(number)".utf8), to: "many.\(number)") }
          }
          try #require(await eventually { received.withLock { $0.allSatisfy { $0 == 2 } } })
        }
        // Through a restart.
        try server.kill()
        try server.start()
        let again = try await clock.measure {
          try #require(
            await eventually {
              connection.state.value.isConnected && sender.state.value.isConnected
            })
          try await connection.flushing().completion()
          for number in 0..<count { try sender.publish(Array("\(number)".utf8), to: "many.\(number)") }
          try #require(await eventually { received.withLock { $0.allSatisfy { $0 == 3 } } })
        }
        let leaving = try await clock.measure {
          observations.forEach { $0.dispose() }
          observations = []
          try #require(await eventually { try threads() <= before.threads + 8 })
        }
        print(
          """
          figures: \(count) subscriptions: made in \(subscribing), \
          \(during.threads - before.threads) threads, \((during.bytes - before.bytes) >> 20) MB; 2 messages for each in \
          \(passing); after a restart connected, and 1 for each, in \(again); gone in \(leaving)
          """)
      }

      private static func threads() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
      }
    }
  }
#endif
