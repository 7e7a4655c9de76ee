#if NATS
  import Foundation
  import Signals
  import SignalsNATS
  import TestSupport
  import Testing

  extension RealServers {
    /// What waits behind a server, as the record shows it. Serial, because they look at what this file has started.
    @Suite(.mayBlock, .serialized) final class HoldersTests {
      private static let shared = Result { try NATSServer() }

      init() { Recording.begin() }

      deinit { Recording.end() }

      private static func holder(_ operation: String) -> HolderSnapshot? {
        LiveSubscriptions.snapshot.holders.first {
          $0.operation == operation && $0.place?.hasPrefix("\(#fileID):") ?? false
        }
      }

      private func open(_ name: String) async throws -> JetStream {
        let jetStream = try Self.shared.get().connect().jetStream
        try await jetStream.create(JetStreamStream(name, subjects: ["\(name).>"])).completion()
        return jetStream
      }

      private func numbers(_ stream: String) -> SignalProducer<JetStreamPublication, Never> {
        SignalProducer(0..<100).map { JetStreamPublication(Array("\($0)".utf8), to: "\(stream).a") }
      }

      @Test func messagesThatWaitForTheirObserver() async throws {
        let jetStream = try await open("held")
        try await jetStream.publish(numbers("held")).completion()
        let received = Notes<UInt64>()
        let start = jetStream.messages(of: JetStreamConsumer("taker", of: "held"), batch: 10)
          .startWithSignal { signal, interrupter in
            let next: @Sendable (JetStreamMessage) -> Void = { message in
              received.add(message.sequence)
              // The rest of what was requested is on its way.
              if message.sequence == 1 { interrupter.pause() }
            }
            signal.observe(Observer(next: next, end: { _ in }))
          }
        #expect(
          try await eventually {
            Self.holder("messages(of:)").map { $0.waitingCount > 0 && $0.isPausing } ?? false
          })
        #expect(Self.holder("messages(of:)")?.limit == 20)
        let terminal = LiveSubscriptions.snapshot.subscriptions.first {
          $0.fileID == #fileID && $0.kind == .terminal && !$0.isPushed
        }
        #expect(terminal?.state == .paused && terminal?.number == Self.holder("messages(of:)")?.subscription)
        start.resume()
        #expect(try await eventually { received.entries.count == 100 })
        #expect(Self.holder("messages(of:)").map { $0.waitingCount == 0 && !$0.isPausing } ?? false)
        start.dispose()
        #expect(try await eventually { Self.holder("messages(of:)") == nil })
      }

      @Test func acknowledgementsThatWaitForTheirObserver() async throws {
        let jetStream = try await open("published")
        let start = jetStream.publish(numbers("published")).start(Observer(next: { _ in }, end: { _ in }))
        start.pause()
        let isFull = try await eventually {
          Self.holder("publish").map { $0.waitingCount > 0 && $0.limit == nil } ?? false
        }
        #expect(isFull)
        start.dispose()
        #expect(try await eventually { Self.holder("publish") == nil })
      }
    }
  }
#endif
