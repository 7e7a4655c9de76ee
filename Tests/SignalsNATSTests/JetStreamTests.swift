#if NATS
  import Foundation
  import Signals
  import SignalsNATS
  import TestSupport
  import Testing

  extension RealServers {
    @Suite(.mayBlock) struct JetStreamTests {
      private static let shared = Result { try NATSServer() }

      /// A connection, and a stream of its own.
      private func open(_ name: String, _ change: (inout JetStreamStream) -> Void = { _ in }) async throws
        -> JetStream
      {
        let jetStream = try Self.shared.get().connect().jetStream
        var stream = JetStreamStream(name, subjects: ["\(name).>"])
        change(&stream)
        try await jetStream.create(stream).completion()
        return jetStream
      }

      private func numbers(_ range: Range<Int>, _ stream: String) -> SignalProducer<
        JetStreamPublication, Never
      > {
        SignalProducer(range).map {
          JetStreamPublication(Array("\($0)".utf8), to: "\(stream).a", identifier: "\($0)")
        }
      }

      // MARK: What is odd

      @Test("A message that looks like a heartbeat is passed on", .timeLimit(.minutes(1)))
      func headersOfTheServer() async throws {
        let jetStream = try await open("odd")
        let publication = JetStreamPublication([], to: "odd.a", headers: ["Status": ["100"]])
        try await jetStream.publish(publication).completion()
        let messages = jetStream.messages(of: JetStreamConsumer("taker", of: "odd"))
        let first = try await messages.prefix(1).completion(within: .seconds(10))
        #expect(first.map(\.sequence) == [1])
      }

      @Test(
        "The longest heartbeat is one", arguments: [Duration.seconds(Int64.max), .seconds(3_000_000_000)])
      func longestHeartbeat(heartbeat: Duration) async throws {
        let name = "long\(heartbeat.components.seconds)"
        let jetStream = try await open(name)
        try await jetStream.publish(numbers(0..<1, name)).completion()
        let messages = jetStream.messages(
          of: JetStreamConsumer("taker", of: name), heartbeat: heartbeat)
        let first = try await messages.prefix(1).completion(within: .seconds(10))
        #expect(first.map(\.text) == ["0"])
      }

      // MARK: Streams

      @Test func streamsAreCreatedOnceAndDeleted() async throws {
        let jetStream = try await open("created")
        try await jetStream.create(JetStreamStream("created", subjects: ["created.>"])).completion()
        let other = try await jetStream.create(JetStreamStream("created", subjects: ["other"])).outcome()
        guard case .failed(let error)? = other.last, case .refused(_, 10058, _) = error.cause else {
          return #expect(Bool(false), "\(other)")
        }
        #expect(error.stream == "created")
        #expect(try await jetStream.state(ofStream: "created").completion().first?.messages == 0)
        try await jetStream.delete(stream: "created").completion()
        let gone = try await jetStream.state(ofStream: "created").outcome()
        guard case .failed(let error)? = gone.last, case .refused(404, _, _) = error.cause else {
          return #expect(Bool(false), "\(gone)")
        }
      }

      @Test(arguments: ["", "a.b", "a b", "a*", ">", "a/b", "a\r\n"])
      func namesOfStreamsAreChecked(name: String) async throws {
        let jetStream = try Self.shared.get().connect().jetStream
        for events in [
          try await jetStream.create(JetStreamStream(name, subjects: ["x"])).outcome().map { "\($0)" },
          try await jetStream.create(JetStreamConsumer(name, of: "a")).outcome().map { "\($0)" },
          try await jetStream.messages(of: JetStreamConsumer("a", of: name)).outcome()
            .map { "\($0)" },
        ] {
          #expect(events.count == 1 && events[0].contains("is not valid"), "\(events)")
        }
      }

      @Test func withoutJetStreamThereAreNoResponders() async throws {
        let server = try NATSServer(jetStream: false)
        let jetStream = try server.connect().jetStream
        let events = try await jetStream.create(JetStreamStream("a", subjects: ["a"])).outcome()
        guard case .failed(let error)? = events.last else { return #expect(Bool(false), "\(events)") }
        #expect(error.cause == .noResponders)
      }

      // MARK: Publishing

      @Test func eachPublicationIsAcknowledgedOnce() async throws {
        let jetStream = try await open("acknowledged")
        let acknowledgements = try await jetStream.publish(numbers(0..<5000, "acknowledged"), window: 100)
          .completion()
        #expect(acknowledgements.map(\.identifier) == (0..<5000).map { "\($0)" })
        #expect(acknowledgements.map(\.sequence) == (1...5000).map { UInt64($0) })
        #expect(acknowledgements.allSatisfy { $0.stream == "acknowledged" && !$0.isDuplicate })
        // Published again, they are recognised.
        let again = try await jetStream.publish(numbers(0..<100, "acknowledged")).completion()
        #expect(again.allSatisfy { $0.isDuplicate })
        #expect(try await jetStream.state(ofStream: "acknowledged").completion().first?.messages == 5000)
      }

      @Test("B2: the source is paused while the window is full")
      func windowPauses() async throws {
        let jetStream = try await open("window")
        let (sent, acknowledged, most) = (Guarded(0), Guarded(0), Guarded(0))
        let source = numbers(0..<2000, "window").on(next: { _ in
          let now = sent.withLock { sent in
            sent += 1
            return sent
          }
          let ahead = now - acknowledged.withLock { $0 }
          most.withLock { $0 = max($0, ahead) }
        })
        let count = try await jetStream.publish(source, window: 10)
          .on(next: { _ in acknowledged.withLock { $0 += 1 } }).completion().count
        #expect(count == 2000)
        #expect(most.withLock { $0 } <= 11)
      }

      @Test func whatCannotWaitIsKept() async throws {
        let jetStream = try await open("pushed")
        let (signal, input) = Signal<JetStreamPublication, Never>.pipe()
        let received = Log<String>()
        let end = Log<Event<JetStreamAcknowledgement, NATSError>>()
        jetStream.publish(signal, window: 4).start { event in
          if let value = event.value { received.add(value.identifier) } else { end.add(event) }
        }
        for number in 0..<1000 {
          input.send(JetStreamPublication([1], to: "pushed.a", identifier: "\(number)"))
        }
        input.complete()
        try #require(await eventually { end.count == 1 })
        #expect(end.entries == [.completed])
        #expect(received.entries == (0..<1000).map { "\($0)" })
      }

      @Test func failsWhenNothingIsStoredWithinTheBudget() async throws {
        let jetStream = try Self.shared.get().connect().jetStream
        let retries = JetStreamRetries(attempt: .milliseconds(100), budget: .milliseconds(500))
        let events = try await jetStream.publish(
          JetStreamPublication([1], to: "no.stream.for.this"), retries: retries
        ).outcome()
        guard case .failed(let error)? = events.last,
          case .notAcknowledged(let count, within: .milliseconds(500), let text) = error.cause
        else { return #expect(Bool(false), "\(events)") }
        #expect(count == 1)
        #expect(text.contains("no responders"))
      }

      @Test func theLargestIsStoredAndOneByteMoreIsNot() async throws {
        let jetStream = try await open("large")
        let limit = jetStream.connection.maximumMessageSize
        let envelope = "NATS/1.0\r\nNats-Msg-Id: a\r\n\r\n".utf8.count
        let fits = JetStreamPublication(
          [UInt8](repeating: 1, count: limit - envelope), to: "large.a", identifier: "a")
        #expect(try await jetStream.publish(fits).completion().count == 1)
        for size in [limit - envelope + 1, limit, limit + 1] {
          let events = try await jetStream.publish(
            JetStreamPublication([UInt8](repeating: 1, count: size), to: "large.a", identifier: "a")
          ).outcome()
          guard case .failed(let error)? = events.last, case .messageTooLarge = error.cause else {
            return #expect(Bool(false), "\(size): \(events)")
          }
        }
        #expect(jetStream.connection.state.value.isConnected)
      }

      @Test func disposingEndsTheSource() async throws {
        let jetStream = try await open("disposed")
        let disposals = Log<Bool>()
        let source = SignalProducer<JetStreamPublication, Never>.never.on(disposed: { disposals.add(true) })
        jetStream.publish(source).start { _ in }.dispose()
        #expect(try await eventually { !disposals.entries.isEmpty })
      }

      // MARK: Taking

      @Test func allMessagesComeInOrderAndAreAcknowledged() async throws {
        let jetStream = try await open("taken")
        try await jetStream.publish(numbers(0..<5000, "taken")).completion()
        let consumer = JetStreamConsumer("c", of: "taken")
        let texts = try await jetStream.messages(of: consumer, batch: 100)
          .handled(by: \.text).prefix(5000).completion()
        #expect(texts == (0..<5000).map { "\($0)" })
        let isDone = try await eventually {
          let state = try await jetStream.state(of: consumer).completion().first
          return state?.unacknowledged == 0 && state?.undelivered == 0
        }
        #expect(isDone)
      }

      @Test("B3: no more is asked for than downstream takes")
      func pressureReachesTheServer() async throws {
        let jetStream = try await open("slow")
        try await jetStream.publish(numbers(0..<5000, "slow")).completion()
        let consumer = JetStreamConsumer("c", of: "slow")
        try await jetStream.create(consumer).completion()
        let isOpen = MutableProperty(false)
        let handled = Log<String>()
        let start = jetStream.messages(of: consumer, batch: 50)
          .flatMap(.concat) { message in
            SignalProducer<String, NATSError>.task { () throws(NATSError) in
              if handled.count == 0 { _ = await isOpen.producer.filter { $0 }.firstValue() }
              try message.acknowledge()
              return message.text
            }
          }
          .start(Observer(next: { handled.add($0) }))
        defer { start.dispose() }
        // One that asks for more does so while the server answers some questions.
        var (counts, answers): ([Int], Int) = ([], 0)
        let isAhead = try await eventually {
          guard let state = try await jetStream.state(of: consumer).completion().first else { return false }
          counts.append(state.unacknowledged)
          if state.unacknowledged >= 50 { answers += 1 }
          return answers >= 50
        }
        #expect(isAhead && counts.allSatisfy { $0 <= 152 }, "\(counts)")
        isOpen.value = true
        try #require(await eventually { handled.count == 5000 })
        #expect(handled.entries == (0..<5000).map { "\($0)" })
      }

      @Test func refusedMessagesComeAgainAndRejectedOnesDoNot() async throws {
        let jetStream = try await open("refused")
        try await jetStream.publish(numbers(0..<3, "refused")).completion()
        var consumer = JetStreamConsumer("c", of: "refused")
        consumer.acknowledgementTime = .milliseconds(500)
        let seen = Log<String>()
        let start = jetStream.messages(of: consumer).start(
          Observer(next: { message in
            seen.add("\(message.text)/\(message.deliveryCount)")
            switch (message.text, message.deliveryCount) {
            case ("0", 1): try? message.refuse()
            case ("1", _): try? message.reject()
            // Its time runs out.
            case ("2", 1): break
            default: try? message.acknowledge()
            }
          }))
        defer { start.dispose() }
        try #require(await eventually { seen.count == 5 })
        #expect(Set(seen.entries) == ["0/1", "1/1", "2/1", "0/2", "2/2"])
        // When none is left, none comes again.
        let isOver = try await eventually {
          let state = try await jetStream.state(of: consumer).completion().first
          return state?.unacknowledged == 0 && state?.undelivered == 0
        }
        #expect(isOver)
        #expect(seen.count == 5)
      }

      @Test func anAcknowledgementIsConfirmed() async throws {
        let jetStream = try await open("confirmed")
        try await jetStream.publish(numbers(0..<3, "confirmed")).completion()
        let consumer = JetStreamConsumer("c", of: "confirmed")
        let messages = Log<JetStreamMessage>()
        let start = jetStream.messages(of: consumer).start(
          Observer(next: { messages.add($0) }))
        defer { start.dispose() }
        try #require(await eventually { messages.count == 3 })
        for (index, message) in messages.entries.enumerated() {
          try await message.acknowledging().completion()
          // At once, because it was confirmed.
          let state = try #require(try await jetStream.state(of: consumer).completion().first)
          #expect(state.unacknowledged == 2 - index)
        }
        // Again, by two at once, and without waiting.
        let message = messages.entries[0]
        let both = SignalProducer.merge([message.acknowledging(), message.acknowledging()])
        try await both.completion()
        message.acknowledging().start { _ in }.dispose()
        // The consumer is gone.
        try await jetStream.delete(consumer).completion()
        let gone = try await message.acknowledging(within: .seconds(1)).outcome()
        guard case .failed(let error)? = gone.last else { return #expect(Bool(false), "\(gone)") }
        #expect([.noResponders, .timedOut].contains(error.cause))
        #expect(error.stream == "confirmed" && error.consumer == "c")
        jetStream.connection.close()
        let closed = try await message.acknowledging().outcome()
        guard case .failed(let error)? = closed.last else { return #expect(Bool(false), "\(closed)") }
        #expect(error.cause == .closed)
      }

      @Test func aDisposedStartLeavesTheRestForTheNext() async throws {
        let jetStream = try await open("rest")
        try await jetStream.publish(numbers(0..<500, "rest")).completion()
        var consumer = JetStreamConsumer("c", of: "rest")
        consumer.acknowledgementTime = .seconds(1)
        let messages = jetStream.messages(of: consumer, batch: 20).handled(by: \.text)
        let first = try await messages.prefix(30).completion()
        let second = try await messages.prefix(470).completion()
        #expect(Set(first + second).count == 500)
      }

      @Test func aDeletedConsumerIsAFailure() async throws {
        let jetStream = try await open("deleted")
        let consumer = JetStreamConsumer("c", of: "deleted")
        let events = Log<Event<JetStreamMessage, NATSError>>()
        let start = jetStream.messages(of: consumer).start { events.add($0) }
        defer { start.dispose() }
        var isWaiting = false
        for _ in 0..<100 where !isWaiting {
          isWaiting =
            try await (jetStream.state(of: consumer).outcome().first?.value?.waitingRequests ?? 0) > 0
        }
        try await jetStream.delete(consumer).completion()
        try #require(await eventually { events.count == 1 })
        guard case .failed(let error)? = events.entries.first else { return #expect(Bool(false)) }
        #expect(error.cause == .consumerDeleted)
        #expect(error.consumer == "c" && error.stream == "deleted")
      }

      /// Paused, it has no request under way that the server could answer with the end.
      @Test func aStreamThatIsGoneIsAFailure() async throws {
        let jetStream = try await open("gone")
        try await jetStream.publish(numbers(0..<100, "gone")).completion()
        let gate = DispatchSemaphore(value: 0)
        let events = Log<Event<JetStreamMessage, NATSError>>()
        let start = jetStream.messages(
          of: JetStreamConsumer("c", of: "gone"), batch: 10, heartbeat: .milliseconds(100),
          patience: .milliseconds(500)
        ).start { event in
          if event.isTerminating { events.add(event) } else { gate.wait() }
        }
        defer { start.dispose() }
        try await jetStream.delete(stream: "gone").completion()
        for _ in 0..<100 { gate.signal() }
        try #require(await eventually { events.count == 1 })
        guard case .failed(let error)? = events.entries.first else { return #expect(Bool(false)) }
        #expect([.noResponders, .consumerDeleted].contains(error.cause))
      }

      @Test func messagesThatAreNoneOfAConsumerAreDropped() {
        for reply in [
          "", "a", "$JS", "$JS.ACK.", "$JS.ACK.a.b.c.d.e.f.g", "$JS.ACK.a.b.1.2.3.4",
          "$JS.ACK.a.b.1.2.3.4.5.6",
          "$JS.ACK.s.c.1.22.3.44.-5", "$JS.ACK.s.c.1.22.3.44.", "$JS.ACK.s.c.1.99999999999999999999.3.44.5",
          "$JS.ACK.s.c.1.22.3.4x.5",
        ] {
          #expect(JetStreamMessage.Place(reply) == nil, "\(reply)")
        }
        let old = JetStreamMessage.Place("$JS.ACK.s.c.1.22.3.44.5")
        #expect(
          old?.deliveryCount == 1 && old?.sequence == 22 && old?.timestamp == 44 && old?.undelivered == 5)
        #expect(JetStreamMessage.Place("$JS.ACK._.acc.s.c.1.22.3.44.5") == old)
        #expect(JetStreamMessage.Place("$JS.ACK._.acc.s.c.1.22.3.44.5.random") == old)
        #expect(JetStreamMessage.Place("$JS.ACK.9.9.s.c.1.22.3.44.5.8") == old)
      }

      @Test func answersOfAnyShapeAreRead() {
        func answer(_ text: String) -> PublicationAnswer {
          Array(text.utf8).withUnsafeBytes { PublicationAnswer($0) }
        }
        #expect(answer(#"{"stream":"a","seq":12}"#) == .stored(stream: "a", sequence: 12, isDuplicate: false))
        #expect(
          answer(#"{ "seq" : 1, "duplicate": true, "domain":"d", "stream":"é" }"#)
            == .stored(stream: "é", sequence: 1, isDuplicate: true))
        #expect(
          answer(#"{"stream":"a\u0041","seq":12,"new":{"x":[1]}}"#)
            == .stored(stream: "aA", sequence: 12, isDuplicate: false))
        #expect(
          answer(#"{"error":{"code":503,"err_code":10008,"description":"x"},"stream":"","seq":0}"#)
            == .refused(.refused(code: 503, errorCode: 10008, "x")))
        for text in [
          "", "{", "{}", "null", #"{"stream":"a","seq":-1}"#, #"{"stream":"a","seq":99999999999999999999}"#,
          #"{"stream":"a","seq":}"#, #"{"stream":"a"#, "\u{0}", #"{"stream":1,"seq":1}"#, #"{"error":1}"#,
        ] {
          #expect(answer(text) == .unreadable, "\(text)")
        }
      }
    }
  }
#endif
