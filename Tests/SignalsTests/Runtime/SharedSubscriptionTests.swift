import Signals
import TestSupport
import Testing

@Suite(.mayBlock) struct SharedSubscriptionTests {
  @Test("B2: the work is paused while all starts request that")
  func pausesWithAllStarts() {
    let work = Work()
    let shared = work.producer.share()
    let (first, second) = (shared.startWithFailed { _ in }, shared.startWithFailed { _ in })
    first.pause()
    #expect(!work.isPaused, "the second one has not requested it")
    second.pause()
    #expect(work.isPaused)
    second.pause()
    second.resume()
    #expect(work.isPaused, "pauses are counted")
    let third = shared.startWithFailed { _ in }
    #expect(!work.isPaused, "a start that has not requested it has come")
    third.dispose()
    #expect(work.isPaused)
    first.resume()
    #expect(!work.isPaused)
    first.dispose()
    #expect(work.isPaused, "the one that is left requests it")
    second.dispose()
    #expect(!work.isRunning)
  }

  @Test("B3: an endless source waits behind a share", arguments: [nil, 0, 2])
  func waitsBehindAShare(replay: Int?) async {
    let sent = Counter()
    let source = SignalProducer<Int, Never>.repeating(1).on(next: { _ in sent.increment() })
    let shared = replay.map { source.share(replay: $0) } ?? source.share()
    for await _ in shared.values() { break }
    #expect(sent.value <= 65)
    let (first, second) = (shared.values().makeAsyncIterator(), shared.values().makeAsyncIterator())
    #expect(sent.value <= 200, "the second one lets it go on until both have enough")
    withExtendedLifetime((first, second)) {}
  }

  @Test("B2: the scope forever goes on without any start")
  func goesOnWithoutStarts() {
    let work = Work()
    let start = work.producer.share(replay: 1, scope: .forever).startWithFailed { _ in }
    start.pause()
    #expect(work.isPaused)
    start.dispose()
    #expect(work.isRunning)
    #expect(!work.isPaused)
  }

  @Test("D1: no source goes on that is over")
  func endOfAPausedShare() {
    let sent = Log<Int>()
    let subscription = Subscription()
    SignalProducer<Int, Never>(1...100).on(next: { sent.add($0) }).share()
      .attach(Observer(next: { _ in subscription.pause() }), subscription)
    subscription.dispose()
    #expect(sent.entries == [1])
  }

  @Test("B2: starts pause and resume on several threads")
  func pausesOnThreads() {
    let work = Work()
    let shared = work.producer.share()
    let starts = (0..<3).map { _ in shared.startWithFailed { _ in } }
    onThreads(6) { thread in
      for _ in 0..<2000 { if thread < 3 { starts[thread].pause() } else { starts[thread - 3].resume() } }
    }
    #expect(!work.isPaused)
    for start in starts { start.pause() }
    #expect(work.isPaused)
  }
}
