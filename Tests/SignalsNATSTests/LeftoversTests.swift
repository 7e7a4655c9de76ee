#if NATS
  import Foundation
  import Signals
  import SignalsNATS
  import TestSupport
  import Testing

  extension RealServers {
    @Suite(.mayBlock) struct LeftoversTests {
      private struct Usage {
        let threads: Int
        let descriptors: Int

        init() throws {
          threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
          descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
      }

      /// Counts the tokens that are alive.
      private final class Alive: Sendable {
        let count = Guarded(0)
      }

      private final class Token: Sendable {
        private let alive: Alive

        init(_ alive: Alive) {
          self.alive = alive
          alive.count.withLock { $0 += 1 }
        }

        deinit { alive.count.withLock { $0 -= 1 } }

        /// Keeps the token for as long as the closure that calls this.
        func touch() {}
      }

      @Test("D4: what was started and has ended leaves nothing behind")
      func nothingIsLeft() async throws {
        let server = try NATSServer()
        let connection = try server.connect()
        let jetStream = connection.jetStream
        try await jetStream.create(JetStreamStream("s", subjects: ["s"])).completion()
        let answering = try connection.reply(on: "echo") { $0.bytes }
        let alive = Alive()
        // A message that was on its way to a start that is over comes again soon.
        var quick = JetStreamConsumer("c", of: "s")
        quick.acknowledgementTime = .seconds(2)
        let consumer = quick
        @Sendable func round(_ number: Int) async throws {
          let token = Token(alive)
          let messages = try connection.messages(on: "a.\(number)")
          messages.observe { _ in token.touch() }.dispose()
          try await connection.request([1], of: "echo").on(next: { _ in token.touch() }).completion()
          jetStream.publish(SignalProducer<JetStreamPublication, Never>.never).start { _ in token.touch() }
            .dispose()
          // Before there is a message: this thread may be held up, and the start would take it.
          jetStream.messages(of: consumer).handled { _ in token.touch() }.start { _ in }
            .dispose()
          try await jetStream.publish(JetStreamPublication([1], to: "s")).on(next: { _ in token.touch() })
            .completion()
          try await jetStream.messages(of: consumer).handled { _ in token.touch() }.prefix(1).completion()
        }
        for number in 0..<20 { try await round(number) }
        let before = try Usage()
        for number in 0..<150 { try await round(number) }
        var after = try Usage()
        let isFlat = try await eventually(within: .seconds(30)) {
          after = (try? Usage()) ?? after
          return after.threads <= before.threads + 4 && after.descriptors <= before.descriptors + 4
            && alive.count.withLock { $0 } == 0
        }
        #expect(isFlat, "before \(before), after \(after), alive \(alive.count.withLock { $0 })")
        answering.dispose()
      }

      @Test func manyThreadsUseOneConnection() async throws {
        let server = try NATSServer()
        let connection = try server.connect()
        let jetStream = connection.jetStream
        try await jetStream.create(JetStreamStream("s", subjects: ["s"])).completion()
        let answering = try connection.reply(on: "echo", queueGroup: "q") { $0.bytes }
        defer { answering.dispose() }
        let (messages, stored) = (Guarded(0), Guarded(0))
        try await withThrowingTaskGroup(of: Void.self) { group in
          for thread in 0..<8 {
            group.addTask {
              for round in 0..<25 {
                let signal = try connection.messages(on: "churn")
                let observation = signal.onValues { _ in messages.withLock { $0 += 1 } }
                let other = signal.onValues { _ in observation.dispose() }
                try connection.publish([UInt8(thread)], to: "churn")
                let answers = try await connection.request([UInt8(round)], of: "echo").completion()
                #expect(answers.map(\.bytes) == [[UInt8(round)]])
                let acknowledgements = try await jetStream.publish(
                  SignalProducer<JetStreamPublication, Never>(
                    (0..<10).map { _ in JetStreamPublication([1], to: "s") }),
                  window: 3
                ).completion()
                stored.withLock { $0 += acknowledgements.count }
                other.dispose()
                observation.dispose()
                observation.dispose()
              }
            }
          }
          try await group.waitForAll()
        }
        #expect(stored.withLock { $0 } == 2000)
        #expect(try await jetStream.state(ofStream: "s").completion().first?.messages == 2000)
        #expect(messages.withLock { $0 } > 0)
      }

      /// The C client uses a subscription after its end, if it is destroyed while a message for it is being read.
      @Test func endingWhileMessagesComeIsSafe() async throws {
        let server = try NATSServer(jetStream: false)
        let address: String = server.address
        await #expect(processExitsWith: .success) { [address = address as String] in
          let isOver = Guarded(false)
          let options = NATSOptions(servers: [address])
          let publishing = Task.detached {
            let publisher = try NATSConnection(options)
            while !isOver.withLock({ $0 }) {
              for _ in 0..<50 { try publisher.publish([1], to: "flood") }
              try await Task.sleep(for: .milliseconds(1))
            }
          }
          for round in 0..<10 {
            let taker = try NATSConnection(options)
            for _ in 0..<20 {
              let received = Guarded(0)
              let signals = try (0..<4).map { _ in try taker.messages(on: "flood") }
              let observations = signals.map { $0.onValues { _ in received.withLock { $0 += 1 } } }
              _ = try await eventually(within: .seconds(5)) { received.withLock { $0 } > 0 }
              observations.forEach { $0.dispose() }
            }
            if round.isMultiple(of: 2) { taker.close() }
          }
          isOver.withLock { $0 = true }
          try await publishing.value
        }
      }

      @Test func closingWhileOthersWorkIsSafe() async throws {
        let server = try NATSServer()
        for _ in 0..<5 {
          let connection = try server.connect()
          let jetStream = connection.jetStream
          try await jetStream.create(JetStreamStream("s", subjects: ["s"])).completion()
          let ends = Log<String>()
          let numbers = SignalProducer<JetStreamPublication, Never>.repeating(
            JetStreamPublication([1], to: "s")
          )
          .map { JetStreamPublication($0.bytes, to: $0.subject) }
          jetStream.publish(numbers).start(
            Observer(failed: { ends.add("\($0.cause)") }, completed: { ends.add("completed") }))
          jetStream.messages(of: JetStreamConsumer("c", of: "s")).handled { _ in }.start(
            Observer(failed: { ends.add("\($0.cause)") }, completed: { ends.add("completed") }))
          try await Task.sleep(for: .milliseconds(50))
          connection.close()
          try #require(await eventually { ends.count == 2 }, "\(ends.entries)")
          // A start whose consumer was still being created fails, too.
          let closed = "\(NATSError.Cause.closed)"
          #expect(ends.entries.contains(closed) && Set(ends.entries).isSubset(of: [closed, "completed"]))
        }
      }
    }
  }
#endif
