#if NATS
  import Foundation
  import Signals
  import SignalsNATS
  import TestSupport
  import Testing

  extension RealServers {
    @Suite(.mayBlock) struct ConnectionTests {
      @Test func connectsAndSaysToWhat() throws {
        let server = try NATSServer(jetStream: false)
        let connection = try server.connect()
        #expect(connection.state.value == .connected(to: server.address))
        #expect(connection.maximumMessageSize == 1 << 20)
      }

      @Test func connectsAtEachStart() async throws {
        let server = try NATSServer(jetStream: false)
        let connecting = NATSConnection.connecting(server.options())
        let connections = try await connecting.append(connecting).completion()
        #expect(connections.count == 2)
        #expect(connections[0] !== connections[1])
      }

      @Test func failsWithoutAServer() async throws {
        let port = try freePort()
        let options = NATSOptions(servers: ["nats://user:secret@127.0.0.1:\(port)"])
        let events = try await NATSConnection.connecting(options).outcome()
        guard case .failed(let error)? = events.last else { return #expect(Bool(false), "\(events)") }
        #expect(error.cause == .cannotConnect)
        #expect(error.server == "nats://127.0.0.1:\(port)", "no password may get into a log")
      }

      @Test(arguments: [
        "", " ", "nats://", "nats://host:port", "nats://127.0.0.1:99999", "nats://:1", "http://a",
        "nats://a b", "[::1",
        "a:0", "nats://user:secret@", "a/b",
      ])
      func refusesAnAddressThatCannotBeRead(address: String) throws {
        let error = #expect(throws: NATSError.self) {
          try NATSConnection(NATSOptions(servers: ["nats://127.0.0.1", address]))
        }
        #expect(error?.cause == .invalidAddress)
      }

      @Test func refusesAListWithoutAddresses() throws {
        let error = #expect(throws: NATSError.self) { try NATSConnection(NATSOptions(servers: [])) }
        #expect(error?.cause == .invalidAddress)
      }

      @Test func wrongCredentialsAreNamed() throws {
        let server = try NATSServer(
          jetStream: false, settings: "authorization { user: ada, password: right }")
        let wrong = #expect(throws: NATSError.self) {
          try server.connect { $0.credentials = .user("ada", password: "wrong") }
        }
        #expect(wrong?.cause == .wrongCredentials)
        let none = #expect(throws: NATSError.self) { try server.connect() }
        #expect(none?.cause == .wrongCredentials)
        let connection = try server.connect { $0.credentials = .user("ada", password: "right") }
        withExtendedLifetime(connection) { #expect(connection.state.value.isConnected) }
        #expect("\(NATSCredentials.user("ada", password: "right"))" == "user 'ada'")
      }

      @Test("Names and passwords may hold any characters", arguments: ["a\"b", "c\\d", "e\tf", "g\"}"])
      func charactersOfCredentials(text: String) throws {
        let server = try NATSServer(
          jetStream: false, settings: "authorization { user: '\(text)', password: '\(text)' }")
        let connection = try server.connect {
          $0.name = text
          $0.credentials = .user(text, password: text)
        }
        withExtendedLifetime(connection) { #expect(connection.state.value.isConnected) }
        let wrong = #expect(throws: NATSError.self) {
          try server.connect { $0.credentials = .user(text, password: text + "\0") }
        }
        #expect(wrong?.cause == .wrongCredentials)
        let other = try NATSServer(jetStream: false, settings: "authorization { token: '\(text)' }")
        let holder = try other.connect { $0.credentials = .token(text) }
        withExtendedLifetime(holder) { #expect(holder.state.value.isConnected) }
      }

      @Test(
        "The longest time to connect is one", arguments: [Duration.seconds(2_200_000), .seconds(Int64.max)])
      func connectsWithoutHurry(time: Duration) throws {
        let server = try NATSServer(jetStream: false)
        let connection = try server.connect { $0.connectTimeout = time }
        withExtendedLifetime(connection) { #expect(connection.state.value.isConnected) }
      }

      @Test func credentialsWithoutTheirFileAreAFailure() throws {
        let server = try NATSServer(jetStream: false)
        #expect(throws: NATSError.self) {
          try server.connect { $0.credentials = .file("/nowhere/a.creds") }
        }
      }

      @Test func tokensAreChecked() throws {
        let server = try NATSServer(jetStream: false, settings: "authorization { token: abc }")
        let wrong = #expect(throws: NATSError.self) { try server.connect { $0.credentials = .token("x") } }
        #expect(wrong?.cause == .wrongCredentials)
        let connection = try server.connect { $0.credentials = .token("abc") }
        // It closes with the last reference.
        withExtendedLifetime(connection) { #expect(connection.state.value.isConnected) }
      }

      @Test func reconnectsAfterTheServerIsBack() async throws {
        let server = try NATSServer(jetStream: false)
        let connection = try server.connect()
        let states = Log<NATSConnectionState>()
        connection.state.producer.startWithValues { states.add($0) }
        let received = Log<String>()
        let messages = try connection.messages(on: "a")
        messages.onValues { received.add($0.text) }
        try server.kill()
        try #require(await eventually { connection.state.value == .reconnecting })
        try server.start()
        try #require(await eventually { connection.state.value.isConnected })
        // The subscription is there again.
        try #require(
          await eventually {
            try? connection.publish(Array("x".utf8), to: "a")
            return received.count > 0
          })
        let connected = NATSConnectionState.connected(to: server.address)
        #expect(states.entries == [connected, .reconnecting, connected])
      }

      @Test func isClosedWhenTheAttemptsAreUsedUp() async throws {
        let server = try NATSServer(jetStream: false)
        let connection = try server.connect { $0.reconnectAttempts = 3 }
        let events = Log<Event<NATSMessage, NATSError>>()
        let messages = try connection.messages(on: "a")
        messages.observe { events.add($0) }
        try server.kill()
        try #require(await eventually { connection.state.value.isClosed })
        guard case .closed(let failure?) = connection.state.value else {
          return #expect(Bool(false), "\(connection.state.value)")
        }
        #expect(failure.cause == .connectionLost)
        #expect(failure.server == server.address)
        try #require(await eventually { events.count == 1 })
        #expect(events.entries == [.failed(failure)])
        let error = #expect(throws: NATSError.self) { try connection.publish([1], to: "a") }
        #expect(error?.cause == .closed)
      }

      @Test func closingCompletesSignals() async throws {
        let server = try NATSServer(jetStream: false)
        let connection = try server.connect()
        let events = Log<Event<NATSMessage, NATSError>>()
        let messages = try connection.messages(on: "a")
        messages.observe { events.add($0) }
        connection.close()
        connection.close()
        try #require(await eventually { events.count == 1 })
        #expect(events.entries == [.completed])
        #expect(connection.state.value == .closed(nil))
        #expect(throws: NATSError.self) { try connection.messages(on: "a") }
        #expect(throws: NATSError.self) { try connection.drain() }
        let request = try await connection.request([], of: "a").outcome()
        #expect(request.count == 1)
      }

      @Test func drainingDeliversWhatHasArrived() async throws {
        let server = try NATSServer(jetStream: false)
        let (connection, other) = (try server.connect(), try server.connect())
        let count = Guarded(0)
        let ends = Log<Event<NATSMessage, NATSError>>()
        let messages = try connection.messages(on: "a")
        messages.observe { event in
          if event.isTerminating { return ends.add(event) }
          // The others wait.
          if count.withLock({ count in
            count += 1
            return count == 1
          }) {
            usleep(300_000)
          }
        }
        try await connection.flushing().completion()
        for _ in 0..<1000 { try other.publish([1], to: "a") }
        try await other.flushing().completion()
        try await connection.flushing().completion()
        try connection.drain()
        #expect(connection.state.value == .draining)
        try #require(await eventually { connection.state.value.isClosed })
        try #require(await eventually { ends.count == 1 })
        #expect(ends.entries == [.completed])
        #expect(count.withLock { $0 } == 1000)
      }

      @Test("Drained without a server, it closes in time")
      func drainingWithoutAConnection() async throws {
        let server = try NATSServer(jetStream: false)
        let connection = try server.connect()
        let ends = Log<Event<NATSMessage, NATSError>>()
        let messages = try connection.messages(on: "a")
        messages.observe { ends.add($0) }
        try server.kill()
        try #require(await eventually { connection.state.value == .reconnecting })
        try connection.drain(within: .milliseconds(500))
        #expect(connection.state.value == .draining)
        try #require(await eventually(within: .seconds(5)) { connection.state.value == .closed(nil) })
        try #require(await eventually { ends.count == 1 })
        #expect(ends.entries == [.completed])
      }

      @Test("Drained without a server, it goes on when there is one")
      func drainingUntilThereIsAConnection() async throws {
        let server = try NATSServer(jetStream: false)
        let connection = try server.connect()
        try server.kill()
        try #require(await eventually { connection.state.value == .reconnecting })
        let states = Log<NATSConnectionState>()
        connection.state.signal.observeValues { states.add($0) }
        try connection.publish([1], to: "a")
        try connection.drain(within: .seconds(30))
        try connection.drain(within: .seconds(30))
        try server.start()
        try #require(await eventually { connection.state.value == .closed(nil) })
        #expect(states.entries == [.draining, .closed(nil)])
        let closed = #expect(throws: NATSError.self) { try connection.drain() }
        #expect(closed?.cause == .closed)
      }

      @Test func isReleasedWithTheLastReference() async throws {
        let server = try NATSServer(jetStream: false)
        weak var gone: NATSConnection?
        let state: Property<NATSConnectionState>
        do {
          let connection = try server.connect()
          gone = connection
          state = connection.state
          let messages = try connection.messages(on: "a")
          messages.onValues { _ in }.dispose()
          try await connection.request([], of: "none").outcome()
        }
        #expect(try await eventually { state.value == .closed(nil) })
        #expect(gone == nil)
      }
    }
  }

  /// Tests with processes and times: one after the other, so that none disturbs the other.
  @Suite("Real servers", .serialized, .mayBlock) struct RealServers {}
#endif
