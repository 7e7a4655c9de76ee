#if NATS
  import Foundation
  import Signals
  import SignalsNATS
  import SignalsTesting
  import TestSupport
  import Testing

  extension RealServers {
    /// Publishers that share a connection, and whatever may happen to one of them.
    @Suite(.mayBlock) struct PublisherTests {
      private static let shared = Result { try NATSServer() }

      private func open(_ name: String, sendsAtOnce: Bool = false) async throws -> JetStream {
        let jetStream = try Self.shared.get().connect { $0.sendsAtOnce = sendsAtOnce }.jetStream
        try await jetStream.create(JetStreamStream(name, subjects: ["\(name).>"])).completion()
        return jetStream
      }

      private func numbers(_ range: Range<Int>, _ stream: String, _ prefix: String = "") -> SignalProducer<
        JetStreamPublication, Never
      > {
        SignalProducer(range).map {
          JetStreamPublication(Array("\(prefix)\($0)".utf8), to: "\(stream).a", identifier: "\(prefix)\($0)")
        }
      }

      private func stored(_ jetStream: JetStream, _ stream: String) async throws -> Int? {
        try await jetStream.state(ofStream: stream).completion().first?.messages
      }

      @Test func eachGetsItsOwnAcknowledgements() async throws {
        let jetStream = try await open("several")
        let windows = [1, 2, 7, 64, 1024, Int.max]
        try await withThrowingTaskGroup(of: Void.self) { group in
          for (index, window) in windows.enumerated() {
            group.addTask {
              let prefix = "\(index)-"
              let acknowledgements = try await jetStream.publish(
                numbers(0..<2000, "several", prefix), window: window
              ).completion()
              #expect(acknowledgements.map(\.identifier) == (0..<2000).map { "\(prefix)\($0)" })
            }
          }
          try await group.waitForAll()
        }
        #expect(try await stored(jetStream, "several") == windows.count * 2000)
      }

      @Test("D2: disposing of one publisher leaves the others alone")
      func disposalWhileMessagesAreOnTheirWay() async throws {
        let jetStream = try await open("half")
        let others = Recorder<JetStreamAcknowledgement, NATSError>()
        let other = jetStream.publish(numbers(0..<5000, "half", "other-"), window: 100).start(others.observer)
        defer { other.dispose() }
        var ended: [(recorder: Recorder<JetStreamAcknowledgement, NATSError>, count: Int)] = []
        for round in 0..<20 {
          let recorder = Recorder<JetStreamAcknowledgement, NATSError>()
          let start = jetStream.publish(numbers(0..<100_000, "half", "\(round)-"), window: 200)
            .start(recorder.observer)
          try #require(await eventually { recorder.events.count > 50 })
          start.dispose()
          try #require(await eventually { recorder.hasEnded })
          ended.append((recorder, recorder.events.count))
          guard case .interrupted? = recorder.events.last else { return #expect(Bool(false)) }
        }
        try #require(await eventually { others.hasEnded })
        // The acknowledgements of what they had sent have come meanwhile.
        #expect(ended.allSatisfy { $0.recorder.events.count == $0.count && $0.recorder.violations.isEmpty })
        #expect(others.events.compactMap(\.value?.identifier) == (0..<5000).map { "other-\($0)" })
        #expect(others.events.last == .completed)
      }

      @Test func oneTooLargeEndsWhatComesBehindIt() async throws {
        let jetStream = try await open("large")
        let limit = jetStream.connection.maximumMessageSize
        let source = SignalProducer<Int, Never>(0..<1000).map { number in
          JetStreamPublication(
            [UInt8](repeating: 1, count: number == 500 ? limit : 10), to: "large.\(number)",
            identifier: "\(number)")
        }
        let events = try await jetStream.publish(source, window: 64).outcome()
        guard case .failed(let error)? = events.last, case .messageTooLarge = error.cause else {
          return #expect(Bool(false), "\(events.suffix(1))")
        }
        #expect(error.subject == "large.500")
        let acknowledged = events.compactMap(\.value)
        #expect(acknowledged.map(\.identifier) == (0..<acknowledged.count).map { "\($0)" })
        #expect((436...500).contains(acknowledged.count))
        // The connection goes on, and nothing behind it was sent.
        #expect(try await jetStream.publish(numbers(0..<10, "large", "again-")).completion().count == 10)
        #expect((acknowledged.count + 10...510).contains(try await stored(jetStream, "large") ?? -1))
      }

      @Test func twoStartsOfOnePublisherStoreEachMessageOnce() async throws {
        let jetStream = try await open("twice")
        let publishing = jetStream.publish(numbers(0..<3000, "twice"), window: 50)
        async let first = publishing.completion()
        async let second = publishing.completion()
        let both = try await [first, second]
        for acknowledgements in both {
          #expect(acknowledgements.map(\.identifier) == (0..<3000).map { "\($0)" })
        }
        #expect(both.joined().count { $0.isDuplicate } == 3000)
        #expect(try await stored(jetStream, "twice") == 3000)
      }

      /// The source ends on one thread while the last acknowledgement comes on another.
      @Test func theEndDoesNotOvertakeTheLastAcknowledgement() async throws {
        let jetStream = try await open("last", sendsAtOnce: true)
        for round in 0..<500 {
          let (signal, input) = Signal<JetStreamPublication, Never>.pipe()
          let recorder = Recorder<JetStreamAcknowledgement, NATSError>()
          let start = jetStream.publish(signal).start(recorder.observer)
          input.send(JetStreamPublication([1], to: "last.a", identifier: "\(round)"))
          let end = ContinuousClock.now + .microseconds(round % 250)
          while ContinuousClock.now < end {}
          input.complete()
          try #require(await eventually { recorder.hasEnded })
          try #require(recorder.events.map(\.value?.identifier) == ["\(round)", nil])
          start.dispose()
        }
      }

      @Test func allSurviveAServerThatIsKilled() async throws {
        let server = try NATSServer()
        let jetStream = try server.connect().jetStream
        try await jetStream.create(JetStreamStream("killed", subjects: ["killed.>"])).completion()
        let windows = [1, 3, 100, 1024]
        let acknowledged = Log<String>()
        let ends = Log<Event<JetStreamAcknowledgement, NATSError>>()
        let retries = JetStreamRetries(attempt: .milliseconds(500))
        for (index, window) in windows.enumerated() {
          let count = window == 1 ? 300 : 5000
          jetStream.publish(numbers(0..<count, "killed", "\(index)-"), window: window, retries: retries)
            .start { event in
              if let value = event.value { acknowledged.add(value.identifier) } else { ends.add(event) }
            }
        }
        for count in [500, 5000] {
          try #require(await eventually { acknowledged.count > count })
          try server.kill()
          try server.start()
        }
        try #require(
          await eventually(within: .seconds(90)) { ends.count == windows.count }, "\(ends.entries)")
        #expect(ends.entries.allSatisfy { $0 == .completed })
        #expect(acknowledged.count == 15_300 && Set(acknowledged.entries).count == 15_300)
        let count = try #require(try await stored(jetStream, "killed"))
        let texts = try await jetStream.messages(of: JetStreamConsumer("c", of: "killed"))
          .handled(by: \.text).prefix(count).completion()
        #expect(Set(texts) == Set(acknowledged.entries))
      }
    }
  }
#endif
