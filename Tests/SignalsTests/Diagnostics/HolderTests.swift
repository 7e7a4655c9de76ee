import Signals
import SignalsMarbles
import TestSupport
import Testing

/// Serial, because they look at what this file has started.
@Suite(.serialized) final class HolderTests {
  private let lifetime = Subscription()

  init() { Recording.begin() }

  deinit {
    lifetime.dispose()
    Recording.end()
  }

  /// What this file holds. Another thread that makes a snapshot keeps a holder for that long: so it is waited for that one is
  /// gone.
  private static func holders(_ operation: String) -> [HolderSnapshot] {
    LiveSubscriptions.snapshot.holders.filter {
      $0.operation == operation && $0.place?.hasPrefix("\(#fileID):") ?? false
    }
  }

  private static func counts(_ operation: String) -> [[Int?]] {
    holders(operation).map { [$0.waitingCount, $0.limit, $0.droppedCount, $0.isPausing ? 1 : 0] }
  }

  @Test func aQueueInFrontOfAScheduler() async throws {
    let scheduler = TestScheduler()
    let values = SignalProducer<Int, Never>(1...10).receive(on: scheduler, buffering: .suspending(4))
    lifetime += values.startWithValues { _ in }
    #expect(Self.counts("receive(on:)") == [[4, 4, 0, 1]])
    scheduler.run()
    #expect(try await eventually { Self.counts("receive(on:)") == [] })
  }

  @Test func aBufferThatDrops() throws {
    let (signal, input) = Signal<Int, Never>.pipe()
    let start = signal.producer.buffer(2, onOverflow: .dropOldest).startWithValues { _ in }
    lifetime += start
    start.pause()
    for value in 1...5 { input.send(value) }
    #expect(Self.counts("buffer") == [[2, 2, 3, 0]])
    #expect(Self.holders("buffer").first?.place == "\(#fileID):\(#line - 5)")
    start.resume()
    #expect(Self.counts("buffer") == [[0, 2, 3, 0]])
    #expect(Self.holders("buffer").first?.mostWaiting == 2)
    input.complete()
  }

  @Test func aFlatteningThatWaits() async throws {
    let (signal, input) = Signal<Int, Never>.pipe()
    let values = signal.producer.flatMap(.concat) { _ in SignalProducer<Int, Never>.never }
    lifetime += values.startWithValues { _ in }
    for value in 1...3 { input.send(value) }
    #expect(Self.counts("flatMap") == [[2, 64, 0, 0]])
    lifetime.dispose()
    #expect(try await eventually { Self.counts("flatMap") == [] })
  }

  @Test func aGroupThatIsNotObserved() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let groups = Guarded<[any Sendable]>([])
    let values = signal.producer.grouped { $0 % 2 }
    lifetime += values.startWithValues { group in groups.withLock { $0.append(group) } }
    for value in 1...5 { input.send(value) }
    let found = LiveSubscriptions.snapshot.holders
      .filter { $0.place?.hasPrefix(#fileID) ?? false && $0.operation.hasPrefix("grouped") }
    #expect(found.map(\.waitingCount) == [5])
    lifetime.dispose()
  }

  @Test func aLimiterAndWhatItRefuses() {
    let limiter = Limiter(atOnce: 1, waiting: 1)
    for _ in 1...3 {
      lifetime += SignalProducer<Int, Never>.never.setFailureType(to: Refused.self)
        .limited(by: limiter, failingWith: Refused()).startWithFailed { _ in }
    }
    let found = LiveSubscriptions.snapshot.holders.filter { $0.operation == "Limiter" }
    #expect(found.contains { $0.waitingCount == 1 && $0.limit == 1 && $0.droppedCount == 1 })
    withExtendedLifetime(limiter) { lifetime.dispose() }
  }

  private struct Refused: Error {}

  @Test func aChannelWithoutConsumer() async throws {
    let channel = Channel<Int, Never>(limit: 7)
    try await channel.send(1)
    try await channel.send(2)
    let found = LiveSubscriptions.snapshot.holders.filter { $0.operation == "Channel" && $0.limit == 7 }
    #expect(found.map(\.waitingCount) == [2])
    withExtendedLifetime(channel) {}
  }

  @Test func valuesOnTheirWayToATask() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let iterator = signal.values(buffering: .newest(2)).makeAsyncIterator()
    for value in 1...5 { input.send(value) }
    #expect(Self.counts("values()") == [[2, 2, 3, 0]])
    withExtendedLifetime(iterator) {}
    input.complete()
  }

