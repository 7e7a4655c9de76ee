import Signals
import SignalsMarbles
import TestSupport
import Testing

/// Serial, because they look at what this file has started.
@Suite(.serialized, .mayBlock) final class SnapshotTests {
  private struct Broken: Error {}

  private let lifetime = Subscription()

  init() { Recording.begin() }

  deinit { Recording.end() }

  private static var mine: [SubscriptionSnapshot] {
    LiveSubscriptions.snapshot.subscriptions.filter { $0.fileID == #fileID }
  }

  private static func ended(_ line: UInt) -> SubscriptionSnapshot? {
    LiveSubscriptions.snapshot.ended.last { $0.fileID == #fileID && $0.line == line }
  }

  @Test func countsTheValuesOfEachSubscription() throws {
    let (signal, input) = Signal<Int, Never>.pipe()
    lifetime += signal.producer.map { $0 * 2 }.startWithValues { _ in }
    let line: UInt = #line - 1
    input.send(1)
    lifetime += signal.observeValues { _ in }
    input.send(2)
    let (start, observation) = (try #require(Self.mine.first), try #require(Self.mine.last))
    #expect(start.line == line && start.kind == .terminal && start.values == "Int" && start.state == .running)
    #expect(start.valueCount == 2 && !start.isPushed)
    #expect(observation.valueCount == 1 && observation.isPushed)
    #expect(start.lastTime != nil && start.number < observation.number)
    input.complete()
    #expect(Self.mine.isEmpty)
  }

  @Test func sourcesOfAJoinAreBelowIt() throws {
    let (outer, input) = Signal<Int, Never>.pipe()
    let (inner, innerInput) = Signal<Int, Never>.pipe()
    lifetime += outer.producer.flatMap(.latest) { _ in inner.producer }.startWithValues { _ in }
    input.send(1)
    innerInput.send(1)
    input.send(2)
    innerInput.send(2)
    innerInput.send(3)
    let terminal = try #require(Self.mine.first { $0.kind == .terminal })
    let below = Self.mine.filter { $0.parent == terminal.number }
    #expect(terminal.valueCount == 3)
    #expect(below.map(\.valueCount) == [2, 2] && below.allSatisfy { $0.kind == .inner })
    #expect(below.last?.name == "flatMap(.latest)" && below.last?.line == terminal.line)
    lifetime.dispose()
    #expect(Self.mine.isEmpty)
  }

  @Test func whatACallbackStartsIsBelowIt() throws {
    let (signal, input) = Signal<Int, Never>.pipe()
    lifetime += signal.observeValues { [lifetime] _ in
      lifetime += SignalProducer<Int, Never>.never.start()
    }
    input.send(1)
    let found = Self.mine
    try #require(found.count == 2)
    #expect(found[0].parent == nil && found[1].parent == found[0].number)
    lifetime.dispose()
  }

  @Test func whatAGeneratorStartsIsBelowIt() throws {
    let work = SignalProducer<Int, Never> { _, lifetime in
      lifetime += SignalProducer<Int, Never>.never.start()
    }
    lifetime += work.start()
    lifetime += SignalProducer<Int, Never>.never.start()
    let found = Self.mine
    try #require(found.count == 3)
    #expect(found.map(\.parent) == [nil, found[0].number, nil])
    lifetime.dispose()
  }

  @Test func saysHowSomethingHasEnded() {
    SignalProducer<Int, Never>(value: 1).startWithValues { _ in }
    #expect(Self.ended(#line - 1)?.state == .completed)
    SignalProducer<Int, Broken>(error: Broken()).startWithFailed { _ in }
    #expect(Self.ended(#line - 1)?.state == .failed)
    SignalProducer<Int, Never>.never.start().dispose()
    #expect(Self.ended(#line - 1)?.state == .interrupted)
    SignalProducer<Int, Never> { _, _ in }.startWithValues { _ in }
    #expect(Self.ended(#line - 1)?.state == .released)
  }

  @Test func saysWhatIsPaused() {
    let start = SignalProducer<Int, Never>.never.start()
    #expect(Self.mine.map(\.state) == [.running])
    start.pause()
    #expect(Self.mine.map(\.state) == [.paused])
    #expect(Self.mine.first?.stateTime == Self.mine.first?.stateTime && Self.mine.first?.stateTime != nil)
    start.resume()
    #expect(Self.mine.map(\.state) == [.running])
    start.dispose()
  }

  @Test func hasTheTextOfAValueOnlyIfValuesAreKept() {
    let (signal, input) = Signal<String, Never>.pipe()
    lifetime += signal.observeValues { _ in }
    Recording.decidingAboutValues {
      input.send("secret")
      #expect(Self.mine.first?.text == nil)
      LiveSubscriptions.valuesAreKept = true
      input.send("shown")
      #expect(Self.mine.first?.text == "shown")
      LiveSubscriptions.valuesAreKept = false
      #expect(Self.mine.first?.text == nil)
    }
    input.complete()
  }

  @Test func hasTheTextOfWhatAnActorHasReceived() {
    let scheduler = TestScheduler()
    let receiver = ActorReceiver<String, Never>(.values { _ in }, sendJob: { scheduler.schedule($0) })
    let (signal, input) = Signal<String, Never>.pipe()
    lifetime += signal.observe(receiver, #fileID, #line)
    func terminal() -> SubscriptionSnapshot? { Self.mine.first { $0.kind == .terminal } }
    Recording.decidingAboutValues {
      input.send("secret")
      scheduler.run()
      #expect(terminal()?.text == nil && terminal()?.valueCount == 1)
      LiveSubscriptions.valuesAreKept = true
      for text in ["one", "two"] { input.send(text) }
      #expect(terminal()?.text == nil)
      scheduler.run()
      #expect(terminal()?.text == "two" && terminal()?.valueCount == 3)
      LiveSubscriptions.valuesAreKept = false
      #expect(terminal()?.text == nil)
    }
    input.complete()
    scheduler.run()
  }

  @Test func eventsOnAnActorAreKept() throws {
    let scheduler = TestScheduler()
    let receiver = ActorReceiver<Int, Never>(.values { _ in }, sendJob: { scheduler.schedule($0) })
    let (signal, input) = Signal<Int, Never>.pipe()
    lifetime += signal.observe(receiver, #fileID, #line)
    let number = try #require(Self.mine.first { $0.kind == .terminal }).number
    let record = try #require(SubscriptionRecord.subscription(number))
    let log = EventLog(limit: 10)
    record.watch(log)
    for value in 1...3 { input.send(value) }
    scheduler.run()
    #expect(log.take().events.map(\.kind) == [.value, .value, .value])
    record.unwatch(log)
    input.complete()
    scheduler.run()
  }

  @Test func saysWhatRequestsAPause() throws {
    let scheduler = TestScheduler()
    let values = SignalProducer<Int, Never>(1...10).receive(on: scheduler, buffering: .suspending(4))
    let start = values.startWithValues { _ in }
    let number = try #require(Self.mine.first { $0.kind == .terminal }).number
    let inner = { Self.mine.first { $0.kind == .inner } }
    #expect(inner()?.state == .paused && inner()?.pausedBy == "receive(on:) of \(number)")
    #expect(Self.mine.first { $0.kind == .terminal }?.pausedBy == nil)
    start.dispose()
    let (signal, input) = Signal<Int, Never>.pipe()
    let paused = signal.producer.named("a").flatMap(.merge) { SignalProducer<Int, Never>(value: $0) }
      .startWithValues { _ in }
    paused.pause()
    let terminal = try #require(Self.mine.first { $0.kind == .terminal }).number
    #expect(Self.mine.count == 3)
    #expect(Self.mine.allSatisfy { $0.pausedBy == "pause() of \(terminal)" })
    paused.resume()
    #expect(Self.mine.allSatisfy { $0.pausedBy == nil })
    paused.dispose()
    input.complete()
  }

  @Test func keepsNoValueUnlessToldTo() {
    final class Thing: Sendable {}
    let (signal, input) = Signal<Thing, Never>.pipe()
    lifetime += signal.observeValues { _ in }
    Recording.decidingAboutValues {
      weak var thing: Thing?
      do {
        let sent = Thing()
        thing = sent
        input.send(sent)
      }
      #expect(thing == nil)
    }
    input.complete()
  }

  @Test func eventsOfAWatchedOneAreKept() throws {
    let (signal, input) = Signal<Int, Never>.pipe()
    lifetime += signal.observeValues { _ in }
    let number = try #require(Self.mine.first).number
    let record = try #require(SubscriptionRecord.subscription(number))
    let log = EventLog(limit: 2)
    input.send(1)
    record.watch(log)
    for value in 2...5 { input.send(value) }
    let taken = log.take()
    #expect(taken.events.map(\.kind) == [.value, .value] && taken.missed == 2)
    input.complete()
    #expect(log.take().events.map(\.kind) == [.completed])
    record.unwatch(log)
  }

  @Test func aFailureHasATrail() throws {
    let (signal, input) = Signal<Int, Broken>.pipe()
    let source = signal.producer.named("source")
    let line: UInt = #line - 1
    SignalProducer<Int, Broken>(value: 1).flatMap(.merge) { _ in source }.startWithFailed { _ in }
    input.fail(Broken())
    let failure = try #require(
      LiveSubscriptions.snapshot.failures.last { $0.trail.last?.contains(#fileID) ?? false })
    #expect(failure.type == "Broken" && failure.text == "Broken()")
    #expect(
      failure.trail == [
        "named source of Int: \(#fileID):\(line)", "inner source of Int: \(#fileID):\(line + 1 + 1)",
        "terminal of Int: \(#fileID):\(line + 2)",
      ])
    #expect(failure.description.split(separator: "\n").count == 4)
  }

  @Test func aFailureThatWasHandledIsNoPartOfALaterTrail() throws {
    let (signal, input) = Signal<Int, Broken>.pipe()
    SignalProducer<Int, Broken>(error: Broken()).catch { _ in signal.producer }.startWithFailed { _ in }
    let line: UInt = #line - 1
    input.send(1)
    input.fail(Broken())
    let trails = LiveSubscriptions.snapshot.failures.map(\.trail)
      .filter { $0.last?.hasSuffix("\(#fileID):\(line)") ?? false }
    #expect(trails.map(\.count) == [1, 1])
  }

  @Test func keepsTheLastHundredFailures() {
    for _ in 1...150 { SignalProducer<Int, Broken>(error: Broken()).startWithFailed { _ in } }
    let failures = LiveSubscriptions.snapshot.failures
    #expect(failures.count == 100 && failures.map(\.number) == failures.map(\.number).sorted())
  }

  @Test func keepsAThousandThatHaveEnded() {
    for _ in 1...1100 { SignalProducer<Int, Never>.empty.start() }
    let snapshot = LiveSubscriptions.snapshot
    #expect(snapshot.ended.count == 1000)
    #expect(snapshot.startedCount >= 1100 && snapshot.endedCount >= 1100)
  }
}
