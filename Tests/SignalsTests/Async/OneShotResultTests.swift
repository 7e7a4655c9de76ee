import Signals
import Testing

@Suite struct OneShotResultTests {
  @Test func aLaterCallerGetsTheFirstResult() async {
    let answer = OneShotResult<Int>()
    answer.give(1)
    answer.give(2)
    #expect(await answer.output() == 1)
  }

  @Test func aWaitingTaskGetsTheFirstResult() {
    let answer = OneShotResult<Int>()
    let (steps, log) = (Steps(), Log<Int>())
    _ = steps.begin { log.add(await answer.output()) }
    #expect(log.entries == [])
    answer.give(1)
    answer.give(2)
    steps.run()
    #expect(log.entries == [1])
  }

  @Test("E9: no task is resumed under the lock") func resumesOutsideTheLock() async {
    let answer = OneShotResult<Probe>()
    let log = Log<String>()
    answer.give(Probe { log.add("released") })
    _ = await answer.output()
    #expect(log.entries == ["released"])
  }

  @Test func aTaskWaitsUntilAllPausesAreWithdrawn() {
    let (subscription, steps, log) = (Subscription(), Steps(), Log<Int>())
    _ = steps.begin {
      await subscription.resumption()
      log.add(1)
    }
    #expect(log.entries == [1])
    subscription.onEnd {}
    subscription.pause()
    subscription.pause()
    _ = steps.begin {
      await subscription.resumption()
      log.add(2)
    }
    subscription.resume()
    steps.run()
    #expect(log.entries == [1])
    subscription.resume()
    steps.run()
    #expect(log.entries == [1, 2])
  }

  @Test func cancellingEndsTheWaitingForResumption() {
    let (subscription, steps, log) = (Subscription(), Steps(), Log<Int>())
    subscription.onEnd {}
    subscription.pause()
    let task = steps.begin {
      await subscription.resumption()
      log.add(1)
    }
    #expect(log.entries == [])
    task.cancel()
    steps.run()
    #expect(log.entries == [1])
  }

  @Test("D4: having waited for resumption leaves nothing behind") func nothingStays() {
    let (subscription, steps, log) = (Subscription(), Steps(), Log<Int>())
    for round in 0..<100 {
      subscription.pause()
      _ = steps.begin {
        await subscription.resumption()
        log.add(round)
      }
      subscription.resume()
      steps.run()
    }
    #expect(log.entries == Array(0..<100))
    subscription.pause()
    #expect(subscription.madeList?.resume()?.members.count == 0)
  }
}
