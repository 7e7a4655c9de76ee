import Signals
import SignalsTesting
import Testing

@Suite struct ExpectNoLiveSubscriptionsTests {
  @Test func acceptsWhatHasEnded() async {
    expectNoLiveSubscriptions {
      let (signal, input) = Signal<Int, Never>.pipe()
      signal.observeValues { _ in }
      SignalProducer<Int, Never>.never.start().dispose()
      input.complete()
    }
    let value = await expectNoLiveSubscriptions {
      await SignalProducer<Int, Never>(value: 1).firstValue()
    }
    #expect(value == 1)
  }

  @Test func namesWhatIsLeftPlaceByPlace() {
    let lifetime = Subscription()
    let failures = collectingFailures {
      expectNoLiveSubscriptions {
        for _ in 1...2 { lifetime += SignalProducer<Int, Never>.never.start() }
        lifetime += SignalProducer<String, Never>.never.start()
      }
    }
    let line: UInt = #line - 4
    #expect(
      failures.map(\.message) == [
        "3 subscriptions are live: 2 of Int: \(#fileID):\(line), 1 of String: \(#fileID):\(line + 1)"
      ])
    #expect(failures.first?.line == line - 1)
    lifetime.dispose()
  }

  @Test func findsWhatACallbackHasStarted() {
    let lifetime = Subscription()
    let (signal, input) = Signal<Int, Never>.pipe()
    let other = Signal<Int, Never>.pipe()
    let failures = collectingFailures {
      expectNoLiveSubscriptions {
        signal.observeValues { _ in lifetime += other.output.observeValues { _ in } }
        input.send(1)
        input.complete()
      }
    }
    #expect(failures.map(\.message) == ["1 subscription is live: 1 of Int: \(#fileID):\(#line - 5)"])
    lifetime.dispose()
  }

  @Test func leavesOutWhatOthersHaveStarted() {
    let lifetime = Subscription()
    lifetime += SignalProducer<Int, Never>.never.start()
    expectNoLiveSubscriptions {}
    lifetime.dispose()
  }

  @Test func passesOnWhatTheBodyThrows() {
    struct Broken: Error {}
    #expect(throws: Broken.self) { try expectNoLiveSubscriptions { () throws(Broken) in throw Broken() } }
  }
}
