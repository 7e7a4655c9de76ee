#if NATS
  import Foundation
  import Signals
  import SignalsNATS
  import TestSupport
  import Testing

  extension RealServers {
    /// The code of `Documentation/Guides/Several machines.md`, which stands here word for word and is run.
    @Suite struct SeveralMachinesTests {
      @Test func subjectsAreSignals() async throws {
        let server = try NATSServer(jetStream: false)
        let connection = try server.connect()
        let seen = Log<String>()
        @Sendable func show(_ text: String) { seen.add(text) }
        // guide
        let temperatures = try connection.messages(on: "temperature.*", drops: drops)
        temperatures
          .map { "\($0.subject): \($0.text)" }
          .observe(Observer(next: { show($0) }, failed: { show("\($0)") }))

        try connection.publish(Array("21".utf8), to: "temperature.kitchen")
        // end
        try #require(await eventually { seen.count == 1 })
        #expect(seen.entries == ["temperature.kitchen: 21"])
        #expect(drops.value == 0)
      }

      private let drops = MutableProperty(0)

      @Test func requestsAreProducers() async throws {
        let server = try NATSServer(jetStream: false)
        let connection = try server.connect()
        let seen = Log<String>()
        @Sendable func show(_ text: String) { seen.add(text) }
        // guide
        let answering = try connection.reply(on: "length", queueGroup: "lengths") { request in
          Array("\(request.bytes.count)".utf8)
        }
        connection.request(Array("a question".utf8), of: "length", timeout: .seconds(2))
          .retry(3)
          .map(\.text)
          .startWithResult { result in show("\(result)") }
        // end
        try #require(await eventually { seen.count == 1 })
        #expect(seen.entries == ["success(\"10\")"])
        answering.dispose()
      }

      struct Order: Codable, Sendable { let number: Int }

      @Test func streamsAreSinksAndConsumersAreProducers() async throws {
        let server = try NATSServer()
        let connection = try server.connect()
        let seen = Log<String>()
        @Sendable func show(_ text: String) { seen.add(text) }
        @Sendable func bill(_ order: Order) async { await Task.yield() }
        let orders = SignalProducer<Order, Never>((1...100).map(Order.init(number:)))
        // guide
        let jetStream = connection.jetStream
        let stored = jetStream.create(JetStreamStream("orders", subjects: ["orders.>"]))
          .setValueType(to: JetStreamAcknowledgement.self)
          .append(
            jetStream.publish(
              orders.compactMap { order in
                try? JetStreamPublication(json: order, to: "orders.new", identifier: "\(order.number)")
              }, window: 256))
        // end
        #expect(try await stored.completion().count == 100)
        // guide
        let billing = jetStream.messages(of: JetStreamConsumer("billing", of: "orders"))
          .handled(.concurrent(limit: 4)) { message async throws(NATSError) in
            guard let order = try? message.decoded(as: Order.self) else { return try message.reject() }
            await bill(order)
          }
        // end
        #expect(try await billing.prefix(100).completion().count == 100)
        _ = show
      }

      @Test func bucketsAreProperties() async throws {
        let server = try NATSServer()
        let connection = try server.connect()
        let seen = Log<String>()
        @Sendable func show(_ text: String) { seen.add(text) }
        // guide
        let settings = connection.jetStream.keyValue("settings")
        connection.jetStream.create(KeyValueBucket("settings"))
          .setValueType(to: Property<KeyValueEntry?>.self)
          .append(settings.property(of: "theme"))
          .startWithResult { result in
            guard let theme = try? result.get() else { return }
            theme.producer.startWithValues { show($0?.text ?? "none") }
          }
        // end
        try #require(await eventually { seen.count == 1 })
        try await settings.put(Array("dark".utf8), for: "theme").completion()
        try #require(await eventually { seen.count == 2 })
        #expect(seen.entries == ["none", "dark"])
        // guide
        let counting = settings.entry(for: "count").flatMap(.concat) { entry in
          guard let entry else { return settings.create(Array("1".utf8), for: "count") }
          let next = (Int(entry.text) ?? 0) + 1
          return settings.update(Array("\(next)".utf8), for: "count", revision: entry.revision)
        }
        .retry(
          RetryPolicy(retries: { error in
            if case .wrongRevision = error.cause { true } else { false }
          }))
        // end
        try await SignalProducer.merge((0..<20).map { _ in counting }).completion()
        try await settings.delete("count").completion()
        try await SignalProducer.merge((0..<20).map { _ in counting }).completion()
        #expect(try await settings.entry(for: "count").firstValue()??.text == "20")
      }

      @Test func stateIsAProperty() async throws {
        let server = try NATSServer(jetStream: false)
        let seen = Log<String>()
        @Sendable func show(_ text: String) { seen.add(text) }
        let address = server.address
        // guide
        var options = NATSOptions(servers: [address])
        options.credentials = .user("ada", password: "secret")
        options.reconnectAttempts = nil
        NATSConnection.connecting(options)
          .retry(RetryPolicy(delay: .exponential(first: .milliseconds(100)), cap: .seconds(5)))
          .startWithResult { result in
            guard let connection = try? result.get() else { return }
            connection.state.producer.startWithValues { show("\($0)") }
          }
        // end
        try #require(await eventually { seen.count >= 1 })
        #expect(seen.entries.first == "\(NATSConnectionState.connected(to: address))")
      }

      @Test func eachBlockOfCodeIsRun() throws {
        try Guide(named: "Several machines").expectBlocks(toStandIn: #filePath)
      }
    }
  }
#endif
