import Foundation
import Signals
import TestSupport
import Testing

@Suite(.mayBlock) struct MainActorSchedulerTests {
  @Test func runsOnTheMainActorInOrder() async {
    let log = Log<Int>()
    let scheduler = MainActorScheduler()
    await withCheckedContinuation { continuation in
      onThreads(1) { _ in
        for value in 0..<1_000 {
          scheduler.schedule {
            MainActor.assertIsolated()
            log.add(value)
          }
        }
        scheduler.schedule { continuation.resume() }
      }
    }
    #expect(log.entries == Array(0..<1_000))
  }

  @Test("T1, A3: whichever thread disposes, the actor interrupts") func interruption()
    async
  {
    await withCheckedContinuation { continuation in
      let start = SignalProducer<Int, Never>.never.receive(on: MainActorScheduler.shared)
        .on(terminated: { MainActor.assertIsolated() })
        .startWithInterrupted { continuation.resume() }
      Task.detached { start.dispose() }
    }
  }

  @Test func neverRunsInline() async {
    let log = Log<String>()
    await MainActor.run {
      MainActorScheduler().schedule { log.add("scheduled") }
      log.add("returned")
    }
    await withCheckedContinuation { continuation in
      MainActorScheduler().schedule(after: .milliseconds(20)) { continuation.resume() }
    }
    #expect(log.entries == ["returned", "scheduled"])
  }

  @Test func delaysAndCancels() async {
    let log = Log<Int>()
    let scheduler = MainActorScheduler()
    // On the main actor, where nothing runs in between.
    await MainActor.run { scheduler.schedule(after: .milliseconds(5)) { log.add(0) }.dispose() }
    for value in 1...2 {
      await withCheckedContinuation { continuation in
        scheduler.schedule(after: .milliseconds(10)) {
          MainActor.assertIsolated()
          log.add(value)
          continuation.resume()
        }
      }
    }
    #expect(log.entries == [1, 2])
  }

  @Test func whatIsDueRunsBeforeWhatIsScheduledAfterIt() async {
    let log = Log<Int>()
    let scheduler = MainActorScheduler()
    await withCheckedContinuation { continuation in
      scheduler.schedule(at: .zero) { log.add(1) }
      scheduler.schedule {
        log.add(2)
        continuation.resume()
      }
    }
    #expect(log.entries == [1, 2])
  }

  @Test("A timer that is due runs before what is scheduled later") func dueTimersComeFirst() async {
    let scheduler = MainActorScheduler()
    for _ in 0..<50 {
      let log = Log<Int>()
      await withCheckedContinuation { continuation in
        let time = scheduler.now + .microseconds(200)
        scheduler.schedule(at: time) { log.add(1) }
        // No longer: the task that sleeps until then wakes up a little later.
        while scheduler.now < time {}
        scheduler.schedule {
          log.add(2)
          continuation.resume()
        }
      }
      #expect(log.entries == [1, 2])
    }
  }

  @Test("A short delay keeps the order, and every value") func shortDelays() async throws {
    let values = Log<Int>()
    let ends = Log<Void>()
    let (output, input) = Signal<Int, Never>.pipe()
    output.delay(.microseconds(1), on: MainActorScheduler())
      .observe(Observer(next: { values.add($0) }, completed: { ends.add(()) }))
    for value in 0..<10_000 { input.send(value) }
    input.complete()
    try #require(await eventually { !ends.entries.isEmpty })
    #expect(values.entries == Array(0..<10_000))
  }
}
