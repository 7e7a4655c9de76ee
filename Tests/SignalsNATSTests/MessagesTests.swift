#if NATS
  import Foundation
  import Signals
  import SignalsNATS
  import TestSupport
  import Testing

  extension RealServers {
    @Suite(.mayBlock) struct MessagesTests {
      @Test func arriveInOrderAtAllObservers() async throws {
        let server = try NATSServer(jetStream: false)
        let connection = try server.connect()
        let (first, second) = (Log<String>(), Log<String>())
        let messages = try connection.messages(on: "numbers.*")
        messages.map(\.text).onValues { first.add($0) }
        messages.filter { $0.subject == "numbers.odd" }.map(\.text).onValues { second.add($0) }
        for number in 0..<1000 {
          try connection.publish(
            Array("\(number)".utf8), to: number % 2 == 0 ? "numbers.even" : "numbers.odd")
        }
        try #require(await eventually { first.count == 1000 && second.count == 500 })
        #expect(first.entries == (0..<1000).map { "\($0)" })
        #expect(second.entries == (0..<500).map { "\($0 * 2 + 1)" })
      }

      @Test func carryBytesHeadersAndTheReplySubject() async throws {
        let server = try NATSServer(jetStream: false)
        let connection = try server.connect()
        let received = Log<NATSMessage>()
        let messages = try connection.messages(on: "a")
        messages.onValues { received.add($0) }
        let sent = [
          NATSMessage(subject: "a", bytes: []),
          NATSMessage(subject: "a", bytes: [0, 13, 10, 255], replySubject: "b.c"),
          NATSMessage(
            subject: "a", bytes: Array("é".utf8), headers: ["X": ["1", "2 3"], "Status": ["200"]],
            replySubject: "d"),
        ]
        for message in sent {
          try connection.publish(
            message.bytes, to: message.subject, headers: message.headers, replySubject: message.replySubject)
        }
        try #require(await eventually { received.count == 3 })
        #expect(received.entries == sent)
      }

      @Test func oneOfAQueueGroupReceivesEach() async throws {
        let server = try NATSServer(jetStream: false)
        let connection = try server.connect()
        let received = Log<Int>()
        let signals = try (0..<3).map { _ in try connection.messages(on: "a", queueGroup: "workers") }
        for (index, signal) in signals.enumerated() { signal.onValues { _ in received.add(index) } }
        for _ in 0..<600 { try connection.publish([], to: "a") }
        try await connection.flushing().completion()
        try #require(await eventually { received.count >= 600 })
        #expect(received.count == 600)
        #expect(Set(received.entries) == [0, 1, 2])
      }

      @Test func areUnsubscribedWhenNothingUsesTheSignal() async throws {
        let server = try NATSServer(jetStream: false)
        let (connection, other) = (try server.connect(), try server.connect())
        func asked() async throws -> NATSError.Cause? {
          guard
            case .failed(let error)? = try await other.request([], of: "a", timeout: .milliseconds(200))
              .outcome().last
          else { return nil }
          return error.cause
        }
        do {
          let messages = try connection.messages(on: "a")
          let observation = messages.onValues { _ in }
          try await connection.flushing().completion()
          #expect(try await asked() == .timedOut)
          observation.dispose()
        }
        var last: NATSError.Cause?
        for _ in 0..<100 where last != .noResponders { last = try await asked() }
        #expect(last == .noResponders)
      }

      @Test(
        "B1: what exceeds the limit is dropped and counted", arguments: [Buffering.oldest(100), .newest(100)])
      func drops(buffering: Buffering) async throws {
        let server = try NATSServer(jetStream: false)
        let (connection, other) = (try server.connect(), try server.connect())
        let drops = MutableProperty(0)
        let received = Log<Int>()
        let gate = DispatchSemaphore(value: 0)
        let messages = try connection.messages(on: "a", buffering: buffering, drops: drops)
        messages.onValues { message in
          received.add(Int(message.text)!)
          if message.text == "0" { gate.wait() }
        }
        try await connection.flushing().completion()
        try other.publish(Array("0".utf8), to: "a")
        try #require(await eventually { received.count == 1 })
        for number in 1..<5000 { try other.publish(Array("\(number)".utf8), to: "a") }
        try await other.flushing().completion()
        try await connection.flushing().completion()
        // On a queue of their own they are counted while the observer is busy, otherwise when it goes on.
        if case .newest = buffering { try #require(await eventually { drops.value >= 4898 }) }
        gate.signal()
        try #require(await eventually { received.count + drops.value == 5000 })
        #expect((100...102).contains(received.count))
        // Afterwards everything passes again.
        try other.publish(Array("5000".utf8), to: "a")
        try #require(await eventually { received.entries.last == 5000 })
        #expect(received.count + drops.value == 5001)
        let kept = received.entries.dropFirst().dropLast()
        if case .oldest = buffering {
          #expect(kept.elementsEqual(1...kept.count))
        } else {
          #expect(kept.last == 4999)
        }
      }

      @Test func areRefusedWithoutPermission() async throws {
        let server = try NATSServer(
          jetStream: false,
          settings: """
            authorization { users: [{ user: ada, password: x, permissions: { subscribe: "open.>", publish: ">" } }] }
            """)
        let connection = try server.connect { $0.credentials = .user("ada", password: "x") }
        let events = Log<Event<NATSMessage, NATSError>>()
        let (closed, open) = (try connection.messages(on: "closed.a"), try connection.messages(on: "open.a"))
        closed.observe { events.add($0) }
        let received = Log<NATSMessage>()
        open.onValues { received.add($0) }
        try #require(await eventually { events.count == 1 })
        guard case .failed(let error)? = events.entries.first, case .notPermitted = error.cause else {
          return #expect(Bool(false), "\(events.entries)")
        }
        #expect(error.subject == "closed.a")
        try connection.publish([1], to: "open.a")
        try #require(await eventually { received.count == 1 })
      }

      @Test("Each of many refused subscriptions fails")
      func manyAreRefusedAtOnce() async throws {
        let server = try NATSServer(
          jetStream: false,
          settings: """
            authorization { users: [{ user: ada, password: x, permissions: { subscribe: "open.>", publish: ">" } }] }
            """)
        let connection = try server.connect { $0.credentials = .user("ada", password: "x") }
        let failed = Log<String>()
        let signals = try (0..<500).map { number in
          let signal = try connection.messages(on: "closed.\(number)")
          // It may be over before it is observed (contract S5).
          signal.observe { if $0.isTerminating { failed.add($0.failure?.subject ?? "closed.\(number)") } }
          return signal
        }
        try await connection.flushing().completion()
        #expect(try await eventually { failed.count == 500 }, "\(failed.count)")
        withExtendedLifetime(signals) {}
        #expect(Set(failed.entries).count == failed.count)
      }

      @Test("A refused publication ends no subscription")
      func publishingIsRefused() async throws {
        let server = try NATSServer(
          jetStream: false,
          settings: """
            authorization { users: [
              { user: ada, password: x, permissions: { subscribe: ["subscription.a", "open"], publish: "open" } }
              { user: bob, password: x }
            ] }
            """)
        let connection = try server.connect { $0.credentials = .user("ada", password: "x") }
        let other = try server.connect { $0.credentials = .user("bob", password: "x") }
        let events = Log<Event<NATSMessage, NATSError>>()
        let messages = try connection.messages(on: "subscription.a")
        messages.observe { events.add($0) }
        try connection.publish([1], to: "subscription.a")
        try await connection.flushing().completion()
        // Failures are reported on a thread of their own, which the end of another subscription shows.
        let refused = Log<Event<NATSMessage, NATSError>>()
        let closed = try connection.messages(on: "closed")
        closed.observe { refused.add($0) }
        try #require(await eventually { refused.count == 1 })
        try other.publish([2], to: "subscription.a")
        try #require(await eventually { events.count > 0 })
        #expect(events.entries.map { $0.value?.bytes } == [[2]])
      }

      @Test(
        "Subjects that would be read as commands are refused",
        arguments: [
          "", ".", "a.", ".a", "a..b", "a b", "a\r\nPUB b 0\r\n", "a\u{0}", "a\tb",
          String(repeating: "a", count: 2001), String(repeating: "a", count: 10_000),
        ])
      func invalidSubjects(subject: String) throws {
        let server = try Self.shared.get()
        let connection = try server.connect()
        let published = #expect(throws: NATSError.self) { try connection.publish([], to: subject) }
        #expect(published?.cause == .invalidSubject)
        let subscribed = #expect(throws: NATSError.self) { _ = try connection.messages(on: subject) }
        #expect(subscribed?.cause == .invalidSubject)
        #expect(throws: NATSError.self) { try connection.publish([], to: "a", replySubject: subject) }
      }

      private static let shared = Result { try NATSServer(jetStream: false) }

      @Test func headersThatWouldEndAreRefused() throws {
        let connection = try Self.shared.get().connect()
        for headers in [["a:b": ["c"]], ["": ["c"]], ["a": ["b\r\nc: d"]], ["a b": ["c"]], ["a": ["\u{0}"]]] {
          let error = #expect(throws: NATSError.self) {
            try connection.publish([], to: "a", headers: headers)
          }
          guard case .invalidHeader? = error?.cause else { return #expect(Bool(false), "\(headers)") }
        }
        #expect(throws: NATSError.self) { try connection.publish([], to: "a.*") }
      }

      @Test func theLargestPassesAndOneByteMoreDoesNot() async throws {
        let connection = try Self.shared.get().connect()
        let received = Log<Int>()
        let messages = try connection.messages(on: "large")
        messages.onValues { received.add($0.bytes.count) }
        let limit = connection.maximumMessageSize
        try connection.publish([UInt8](repeating: 1, count: limit), to: "large")
        let error = #expect(throws: NATSError.self) {
          try connection.publish([UInt8](repeating: 1, count: limit + 1), to: "large")
        }
        #expect(error?.cause == .messageTooLarge(size: limit + 1, limit: limit))
        #expect(error?.subject == "large")
        try #require(await eventually { received.entries == [limit] })
        #expect(connection.state.value.isConnected)
      }

      @Test func malformedJSONIsAnErrorOfTheReader() throws {
        struct Order: Codable, Equatable { let number: Int }
        let message = NATSMessage(subject: "a", bytes: Array("{\"number\":".utf8))
        #expect(throws: DecodingError.self) { try message.decoded(as: Order.self) }
        let good = NATSMessage(subject: "a", bytes: Array("{\"number\":1}".utf8))
        #expect(try good.decoded(as: Order.self) == Order(number: 1))
      }

      @Test func aStreamIsPublishedAndCounted() async throws {
        let connection = try Self.shared.get().connect()
        let received = Log<[UInt8]>()
        let messages = try connection.messages(on: "sink")
        messages.onValues { received.add($0.bytes) }
        let source = SignalProducer<[UInt8], Never>((0..<100).map { [UInt8($0)] })
        #expect(try await connection.publish(source, to: "sink").completion() == [100])
        try #require(await eventually { received.count == 100 })
        #expect(received.entries == (0..<100).map { [UInt8($0)] })
        let failed = try await connection.publish(source, to: "not valid").outcome()
        guard case .failed(let error)? = failed.last else { return #expect(Bool(false), "\(failed)") }
        #expect(error.cause == .invalidSubject)
      }
    }

    @Suite(.mayBlock) struct RequestTests {
      private static let shared = Result { try NATSServer(jetStream: false) }

      @Test func isAnswered() async throws {
        let connection = try Self.shared.get().connect()
        let answering = try connection.reply(on: "double") { $0.bytes + $0.bytes }
        let answers = try await connection.request([1, 2], of: "double").completion()
        #expect(answers.map(\.bytes) == [[1, 2, 1, 2]])
        answering.dispose()
        try await connection.flushing().completion()
        let events = try await connection.request([1], of: "double").outcome()
        guard case .failed(let error)? = events.last else { return #expect(Bool(false), "\(events)") }
        #expect(error.cause == .noResponders)
        #expect(error.subject == "double")
      }

      @Test func manyAtOnceGetTheirOwnAnswers() async throws {
        let connection = try Self.shared.get().connect()
        let answering = try connection.reply(on: "echo", queueGroup: "q") { $0.bytes }
        defer { answering.dispose() }
        let requests = SignalProducer<Int, NATSError>(0..<2000)
          .flatMap(.concurrent(limit: 100)) { number in
            connection.request(Array("\(number)".utf8), of: "echo").map { $0.text == "\(number)" }
          }
        #expect(try await requests.completion().filter { $0 }.count == 2000)
      }

      @Test func failsWhenNoAnswerComes() async throws {
        let connection = try Self.shared.get().connect()
        let silent = try connection.messages(on: "silent")
        let observation = silent.onValues { _ in }
        defer { observation.dispose() }
        let events = try await connection.request([], of: "silent", timeout: .milliseconds(50)).outcome()
        guard case .failed(let error)? = events.last else { return #expect(Bool(false), "\(events)") }
        #expect(error.cause == .timedOut)
      }

      @Test func disposingDropsTheAnswer() async throws {
        let connection = try Self.shared.get().connect()
        let answering = try connection.reply(on: "late") { _ in
          usleep(50_000)
          return [1]
        }
        defer { answering.dispose() }
        let events = Log<Event<NATSMessage, NATSError>>()
        connection.request([], of: "late").start { events.add($0) }.dispose()
        #expect(try await connection.request([], of: "late").completion().count == 1)
        #expect(events.entries == [.interrupted])
      }
    }
  }
#endif
