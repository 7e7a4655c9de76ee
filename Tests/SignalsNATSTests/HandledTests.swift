#if NATS
  import Foundation
  import Signals
  import SignalsFoundation
  import SignalsNATS
  import TestSupport
  import Testing

  extension RealServers {
    @Suite(.mayBlock) struct HandledTests {
      private static let shared = Result { try NATSServer() }

      /// Two consumers of a new stream, with `count` messages each.
      private func consumers(_ name: String, _ count: Int) async throws -> (
        JetStream, JetStreamConsumer, JetStreamConsumer
      ) {
        let jetStream = try Self.shared.get().connect().jetStream
        try await jetStream.create(JetStreamStream(name, subjects: ["\(name).>"])).completion()
        let numbers = SignalProducer<Int, Never>(0..<2 * count)
        try await jetStream.publish(
          numbers.map { JetStreamPublication(Array("\($0)".utf8), to: "\(name).\($0 % 2)") }
        ).completion()
        let both = [0, 1].map { number in
          var consumer = JetStreamConsumer("c\(number)", of: name)
          consumer.subject = "\(name).\(number)"
          // What was not acknowledged comes again soon.
          consumer.acknowledgementTime = .seconds(2)
          return consumer
        }
        // The server may need longer for that than a test until it reads a state.
        for consumer in both { try await jetStream.create(consumer).completion() }
        return (jetStream, both[0], both[1])
      }

      private func consumer(_ name: String, _ count: Int) async throws -> (JetStream, JetStreamConsumer) {
        let (jetStream, consumer, _) = try await consumers(name, count)
        return (jetStream, consumer)
      }

      /// What the server knows of messages that were published to a consumer.
      private func acknowledged(_ jetStream: JetStream, _ consumer: JetStreamConsumer, of count: Int)
        async throws -> Int
      {
        let state = try #require(try await jetStream.state(of: consumer).completion().first)
        return count - state.undelivered - state.unacknowledged
      }

      // MARK: What waits

      @Test("K1: what waits behind an operator is not acknowledged", arguments: Waiting.all)
      fileprivate func whatWaits(_ waiting: Waiting) async throws {
        let count = 200
        let (jetStream, a, b) = try await consumers(waiting.name, count)
        func acknowledged() async throws -> Int {
          let counts = [
            try await self.acknowledged(jetStream, a, of: count),
            try await self.acknowledged(jetStream, b, of: count),
          ]
          return counts[0] + counts[1]
        }
        // How many messages were passed on by a call that has returned.
        let passed = Log<Void>()
        func messages(_ consumer: JetStreamConsumer) -> SignalProducer<JetStreamMessage, NATSError> {
          jetStream.messages(of: consumer, batch: 50).after(next: { _ in passed.add(()) })
        }
        let (handled, gate) = (Log<String>(), DispatchSemaphore(value: 0))
        let start = waiting.chain(messages(a), messages(b)).handled { message in
          if handled.count == 9 { gate.wait() }
          handled.add(message.text)
        }.start { _ in }
        let isFull = try await eventually { handled.count == 9 && passed.count >= 9 + waiting.most }
        #expect(isFull, "\(handled.count) handled, \(passed.count) passed on")
        #expect(try await acknowledged() <= 9)
        start.dispose()
        #expect(try await acknowledged() <= 9)
        gate.signal()
        try #require(await eventually { handled.count >= 10 })
        #expect(try await acknowledged() <= handled.count)

        // Nothing is lost.
        let rest = Log<String>()
        let second = messages(a).merge(with: messages(b)).handled { rest.add($0.text) }.start { _ in }
        defer { second.dispose() }
        let all = Set((0..<2 * count).map { "\($0)" })
        let isThere = try await eventually { Set(rest.entries + handled.entries) == all }
        #expect(isThere, "missing: \(all.subtracting(rest.entries + handled.entries).count)")
      }

      @Test("K1: a loop that is left leaves what waits for it")
      func loops() async throws {
        let (jetStream, consumer) = try await consumer("loop", 100)
        for try await message in jetStream.messages(of: consumer, batch: 50).values() {
          if message.text == "20" { break }
          try message.acknowledge()
        }
        #expect(try await eventually { try await acknowledged(jetStream, consumer, of: 100) == 10 })
      }

      // MARK: Tasks and streams

      @Test("K1: a task acknowledges its message when it has ended")
      func tasks() async throws {
        let (jetStream, consumer) = try await consumer("tasks", 20)
        let (begun, cancelled, mayEnd) = (Log<String>(), Log<String>(), MutableProperty(false))
        let start = jetStream.messages(of: consumer).handled(.concurrent(limit: 4)) { message in
          begun.add(message.text)
          // The first ends, the others when they are cancelled: with a result, as if they had been handled.
          _ = await mayEnd.producer.filter { $0 && message.text == "0" }.firstValue()
          if Task.isCancelled { cancelled.add(message.text) }
        }.start { _ in }
        try #require(await eventually { begun.count == 4 })
        #expect(try await acknowledged(jetStream, consumer, of: 20) == 0)
        mayEnd.value = true
        #expect(try await eventually { try await acknowledged(jetStream, consumer, of: 20) == 1 })
        try #require(await eventually { begun.count == 5 })
        start.dispose()
        try #require(await eventually { cancelled.count == 4 })
        #expect(try await acknowledged(jetStream, consumer, of: 20) == 1)
      }

      @Test("K1: a stream acknowledges its message when it completes")
      func streams() async throws {
        let (jetStream, consumer) = try await consumer("streams", 5)
        let (results, input) = (Log<String>(), Log<Observer<String, NATSError>>())
        let ends = Log<Event<String, NATSError>>()
        let start = jetStream.messages(of: consumer, batch: 1).handled(.concat) { message in
          SignalProducer<String, NATSError> { observer, _ in
            observer.send(message.text)
            input.add(observer)
          }
        }.start { event in
          if let value = event.value { results.add(value) } else { ends.add(event) }
        }
        defer { start.dispose() }
        // What has come before it is there when the next one begins.
        func expect(_ expected: Int, before count: Int) async throws {
          try #require(await eventually { input.count == count })
          #expect(try await acknowledged(jetStream, consumer, of: 5) <= expected)
          #expect(try await eventually { try await acknowledged(jetStream, consumer, of: 5) == expected })
        }
        try await expect(0, before: 1)
        input.entries[0].complete()
        try await expect(1, before: 2)
        // The next one comes all the same (contract E4).
        input.entries[1].interrupt()
        try await expect(1, before: 3)
        input.entries[2].complete()
        try await expect(2, before: 4)
        input.entries[3].fail(NATSError(server: "here", .closed))
        #expect(try await acknowledged(jetStream, consumer, of: 5) == 2)
        #expect(results.entries == ["0", "2", "4", "6"])
        guard case .failed? = ends.entries.last else { return #expect(Bool(false), "\(ends.entries)") }
      }

      @Test("K1: what a strategy leaves out or cancels comes again")
      func strategies() async throws {
        for (name, strategy) in [("latest", FlattenStrategy.latest), ("exhaust", .exhaust)] {
          let (jetStream, consumer) = try await consumer(name, 3)
          let handled = Log<String>()
          let start = jetStream.messages(of: consumer).handled(strategy) { message in
            SignalProducer<String, NATSError>(value: message.text).delay(.milliseconds(50))
          }.start { event in
            if let text = event.value { handled.add(text) }
          }
          defer { start.dispose() }
          #expect(try await eventually { Set(handled.entries).count == 3 })
          #expect(try await eventually { try await acknowledged(jetStream, consumer, of: 3) == 3 })
        }
      }

      // MARK: Answered by hand

      @Test("K1: what the closure has refused is not acknowledged")
      func refused() async throws {
        let (jetStream, consumer) = try await consumer("refusing", 4)
        let handled = Log<String>()
        let start = jetStream.messages(of: consumer).handled { message in
          handled.add("\(message.text)/\(message.deliveryCount)")
          switch (message.text, message.deliveryCount) {
          case ("0", 1): try? message.refuse()
          case ("2", 1): message.acknowledging().start { _ in }
          case ("4", 1): try? message.reject()
          default: try? message.reportProgress()
          }
        }.start { _ in }
        defer { start.dispose() }
        #expect(try await eventually { try await acknowledged(jetStream, consumer, of: 4) == 4 })
        #expect(handled.entries.sorted() == ["0/1", "0/2", "2/1", "4/1", "6/1"])
      }

      // MARK: Mistakes

      @Test(
        "K1: a closure that only makes the work is found",
        arguments: [
          ("handled { billing($0) }", "a stream begins when a strategy says so: handled(.concat)"),
          ("handled { let order = $0; return billing(order) }", "a stream begins when a strategy says so"),
          ("handled { total(of: $0) }", "a stream begins when a strategy says so"),
          ("handled { await bill($0) }", "with an async closure, name a strategy: handled(.concat)"),
        ])
      func mistakes(call: String, answer: String) throws {
        let error = #expect(throws: (any Error).self) { try check(call) }
        #expect("\(String(describing: error))".contains(answer))
      }

      @Test("Closures of all forms compile") func compiles() throws {
        for call in [
          "handled { _ in }", "handled(by: \\.text)", "handled(.concat) { billing($0) }",
          "handled(.concat) { await bill($0) }",
          "handled(.latest) { order async throws(NATSError) in try order.acknowledge() }",
        ] {
          try check(call)
        }
      }

      private func check(_ call: String) throws {
        let folder = try TemporaryFolder()
        try CompiledProgram.check(
          """
          import Signals
          import SignalsNATS
          func bill(_ order: JetStreamMessage) async {}
          func billing(_ order: JetStreamMessage) -> SignalProducer<Int, NATSError> { .empty }
          func total(of order: JetStreamMessage) -> Future<Int, Never> { Future(value: 1) }
          func mistakes(_ orders: SignalProducer<JetStreamMessage, NATSError>) {
            _ = orders.\(call)
          }
          """, using: ["Signals", "SignalsNATS", "SystemCalls", "CNATS"], in: folder.url)
      }

      /// In generic code the compiler does not see it.
      @Test("X1: a stream without a strategy stops the program")
      func streamWithoutStrategy() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          handle { order in SignalProducer<Int, NATSError>(value: order.deliveryCount) }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("handled(by:): a stream begins when a strategy says so"), "\(message)")
      }
    }
  }

  private func handle<Result: Sendable>(by handle: @escaping @Sendable (JetStreamMessage) -> Result) {
    _ = SignalProducer<JetStreamMessage, NATSError>.empty.handled(by: handle)
  }

  /// Something that keeps messages between consumers and the closure that handles them.
  private struct Waiting: Sendable, CustomTestStringConvertible {
    typealias Messages = SignalProducer<JetStreamMessage, NATSError>

    let name: String
    /// How many messages at least wait there.
    var most = 20
    let chain: @Sendable (Messages, Messages) -> Messages

    var testDescription: String { name }

    static let all = [
      Waiting(name: "merge") { a, b in a.merge(with: b) },
      Waiting(name: "receive") { a, b in a.merge(with: b).receive(on: QueueScheduler()) },
      Waiting(name: "concat") { a, b in
        a.merge(with: b).flatMap(.concat) { SignalProducer(value: $0).delay(.milliseconds(1)) }
      },
      Waiting(name: "zip") { a, b in a.zip(with: b).flatMap(.concat) { SignalProducer([$0.0, $0.1]) } },
      Waiting(name: "buffer") { a, b in
        a.merge(with: b).buffer(64, onOverflow: .suspend).receive(on: QueueScheduler())
      },
      Waiting(name: "chunks") { a, b in
        a.merge(with: b).chunks(ofCount: 30).receive(on: QueueScheduler())
          .flatMap(.concat) { SignalProducer($0) }
      },
      Waiting(name: "share") { a, b in a.merge(with: b).share().receive(on: QueueScheduler()) },
      Waiting(name: "values") { a, b in
        let messages = a.merge(with: b).values()
        return SignalProducer(messages)
      },
    ]
  }
#endif
