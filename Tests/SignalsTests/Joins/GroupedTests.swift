import Signals
import SignalsTesting
import Testing

@Suite struct GroupedTests {
  @Test func makesASignalPerKey() {
    expect(
      "-1-2-3-4-|", values: numbers,
      { $0.grouped(by: { $0 % 2 }).flatMap { group in group.values.map { "\(group.key)\($0)" } } },
      "-'11'-'02'-'13'-'04'-|")
    expect("-1-2-3-4-|", values: numbers, { $0.grouped(by: { $0 % 2 }).map(\.key) }, "-1-0-----|")
  }

  @Test func completionEndsTheGroupsInOrder() {
    expect(
      "-a-b-a-|",
      { $0.grouped(by: { $0 }).flatMap { group in group.values.count().map { group.key + "\($0)" } } },
      "-------('a2''b1'|)")
  }

  @Test func failureEndsTheGroups() {
    expect(
      "-a-b-x",
      {
        $0.grouped(by: { $0 }).flatMap {
          $0.values.replaceError(with: "e").setFailureType(to: TestFailure.self)
        }
      },
      "-a-b-(eex)")
  }

  @Test func interruptionEndsTheGroups() {
    expect(
      "-a-b-!", { $0.grouped(by: { $0 }).flatMap { $0.values.materialize().setFailureType() }.count() },
      "-----!")
  }

  @Test("B1: at the limit the group that was opened first completes")
  func limitsTheOpenGroups() {
    let seen = Log<String>()
    expect(
      "-a-b-a-c-a-|",
      { stream in
        stream.grouped(by: { $0 }, limit: 2).flatMap { group in
          group.values.on(completed: { seen.add("\(group.key) closed") })
        }
      }, "-a-b-a-c-a-|", only: .pulled)
    #expect(seen.entries == ["a closed", "b closed", "c closed", "a closed"])
  }

  @Test("G1: ending the stream does not end observed groups")
  func observedGroupsGoOn() {
    expect(
      "-a-b-a-b-|", { $0.grouped(by: { $0 }).prefix(1).flatMap { $0.values } }, "-a---a---|")
    expect("-a-b-a-x", { $0.grouped(by: { $0 }).prefix(1).flatMap { $0.values } }, "-a---a-x")
  }

  @Test("G1: no group ends for one that is not opened any more")
  func makesRoomForNoOtherGroup() {
    expect(
      "-a-b-a-c-b-a-|", { $0.grouped(by: { $0 }, limit: 2).prefix(2).flatMap { $0.values } }, "-a-b-a---b-a-|"
    )
    expect("-a-b-a-|", { $0.grouped(by: { $0 }, limit: 1).prefix(1).flatMap { $0.values } }, "-a---a-|")
  }

  @Test("G1: the source is disposed of with the last observer", arguments: TestedDrive.allCases)
  func theLastObserverEndsTheSource(_ drive: TestedDrive) {
    let log = Log<String>()
    let observations = Log<any Disposable>()
    let (output, input) = Signal<Int, Never>.pipe()
    let watch: @Sendable (Group<Int, Int, Never>) -> Void = { group in
      if group.key == 3 { return }
      observations.add(group.values.start { log.add("\(group.key) \($0)") })
    }
    var source: Signal<Int, Never>? = output.keeping(Probe { log.add("released") })
    let observation =
      switch drive {
      case .pushed: source!.grouped(by: { $0 }).observeValues(watch)
      case .pulled: source!.producer.grouped(by: { $0 }).startWithValues(watch)
      }
    source = nil
    for value in 1...3 { input.send(value) }
    observation.dispose()
    for value in 1...4 { input.send(value) }
    #expect(log.entries == ["1 next(1)", "2 next(2)", "1 next(1)", "2 next(2)"])
    observations.entries[0].dispose()
    input.send(2)
    #expect(log.entries.last == "2 next(2)")
    observations.entries[1].dispose()
    #expect(log.entries.last == "released")
  }

  @Test("G2: a pause of the stream holds no observed group up")
  func observedGroupsGoOnDuringAPause() {
    let log = Log<Int>()
    let subscription = Subscription()
    let rest = Log<Lifetime>()
    SignalProducer<Int, Never> { observer, lifetime in
      rest.add(lifetime)
      observer.send(1)
      lifetime.whenResumed { for value in 2...3 { observer.send(value) } }
    }.grouped(by: { _ in 0 }).attach(
      Observer(next: { group in
        group.values.startWithValues { log.add($0) }
        subscription.pause()
      }), subscription)
    #expect(log.entries == [1, 2, 3])
    subscription.dispose()
  }

  @Test("G1: the end of a paused stream resumes no unused source")
  func endOfAPausedStream() {
    let sent = Log<Int>()
    let subscription = Subscription()
    SignalProducer<Int, Never>(1...100).on(next: { sent.add($0) }).grouped(by: { _ in 0 }).attach(
      Observer(next: { _ in subscription.pause() }), subscription)
    subscription.dispose()
    #expect(sent.entries == [1])
  }

  @Test("B2: a pause and its end may come in the wrong order")
  func pauseAfterItsEnd() {
    let lifetimes = Log<Lifetime>()
    let subscription = Subscription()
    subscription += WhenPaused { subscription.resume() }
    SignalProducer<Int, Never> { _, lifetime in lifetimes.add(lifetime) }.grouped(by: { $0 })
      .attach(Observer(), subscription)
    subscription.pause()
    #expect(!lifetimes.entries[0].isPaused)
    subscription.dispose()
  }

  @Test("G1: a pause after the end of the stream holds no group up")
  func pauseAfterTheEnd() {
    let lifetimes = Log<Lifetime>()
    let subscription = Subscription()
    subscription += WhenPaused { subscription.dispose() }
    SignalProducer<Int, Never> { observer, lifetime in
      lifetimes.add(lifetime)
      observer.send(1)
    }.grouped(by: { $0 }).attach(Observer(next: { $0.values.startWithValues { _ in } }), subscription)
    subscription.pause()
    #expect(!lifetimes.entries[0].isPaused)
  }

  @Test("D2: disposal by a closing group opens no other group")
  func disposalInsideAClosedGroup() {
    let keys = Log<Int>()
    let (output, input) = Signal<Int, Never>.pipe()
    let subscription = Subscription()
    output.producer.grouped(by: { $0 }, limit: 1).attach(
      Observer(next: { group in
        keys.add(group.key)
        group.values.startWithCompleted { subscription.dispose() }
      }), subscription)
    input.send(1)
    input.send(2)
    #expect(keys.entries == [1])
  }

  @Test func disposesTheSource() {
    expectDisposal(of: "-a-b-|", { $0.grouped(by: { $0 }).map(to: 0).prefix(1) }, at: 1)
  }

  @Test("X1: a limit of zero stops the program") func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.grouped(by: { $0 }, limit: 0)
    }
    #expect(result.message.contains("grouped(by:limit:): the limit must be at least 1, got 0"))
  }

  @Test func keepsTheContract() {
    checkContract { $0.grouped(by: { $0 % 3 }).map(\.key) }
    checkContract { $0.grouped(by: { $0 % 3 }, limit: 1).flatMap { $0.values } }
  }
}

/// Does in the middle of a pause what another thread could do then.
private final class WhenPaused: Disposable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  var isDisposed: Bool { false }

  func dispose() {}

  func pause() { action() }
}
