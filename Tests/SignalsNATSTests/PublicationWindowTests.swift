#if NATS
  import CNATS
  import Signals
  import SignalsNATS
  import TestSupport
  import Testing

  /// What a publisher decides, without a server.
  @Suite struct PublicationWindowTests {
    private let retries = JetStreamRetries(attempt: .seconds(3), budget: .seconds(30))

    private func publication(_ identifier: String) -> JetStreamPublication {
      JetStreamPublication([1], to: "s", identifier: identifier)
    }

    /// Takes one that is published at once.
    private func publish(_ identifier: String, in window: inout PublicationWindow) throws -> UInt64 {
      let number = try #require(window.take(publication(identifier)).number)
      guard case .nothing = window.hasPublished() else { throw Unexpected() }
      return number
    }

    private struct Unexpected: Error {}

    private func repeated(_ check: PublicationWindow.Check) throws -> [String] {
      guard case .repeating(let messages) = check else { throw Unexpected() }
      return messages.map(\.publication.identifier)
    }

    @Test func oneThreadPublishesAtATime() throws {
      var window = PublicationWindow(limit: 10)
      #expect(window.take(publication("a")).number != nil)
      // Another thread meanwhile.
      #expect(window.take(publication("b")).number == nil)
      #expect(window.take(publication("c")).number == nil)
      for expected in ["b", "c"] {
        guard case .publish(let message) = window.hasPublished() else { throw Unexpected() }
        #expect(message.publication.identifier == expected)
      }
      guard case .nothing = window.hasPublished() else { throw Unexpected() }
      #expect(window.take(publication("d")).number != nil)
    }

    @Test("B2: a full window pauses until an eighth of it is free")
    func pauses() throws {
      var window = PublicationWindow(limit: 16)
      var numbers: [UInt64] = []
      for index in 0..<16 {
        let admission = window.take(publication("\(index)"))
        #expect(admission.pauses == (index == 15))
        numbers.append(try #require(admission.number))
        guard case .nothing = window.hasPublished() else { throw Unexpected() }
      }
      #expect(window.acknowledge(numbers[3])?.identifier == "3")
      guard case .nothing = window.release(numbers[3]) else { throw Unexpected() }
      #expect(window.acknowledge(numbers[4])?.identifier == "4")
      guard case .resume = window.release(numbers[4]) else { throw Unexpected() }
    }

    @Test func anAcknowledgementCountsOnce() throws {
      var window = PublicationWindow(limit: 4)
      let first = try publish("a", in: &window)
      #expect(window.acknowledge(first)?.identifier == "a")
      #expect(window.acknowledge(first) == nil)
      guard case .nothing = window.release(first) else { throw Unexpected() }
      // Its slot is used again and again.
      for index in 0..<40 {
        let number = try publish("\(index)", in: &window)
        #expect(window.acknowledge(first) == nil)
        #expect(window.subject(of: first) == nil)
        #expect(window.acknowledge(number)?.identifier == "\(index)")
        guard case .nothing = window.release(number) else { throw Unexpected() }
      }
      #expect(window.acknowledge(0) == nil && window.acknowledge(.max) == nil)
    }

    /// Otherwise the end would overtake the last acknowledgement.
    @Test func theEndComesAfterTheLastAcknowledgementWasSent() throws {
      var window = PublicationWindow(limit: 4)
      let number = try publish("a", in: &window)
      #expect(window.acknowledge(number) != nil)
      guard case .nothing = window.sourceHasEnded(.completed) else { throw Unexpected() }
      guard case .end(.completed) = window.release(number) else { throw Unexpected() }
    }

    @Test func theEndComesAfterPublishingHasReturned() throws {
      var window = PublicationWindow(limit: 4)
      let number = try #require(window.take(publication("a")).number)
      guard case .nothing = window.sourceHasEnded(.completed) else { throw Unexpected() }
      #expect(window.acknowledge(number) != nil)
      guard case .nothing = window.release(number) else { throw Unexpected() }
      guard case .end(.completed) = window.hasPublished() else { throw Unexpected() }
    }

    @Test func withoutPublicationsTheEndComesAtOnce() throws {
      var window = PublicationWindow(limit: 4)
      guard case .end(.interrupted) = window.sourceHasEnded(.interrupted) else { throw Unexpected() }
    }

    @Test func oneThatIsLeftBehindHoldsUpNoOther() throws {
      var window = PublicationWindow(limit: 8)
      let behind = try publish("behind", in: &window)
      for index in 0..<10_000 {
        let number = try publish("\(index)", in: &window)
        #expect(window.acknowledge(number)?.identifier == "\(index)")
        guard case .nothing = window.release(number) else { throw Unexpected() }
      }
      #expect(window.subject(of: behind) == "s")
      #expect(window.acknowledge(behind)?.identifier == "behind")
    }

    @Test func whatIsNotAcknowledgedInTimeIsRepeatedInOrder() throws {
      var window = PublicationWindow(limit: 8)
      let numbers = try ["a", "b", "c", "d"].map { try publish($0, in: &window) }
      // The time begins when the timer comes.
      #expect(try repeated(window.check(at: .seconds(100), retries)) == [])
      #expect(window.acknowledge(numbers[1]) != nil)
      #expect(try repeated(window.check(at: .seconds(102), retries)) == [])
      #expect(try repeated(window.check(at: .seconds(103), retries)) == ["a", "c", "d"])
      #expect(try repeated(window.check(at: .seconds(105), retries)) == [])
      _ = try publish("e", in: &window)
      #expect(window.repeatAll(at: .seconds(105)).map(\.publication.identifier) == ["a", "c", "d", "e"])
      #expect(try repeated(window.check(at: .seconds(106), retries)) == [])
      #expect(try repeated(window.check(at: .seconds(108), retries)) == ["a", "c", "d", "e"])
    }

    @Test func whatUsesUpItsBudgetIsAFailure() throws {
      var window = PublicationWindow(limit: 2)
      let number = try publish("a", in: &window)
      _ = try publish("b", in: &window)
      #expect(window.take(publication("c")).number == nil)
      _ = window.check(at: .zero, retries)
      window.note("trouble", number)
      guard case .exhausted(let count, let trouble) = window.check(at: .seconds(30), retries) else {
        throw Unexpected()
      }
      #expect(count == 3 && trouble == "trouble")
    }

    @Test func theTimerRunsAsLongAsThereIsSomethingToWaitFor() throws {
      var window = PublicationWindow(limit: 2)
      let admission = window.take(publication("a"))
      #expect(admission.startsTimer)
      #expect(!window.take(publication("b")).startsTimer)
      let number = try #require(admission.number)
      #expect(window.acknowledge(number) != nil)
      _ = window.release(number)
      // One is still being published, and one waits.
      #expect(try repeated(window.check(at: .zero, retries)) == [])
      guard case .publish(let message) = window.hasPublished() else { throw Unexpected() }
      _ = window.hasPublished()
      #expect(window.acknowledge(message.number) != nil)
      _ = window.release(message.number)
      guard case .nothing = window.check(at: .zero, retries) else { throw Unexpected() }
      #expect(window.take(publication("c")).startsTimer)
    }

    @Test func afterTheEndNothingComes() throws {
      var window = PublicationWindow(limit: 2)
      let number = try #require(window.take(publication("a")).number)
      _ = window.take(publication("b"))
      _ = window.end()
      guard case .nothing = window.hasPublished() else { throw Unexpected() }
      #expect(window.take(publication("c")).number == nil)
      #expect(window.acknowledge(number) == nil)
      guard case .nothing = window.release(number) else { throw Unexpected() }
      guard case .nothing = window.sourceHasEnded(.completed) else { throw Unexpected() }
      guard case .nothing = window.check(at: .seconds(1000), retries) else { throw Unexpected() }
      #expect(window.repeatAll(at: .zero).isEmpty)
    }

    /// Whatever the order of acknowledgements: each publication is published once and in order, at most so many are on their
    /// way, a paused source is resumed, and the end comes.
    @Test(arguments: [1, 2, 3, 8, 64, 1000, Int.max])
    func anyOrderOfAcknowledgements(limit: Int) throws {
      var random = UInt64(truncatingIfNeeded: limit)
      func choose(_ count: Int) -> Int {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(random >> 33) % count
      }
      var window = PublicationWindow(limit: limit)
      let count = 5000
      var (sent, paused, published) = (0, false, [String]())
      var onTheirWay: [(UInt64, String)] = []
      var beingPublished = false
      var isOver = false
      func note(_ number: UInt64, _ identifier: String) {
        published.append(identifier)
        onTheirWay.append((number, identifier))
        beingPublished = true
      }
      func act(_ next: PublicationWindow.Next) {
        switch next {
        case .publish(let message): note(message.number, message.publication.identifier)
        case .resume: paused = false
        case .end: isOver = true
        case .nothing: break
        }
      }
      while !isOver {
        let choice = choose(4)
        // One in seven comes from a source that cannot wait.
        if sent < count, choice == 0, !paused || choose(7) == 0 {
          let admission = window.take(publication("\(sent)"))
          if admission.pauses { paused = true }
          if let number = admission.number { note(number, "\(sent)") }
          sent += 1
          if sent == count { act(window.sourceHasEnded(.completed)) }
        } else if beingPublished, choice == 1 {
          beingPublished = false
          act(window.hasPublished())
        } else if !onTheirWay.isEmpty, choice == 2 {
          let (number, identifier) = onTheirWay.remove(at: choose(onTheirWay.count))
          try #require(window.acknowledge(number)?.identifier == identifier)
          act(window.release(number))
          try #require(window.acknowledge(number) == nil)
        } else if sent < count, paused, onTheirWay.isEmpty, !beingPublished {
          throw Unexpected()
        }
        try #require(onTheirWay.count <= limit)
      }
      #expect(published == (0..<count).map { "\($0)" })
      #expect(onTheirWay.isEmpty && !beingPublished && sent == count)
    }

    @Test func messagesAreDestroyedTogether() throws {
      // Without a connection the C client has no thread yet to destroy them.
      try #require(nats_Open(-1) == NATS_OK)
      func message() throws -> OpaquePointer {
        var message: OpaquePointer?
        try #require(natsMsg_Create(&message, "a", nil, nil, 0) == NATS_OK)
        return try #require(message)
      }
      let bin = MessageBin()
      for count in 1..<MessageBin.limit.messages {
        bin.drop(try message(), size: 16)
        #expect(bin.count == count)
      }
      bin.drop(try message(), size: 16)
      #expect(bin.count == 0)
      bin.drop(try message(), size: 16)
      // Large ones are not kept.
      bin.drop(try message(), size: MessageBin.limit.bytes)
      #expect(bin.count == 0)
    }
  }
#endif
