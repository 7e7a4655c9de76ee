import Testing

@testable import Signals

@Suite struct AnswerTests {
  @Test func aLaterCallerGetsTheFirstResult() async {
    let answer = Answer<Int>()
    answer.give(1)
    answer.give(2)
    #expect(await answer.output() == 1)
  }

  @Test func aWaitingTaskGetsTheFirstResult() {
    let answer = Answer<Int>()
    let (steps, log) = (Steps(), Log<Int>())
    _ = steps.begin { log.add(await answer.output()) }
    #expect(log.entries == [])
    answer.give(1)
    answer.give(2)
    steps.run()
    #expect(log.entries == [1])
  }

  @Test("E9: no task is resumed under the lock") func resumesOutsideTheLock() async {
    let answer = Answer<Probe>()
    let log = Log<String>()
    answer.give(Probe { log.add("released") })
    _ = await answer.output()
    #expect(log.entries == ["released"])
  }

  @Test func aTaskWaitsUntilAllPausesAreWithdrawn() {
    let (start, steps, log) = (Start(), Steps(), Log<Int>())
    _ = steps.begin {
      await start.resumption()
      log.add(1)
    }
    #expect(log.entries == [1])
    start.onEnd {}
    start.pause()
    start.pause()
    _ = steps.begin {
      await start.resumption()
      log.add(2)
    }
    start.resume()
    steps.run()
    #expect(log.entries == [1])
    start.resume()
    steps.run()
    #expect(log.entries == [1, 2])
  }

  @Test func cancellingEndsTheWaitingForResumption() {
    let (start, steps, log) = (Start(), Steps(), Log<Int>())
    start.onEnd {}
    start.pause()
    let task = steps.begin {
      await start.resumption()
      log.add(1)
    }
    #expect(log.entries == [])
    task.cancel()
    steps.run()
    #expect(log.entries == [1])
  }

  @Test("D4: having waited for resumption leaves nothing behind") func nothingStays() {
    let (start, steps, log) = (Start(), Steps(), Log<Int>())
    for round in 0..<100 {
      start.pause()
      _ = steps.begin {
        await start.resumption()
        log.add(round)
      }
      start.resume()
      steps.run()
    }
    #expect(log.entries == Array(0..<100))
    start.pause()
    #expect(start.madeList?.resume()?.members.count == 0)
  }
}
