import Observation
import Signals
import SignalsFoundation
import SignalsTesting
import TestSupport
import Testing

@Suite @MainActor struct ObservingTests {
  private func values(_ recorder: Recorder<String, Never>, are expected: [String]) async throws {
    _ = try await eventually { @Sendable in recorder.values.count >= expected.count }
    #expect(recorder.values == expected)
  }

  @Test func saysWhatIsThereAndWhatChanges() async throws {
    let account = Account()
    let recorder = Recorder<String, Never>()
    let start = SignalProducer.observing { account.name }.start(recorder.observer)
    try await values(recorder, are: ["Ada"])
    account.name = "Grace"
    try await values(recorder, are: ["Ada", "Grace"])
    account.name = "Edith"
    try await values(recorder, are: ["Ada", "Grace", "Edith"])
    start.dispose()
  }

  @Test("D4: a model that does not change releases a disposed start")
  func disposalReleases() async throws {
    let account = Account()
    let released = Notes<Bool>()
    let recorder = Recorder<String, Never>()
    func startOne() -> any Disposable {
      let probe = Probe { released.add(true) }
      return SignalProducer.observing {
        probe.touch()
        return account.name
      }.start(recorder.observer)
    }
    let start = startOne()
    try await values(recorder, are: ["Ada"])
    #expect(released.entries.isEmpty)
    start.dispose()
    #expect(try await eventually { @Sendable in released.entries.count == 1 })
    withExtendedLifetime(account) {}
  }

  @Test("A3, D4: what it captured is released on the main actor") func releasedThere() async throws {
    let places = Notes<Bool>()
    let account = Account()
    let observing = Guarded<SignalProducer<String, Never>?>(nil)
    func make() {
      let probe = Probe { places.add(isOnMainQueue()) }
      observing.withLock {
        $0 = .observing {
          probe.touch()
          return account.name
        }
      }
    }
    make()
    let recorder = Recorder<String, Never>()
    let start = observing.withLock { $0 }!.start(recorder.observer)
    try await values(recorder, are: ["Ada"])
    await Task.detached {
      start.dispose()
      let released = observing.withLock { $0.take() }
      withExtendedLifetime(released) {}
    }.value
    #expect(try await eventually { @Sendable in places.entries.count == 1 })
    #expect(places.entries == [true])
  }

  @Test func changesOfOneTurnAreOneValue() async throws {
    let account = Account()
    let recorder = Recorder<String, Never>()
    let start = SignalProducer.observing { "\(account.name) \(account.messages)" }.start(recorder.observer)
    try await values(recorder, are: ["Ada 0"])
    account.name = "Grace"
    account.messages = 1
    account.messages = 2
    try await values(recorder, are: ["Ada 0", "Grace 2"])
    start.dispose()
  }

  @Test func whatWasNotReadIsOfNoInterest() async throws {
    let account = Account()
    let recorder = Recorder<String, Never>()
    let start = SignalProducer.observing { account.name }.start(recorder.observer)
    try await values(recorder, are: ["Ada"])
    account.messages = 7
    account.name = "Grace"
    try await values(recorder, are: ["Ada", "Grace"])
    start.dispose()
  }

  @Test("A3: it starts on any thread; the main actor reads the models") func startsAnywhere() async {
    let account = Account()
    let producer = SignalProducer.observing {
      MainActor.assertIsolated()
      return account.name
    }
    let name = await Task.detached { await producer.firstValue() }.value
    #expect(name == "Ada")
  }

  @Test("D4: after disposal nothing is sent and the model is released") func disposal() async throws {
    let account = Account()
    let recorder = Recorder<String, Never>()
    let released = Recorder<String, Never>()
    func begin() -> any Disposable {
      let probe = Probe { released.observer.send("released") }
      return SignalProducer.observing { account.name }.on(next: { _ in probe.touch() }).start(
        recorder.observer)
    }
    let start = begin()
    try await values(recorder, are: ["Ada"])
    start.dispose()
    #expect(released.values == ["released"])
    account.name = "Grace"
    let other = Recorder<String, Never>()
    SignalProducer.observing { account.name }.prefix(1).start(other.observer)
    try await values(other, are: ["Grace"])
    #expect(recorder.events == [.next("Ada"), .interrupted])
  }

  @Test("P5: when the model is gone, so is the start") func theModelIsReleased() async throws {
    let released = Recorder<String, Never>()
    let recorder = Recorder<String, Never>()
    var account: Account? = Account()
    do {
      let probe = Probe { released.observer.send("released") }
      SignalProducer.observing { [weak account] in account?.name ?? "unknown" }
        .on(next: { _ in probe.touch() }).start(recorder.observer)
    }
    try await values(recorder, are: ["Ada"])
    account = nil
    #expect(released.values == ["released"])
  }
}

@Observable @MainActor private final class Account {
  var name = "Ada"
  var messages = 0
}
