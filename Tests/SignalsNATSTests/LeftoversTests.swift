#if NATS
  import Foundation
  import Signals
  import SignalsNATS
  import TestSupport
  import Testing

  extension RealServers {
    @Suite(.mayBlock) struct LeftoversTests {
      enum Name: String, CaseIterable, Codable, Sendable {
        case messages, request, reply, publication, publications, consumer, handled, changes, entry, put
        case connection

        /// Where the server makes a consumer for each start, or all of a connection, it takes milliseconds.
        var starts: Int {
          switch self {
          case .changes, .connection: EndlessSource.starts(500)
          case .consumer, .handled, .put, .publication, .publications: EndlessSource.starts(2000)
          default: EndlessSource.starts()
          }
        }
      }

      @Test("D4: a source disposed of repeatedly leaves nothing behind", arguments: Name.allCases)
      func sourcesLeaveNothing(_ name: Name) async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
          [name] in
          let server = try NATSServer()
          let connection = try server.connect()
          let jetStream = connection.jetStream
          try await jetStream.create(JetStreamStream("s", subjects: ["s"])).completion()
          try await jetStream.create(KeyValueBucket("b")).completion()
          try await jetStream.keyValue("b").put([1], for: "a").completion()
          let answering = try connection.reply(on: "echo") { $0.bytes }
          defer { answering.dispose() }
          try await Self.source(name, server, connection).leavesNothing(of: name.starts, called: "\(name)")
        }
        EndlessSource.report(result)
      }

      private static func source(
        _ name: Name, _ server: NATSServer, _ connection: NATSConnection
      ) -> EndlessSource {
        let (jetStream, store) = (connection.jetStream, connection.jetStream.keyValue("b"))
        let publication = JetStreamPublication([1], to: "s")
        var consumer = JetStreamConsumer("c", of: "s")
        // A message that was on its way to a start that is over comes again soon.
        consumer.acknowledgementTime = .seconds(1)
        let messages = jetStream.messages(of: consumer)
        let publish: @Sendable () throws -> Void = { try connection.publish([1], to: "s") }
        switch name {
        case .messages:
          return EndlessSource(
            SignalProducer<Void, NATSError> { observer, lifetime in
              do throws(NATSError) {
                lifetime += try connection.messages(on: "a").map { _ in }.observe(observer)
              } catch {
                observer.fail(error)
              }
            }, provoke: { try connection.publish([1], to: "a") })
        case .request: return EndlessSource(connection.request([1], of: "echo"))
        case .reply:
          return EndlessSource(
            SignalProducer<Void, NATSError> { observer, lifetime in
              do throws(NATSError) {
                lifetime += try connection.reply(on: "r") { message in
                  observer.send(())
                  return message.bytes
                }
              } catch {
                observer.fail(error)
              }
            }, provoke: { try connection.publish([1], to: "r") })
        case .publication: return EndlessSource(jetStream.publish(publication))
        case .publications:
          return EndlessSource(jetStream.publish(SignalProducer<JetStreamPublication, Never>([publication])))
        case .consumer:
          return EndlessSource(
            messages.attemptMap { message throws(NATSError) in try message.acknowledge() }, provoke: publish)
        case .handled: return EndlessSource(messages.handled { _ in }, provoke: publish)
        case .changes: return EndlessSource(store.changes())
        case .entry: return EndlessSource(store.entry(for: "a"))
        case .put: return EndlessSource(store.put([1], for: "a"))
        case .connection: return EndlessSource(NATSConnection.connecting(server.options()))
        }
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