  @Test func whatWaitsForAnActor() {
    let scheduler = TestScheduler()
    let receiver = ActorReceiver<Int, Never>(.values { _ in }, sendJob: { scheduler.schedule($0) })
    let (signal, input) = Signal<Int, Never>.pipe()
    lifetime += signal.observe(receiver, #fileID, #line)
    for value in 1...5 { input.send(value) }
    #expect(Self.counts("actor") == [[5, nil, 0, 0]])
    scheduler.run()
    #expect(Self.counts("actor") == [[0, nil, 0, 0]])
    let mine = LiveSubscriptions.snapshot.subscriptions.filter { $0.fileID == #fileID }
    #expect(mine.filter { $0.kind == .terminal }.map(\.valueCount) == [5])
    input.complete()
  }

  @Test func messagesThatWaitAtAGate() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let seen = Guarded<[[Int?]]>([])
    lifetime += signal.observeValues { value in
      guard value == 1 else { return }
      for value in 2...4 { input.send(value) }
      let found = Self.counts("mailbox")
      seen.withLock { $0 = found }
    }
    input.send(1)
    #expect(seen.withLock { $0 } == [[3, nil, 0, 0]])
    #expect(Self.counts("mailbox") == [[0, nil, 0, 0]])
    input.complete()
  }

  @Test func valuesThatWaitForPartners() async throws {
    let (signal, input) = Signal<Int, Never>.pipe()
    let (other, otherInput) = Signal<String, Never>.pipe()
    let rows = signal.producer.filter { $0 > 0 }.zip(with: other.producer)
    lifetime += rows.startWithValues { _ in }
    #expect(Self.counts("zip") == [[0, 64, 0, 0], [0, 64, 0, 0]])
    for value in -2...5 { input.send(value) }
    otherInput.send("a")
    otherInput.send("b")
    #expect(Self.counts("zip") == [[3, 64, 0, 0], [0, 64, 0, 0]])
    for value in 6...70 { input.send(value) }
    #expect(Self.counts("zip") == [[68, 64, 0, 1], [0, 64, 0, 0]])
    lifetime.dispose()
    #expect(try await eventually { Self.counts("zip") == [] })
  }

  @Test func aSourceOfAZipThatHasCompleted() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let rows = SignalProducer<Int, Never>(1...10).zip(with: signal.producer)
    lifetime += rows.startWithValues { _ in }
    #expect(Self.counts("zip") == [[10, 64, 0, 0], [0, 64, 0, 0]])
    input.send(1)
    #expect(Self.counts("zip") == [[9, 64, 0, 0], [0, 64, 0, 0]])
    lifetime.dispose()
  }

  @Test func valuesForLateSubscribers() async throws {
    let (signal, input) = Signal<Int, Never>.pipe()
    // A run belongs to no place: it is found by its limit.
    let limit = 4711
    let shared = signal.producer.share(replay: limit)
    func waiting() -> [Int] {
      LiveSubscriptions.snapshot.holders.filter { $0.operation == "share(replay:)" && $0.limit == limit }
        .map(\.waitingCount)
    }
    lifetime += shared.startWithValues { _ in }
    #expect(waiting() == [0])
    for value in 1...5 { input.send(value) }
    #expect(waiting() == [5])
    lifetime.dispose()
    #expect(try await eventually { waiting() == [] })
  }

  /// What one scheduler holds; others may be in use at the same time.
  private static func jobs(_ scheduler: any JobHolder) -> [Int] {
    SubscriptionRecord.holders.filter { $0.isHolder(scheduler) }.compactMap { $0.read(.now)?.0.waits }
  }

  @Test func jobsThatWaitForALoop() {
    let loop = LoopScheduler()
    let (signal, input) = Signal<Int, Never>.pipe()
    for _ in 1...2 {
      lifetime += signal.producer.receive(on: loop).startWithValues { _ in }
    }
    // It is listed once, however many use it.
    #expect(Self.jobs(loop) == [0])
    input.send(1)
    loop.schedule(at: .seconds(1)) {}
    #expect(Self.jobs(loop) == [2])
    loop.advance(to: .seconds(1))
    #expect(Self.jobs(loop) == [0])
    #expect(LiveSubscriptions.snapshot.holders.contains { $0.operation == "LoopScheduler" })
    input.complete()
  }

  @Test func theQueueOfASchedulerIsCounted() {
    var queue = ActionQueue()
    for _ in 1...3 { _ = queue.add(ScheduledAction {}, now: .zero) }
    _ = queue.add(ScheduledAction {}, at: .seconds(1), now: .zero)
    #expect(queue.arrivedCount == 3)
    // What a job has taken counts until it is done.
    _ = queue.takeAll()
    _ = queue.add(ScheduledAction {}, now: .zero)
    #expect(queue.arrivedCount == 4)
    _ = queue.finishJob()
    #expect(queue.arrivedCount == 1)
  }

  @Test func lateTimersAreCounted() {
    var timers = TimerQueue()
    let actions = (1...20).map { _ in ScheduledAction {} }
    for (index, action) in actions.enumerated() {
      timers.add(action, at: .seconds((index * 7) % 20))
    }
    #expect(timers.dueCount(at: .seconds(-1)) == 0)
    #expect(timers.dueCount(at: .seconds(9)) == 10)
    actions[0].dispose()
    #expect(timers.dueCount(at: .seconds(9)) == 9 && timers.dueCount(at: .seconds(30)) == 19)
  }
}
