#if NATS
  import Foundation
  import Signals
  import SignalsNATS
  import SignalsTesting
  import TestSupport
  import Testing

  extension RealServers {
    /// Each of them prints its figures; those of a run are in `Documentation/Guides/Several machines.md`.
    @Suite(.mayBlock) struct FaultTests {
      private static let count = 20_000

      @Test func nothingAcknowledgedIsLostWhenTheServerIsKilled() async throws {
        let server = try NATSServer()
        let (publisher, taker) = (try server.connect(), try server.connect())
        let load = try await Load(Self.count, to: publisher.jetStream, from: taker.jetStream)
        for part in 1...3 {
          try await load.reach(Self.count * part / 4)
          try server.kill()
          try server.start()
        }
        let figures = try await load.finish(publisher.jetStream, "server killed three times")
        #expect(load.end == .completed)
        #expect(figures.acknowledged.count == Self.count)
        #expect(figures.missing == 0)
        #expect(load.failure == nil)
      }

      @Test func nothingAcknowledgedIsLostWhenConnectionsAreCut() async throws {
        let server = try NATSServer()
        let proxy = try CuttingProxy(to: server.port)
        var options = NATSOptions(servers: ["nats://127.0.0.1:\(proxy.port)"])
        options.reconnectWait = .milliseconds(50)
        let (publisher, taker) = (try NATSConnection(options), try NATSConnection(options))
        let load = try await Load(Self.count, to: publisher.jetStream, from: taker.jetStream)
        for part in 1...5 {
          try await load.reach(Self.count * part / 6)
          proxy.cut()
        }
        let figures = try await load.finish(publisher.jetStream, "connections cut five times")
        #expect(load.end == .completed)
        #expect(figures.acknowledged.count == Self.count)
        #expect(figures.stored == Self.count, "what is published again is recognised")
        #expect(figures.missing == 0)
        #expect(load.failure == nil)
      }

      @Test func nothingAcknowledgedIsLostWhenALeaderIsKilled() async throws {
        let cluster = try NATSCluster()
        let (publisher, taker) = (try cluster.connect(), try cluster.connect())
        let load = try await Load(Self.count, to: publisher.jetStream, from: taker.jetStream, replicas: 3)
        try await load.reach(Self.count / 3)
        let leader = try await publisher.jetStream.state(ofStream: "load").completion().first?.leader
        let server = try #require(cluster.servers.first { $0.name == leader })
        try server.kill()
        let figures = try await load.finish(publisher.jetStream, "leader of three killed")
        #expect(load.end == .completed)
        #expect(figures.acknowledged.count == Self.count)
        #expect(figures.missing == 0)
        #expect(load.failure == nil)
      }

      @Test func anOutageLongerThanTheBudgetIsAFailure() async throws {
        let server = try NATSServer()
        let (publisher, taker) = (try server.connect(), try server.connect())
        let load = try await Load(
          Self.count, to: publisher.jetStream, from: taker.jetStream,
          retries: JetStreamRetries(attempt: .milliseconds(500), budget: .seconds(2)))
        try await load.reach(Self.count / 4)
        try server.kill()
        try #require(await eventually { load.end != nil })
        guard case .failed(let error)? = load.end, case .notAcknowledged(let count, _, let text) = error.cause
        else {
          return #expect(Bool(false), "\(String(describing: load.end))")
        }
        #expect(text == "no connection")
        #expect((1...512).contains(count))
        try server.start()
        let figures = try await load.finish(publisher.jetStream, "outage longer than the budget")
        #expect(figures.missing == 0)
        // What was sent is acknowledged or among those of the failure: nothing is lost in silence.
        #expect(figures.published <= figures.acknowledged.count + count)
        #expect(figures.stored >= figures.acknowledged.count)
      }

      /// A subject has no memory: what is on its way is lost. The signal goes on all the same.
      @Test func aSubjectLosesWhatIsOnItsWay() async throws {
        let server = try NATSServer(jetStream: false)
        let proxy = try CuttingProxy(to: server.port)
        var options = NATSOptions(servers: ["nats://127.0.0.1:\(proxy.port)"])
        options.reconnectWait = .milliseconds(50)
        let (publisher, taker) = (try server.connect(), try NATSConnection(options))
        let received = Log<Int>()
        let messages = try taker.messages(on: "numbers")
        messages.onValues { received.add(Int($0.text) ?? -1) }
        try await taker.flushing().completion()
        var published = 0
        for round in 1...5 {
          for _ in 0..<4000 {
            try publisher.publish(Array("\(published)".utf8), to: "numbers")
            published += 1
          }
          if round < 5 { proxy.cut() }
          try await Task.sleep(for: .milliseconds(20))
        }
        try await publisher.flushing().completion()
        try #require(await eventually { taker.state.value.isConnected })
        try #require(
          await eventually {
            try? publisher.publish(Array("\(published)".utf8), to: "numbers")
            return received.entries.last == published
          })
        let numbers = received.entries.filter { $0 < published }
        print(
          "figures: subject, connection cut four times: published \(published), received \(numbers.count)")
        #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count, "once at most, in order")
      }

      @Test func whatAKilledProcessHasTakenComesAgain() async throws {
        let server = try NATSServer()
        let jetStream = try server.connect().jetStream
        try await jetStream.create(JetStreamStream("load", subjects: ["load"])).completion()
        let numbers = SignalProducer<Int, Never>(0..<1000).map {
          JetStreamPublication(Array("\($0)".utf8), to: "load", identifier: "\($0)")
        }
        try await jetStream.publish(numbers).completion()
        var consumer = JetStreamConsumer("c", of: "load")
        consumer.acknowledgementTime = .seconds(2)
        try await jetStream.create(consumer).completion()
        let address: String = server.address
        await #expect(processExitsWith: .signal(SIGKILL)) { [address = address as String] in
          let jetStream = try NATSConnection(NATSOptions(servers: [address])).jetStream
          var consumer = JetStreamConsumer("c", of: "load")
          consumer.acknowledgementTime = .seconds(2)
          let count = Guarded(0)
          jetStream.messages(of: consumer, batch: 200).start(
            Observer(next: { message in
              let number = count.withLock { count in
                count += 1
                return count
              }
              // Half of them are done, and then power fails.
              if number <= 50 { try? message.acknowledge() }
              if number == 100 { kill(getpid(), SIGKILL) }
            }))
          try await Task.sleep(for: .seconds(60))
        }
        let (texts, again) = (Guarded<Set<String>>([]), Guarded(0))
        let start = jetStream.messages(of: consumer).handled { message in
          texts.withLock { _ = $0.insert(message.text) }
          if message.deliveryCount > 1 { again.withLock { $0 += 1 } }
        }.start { _ in }
        defer { start.dispose() }
        #expect(try await eventually { texts.withLock { $0.isSuperset(of: (50..<1000).map { "\($0)" }) } })
        print(
          "figures: consumer killed with 100 taken and at most 50 acknowledged: delivered again \(again.withLock { $0 })"
        )
        #expect(again.withLock { $0 } >= 50)
      }

      /// Takes messages and has each acknowledgement confirmed, while a server is killed or a connection cut.
      ///
      /// A confirmation may be lost on its way: then the server has the acknowledgement, and the program does not know. And a
      /// server older than 2.10.16 confirms before the others of a cluster know: what it has confirmed in its last moments
      /// comes again.
      ///
      /// - Returns: How many are confirmed, and how many perhaps; how many of the confirmed came again, and how many of those
      ///   had been confirmed more than a second before the fault.
      private func takeConfirmed(
        _ count: Int, _ publisher: NATSConnection, _ taker: NATSConnection, replicas: Int,
        kill: () async throws -> Void
      ) async throws -> (confirmed: Int, unknown: Int, again: Int, againAfterASecond: Int) {
        let untilReady = RetryPolicy<NATSError>(limit: 120, delay: .constant(.milliseconds(250)))
        var stream = JetStreamStream("load", subjects: ["load"])
        stream.replicas = replicas
        try await publisher.jetStream.create(stream).retry(untilReady).completion()
        var consumer = JetStreamConsumer("c", of: "load")
        consumer.acknowledgementTime = .seconds(2)
        try await publisher.jetStream.create(consumer).retry(untilReady).completion()
        let numbers = SignalProducer<Int, Never>(0..<count).map {
          JetStreamPublication(Array("\($0)".utf8), to: "load", identifier: "\($0)")
        }
        try await publisher.jetStream.publish(numbers).completion()
        let atOnce = 20
        typealias Moment = ContinuousClock.Instant
        let taken = Guarded((confirmed: [String: Moment](), unknown: Set<String>(), again: [Moment]()))
        let start = taker.jetStream.messages(
          of: consumer, batch: 50, heartbeat: .milliseconds(500)
        )
        .flatMap(.concurrent(limit: atOnce)) { message -> SignalProducer<Never, NATSError> in
          let text = message.text
          taken.withLock { if let moment = $0.confirmed[text] { $0.again.append(moment) } }
          return message.acknowledging(within: .seconds(1)).delayStart(.milliseconds(40))
            .on(
              failed: { _ in taken.withLock { _ = $0.unknown.insert(text) } },
              completed: {
                taken.withLock {
                  $0.confirmed[text] = $0.confirmed[text] ?? .now
                  $0.unknown.remove(text)
                }
              }
            )
            .catch { _ in SignalProducer<Never, NATSError>.empty }
        }.start { _ in }
        defer { start.dispose() }
        try #require(await eventually { taken.withLock { $0.confirmed.count } > count * 2 / 3 })
        let long = ContinuousClock.now - .seconds(1)
        #expect(taken.withLock { $0.confirmed.values.contains { $0 < long } })
        try await kill()
        try #require(
          await eventually(within: .seconds(90)) {
            taken.withLock { $0.confirmed.count + $0.unknown.count } == count
          })
        // What would be delivered again comes in this time.
        try await Task.sleep(for: .seconds(3))
        let (confirmed, unknown, again) = taken.withLock { ($0.confirmed.count, $0.unknown.count, $0.again) }
        #expect(confirmed + unknown == count && unknown <= atOnce)
        return (confirmed, unknown, again.count, again.count { $0 < long })
      }

      @Test func whatWasConfirmedIsNotDeliveredAgainAfterALeaderIsKilled() async throws {
        let cluster = try NATSCluster()
        let (publisher, taker) = (try cluster.connect(), try cluster.connect())
        let figures = try await takeConfirmed(2000, publisher, taker, replicas: 3) {
          let leader = try await publisher.jetStream.state(ofStream: "load").completion().first?.leader
          try #require(cluster.servers.first { $0.name == leader }).kill()
        }
        print("figures: leader of three killed: \(figures)")
        #expect(figures.againAfterASecond == 0)
      }

      @Test func whatIsConfirmedIsNotDeliveredAgainAfterACut() async throws {
        let server = try NATSServer()
        let proxy = try CuttingProxy(to: server.port)
        let taker = try server.connect { $0.servers = ["nats://127.0.0.1:\(proxy.port)"] }
        let figures = try await takeConfirmed(2000, server.connect(), taker, replicas: 1) { proxy.cut() }
        print("figures: connection cut: \(figures)")
        #expect(figures.again == 0)
      }

      /// A single server writes acknowledgements to its file up to a tenth of a second later.
      @Test func whatWasConfirmedIsNotDeliveredAgainAfterAKill() async throws {
        let server = try NATSServer()
        let jetStream = try server.connect().jetStream
        try await jetStream.create(JetStreamStream("load", subjects: ["load"])).completion()
        let numbers = SignalProducer<Int, Never>(0..<100).map {
          JetStreamPublication(Array("\($0)".utf8), to: "load", identifier: "\($0)")
        }
        try await jetStream.publish(numbers).completion()
        var consumer = JetStreamConsumer("c", of: "load")
        consumer.acknowledgementTime = .seconds(1)
        let seen = Log<String>()
        try await jetStream.messages(of: consumer).prefix(50)
          .flatMap(.merge) { message in
            message.acknowledging().on(completed: { seen.add(message.text) })
          }.completion()
        #expect(seen.count == 50)
        try await Task.sleep(for: .seconds(1))
        try server.kill()
        try server.start()
        let rest = Log<String>()
        let start = jetStream.messages(of: consumer).handled { rest.add($0.text) }.start { _ in }
        defer { start.dispose() }
        try #require(await eventually { rest.count >= 50 })
        // When none is left, none comes again.
        let isOver = try await eventually {
          let state = try await jetStream.state(of: consumer).completion().first
          return state?.unacknowledged == 0 && state?.undelivered == 0
        }
        #expect(isOver)
        #expect(Set(rest.entries).isDisjoint(with: Set(seen.entries)))
      }

      @Test("B3: memory is bounded behind a slow consumer")
      func slowConsumer() async throws {
        let server = try NATSServer()
        let (publisher, taker) = (try server.connect(), try server.connect())
        let jetStream = publisher.jetStream
        try await jetStream.create(JetStreamStream("load", subjects: ["load"])).completion()
        let consumer = JetStreamConsumer("c", of: "load")
        let gate = DispatchSemaphore(value: 0)
        let (received, before) = (Guarded(0), try residentBytes())
        let count = 20_000
        // One message is in work, the others wait.
        let start = taker.jetStream.messages(of: consumer, batch: 256).handled { _ in
          let number = received.withLock { received in
            received += 1
            return received
          }
          if number == 1 { gate.wait() }
        }.start { _ in }
        defer { start.dispose() }
        let numbers = SignalProducer<Int, Never>(0..<count).map {
          JetStreamPublication([UInt8](repeating: 1, count: 8192), to: "load", identifier: "\($0)")
        }
        try await jetStream.publish(numbers, window: 256).ignoreValues().completion()
        let grown = try residentBytes() - before
        print(
          "figures: \((count * 8192) >> 20) MB published behind a slow consumer: \(grown >> 20) MB more in memory"
        )
        #expect(isUnderSanitizer || grown < 60 << 20)
        gate.signal()
        #expect(try await eventually { received.withLock { $0 } == count })
      }

      @Test func whatIsMalformedInAStreamIsPassedOn() async throws {
        struct Order: Codable { let number: Int }
        let server = try NATSServer()
        let connection = try server.connect()
        let jetStream = connection.jetStream
        try await jetStream.create(JetStreamStream("orders", subjects: ["orders"])).completion()
        for bytes in [Array(#"{"number":1}"#.utf8), [0xFF, 0, 13, 10], [], Array(#"{"number":2}"#.utf8)] {
          try await jetStream.publish(JetStreamPublication(bytes, to: "orders")).completion()
        }
        // Rejected, they do not come again and do not stop those behind them.
        let orders = jetStream.messages(of: JetStreamConsumer("c", of: "orders"))
          .compactMap { message -> Int? in
            guard let order = try? message.decoded(as: Order.self) else {
              try? message.reject()
              return nil
            }
            try? message.acknowledge()
            return order.number
          }
        #expect(try await orders.prefix(2).completion() == [1, 2])
      }
    }
  }

  func residentBytes() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
    return Int(pages)! * sysconf(Int32(_SC_PAGESIZE))
  }
#endif
