import Signals
import Testing

@Suite struct JobQueueTests {
  @Test func asksForOneJobAtATime() {
    var queue = JobQueue<Int>()
    var jobs = [queue.add(1), queue.add(2)]
    #expect(jobs == [true, false])
    var taken = queue.takeAll()
    #expect(taken == [1, 2])
    jobs = [queue.add(3), queue.finishJob(), queue.add(4)]
    #expect(jobs == [false, true, false], "what came meanwhile needs another job, but only one")
    taken = queue.takeAll()
    #expect(taken == [3, 4])
    jobs = [queue.finishJob(), queue.add(5)]
    #expect(jobs == [false, true])
  }

  @Test func aJobCanBeAskedForWithoutAnElement() {
    var queue = JobQueue<Int>()
    let jobs = [queue.requestJob(), queue.requestJob(), queue.finishJob(), queue.requestJob()]
    #expect(jobs == [true, false, false, true])
  }

  @Test func usesStorageAgainUnlessItIsLarge() {
    func capacityAfter(_ count: Int) -> Int {
      var queue = JobQueue<Int>()
      for element in 0..<count { _ = queue.add(element) }
      var storage = queue.takeAll()
      storage.removeAll(keepingCapacity: true)
      _ = queue.finishJob(storage)
      _ = queue.takeAll()
      return queue.waiting.capacity
    }
    #expect(capacityAfter(100) >= 100)
    #expect(capacityAfter(100_000) == 0, "a burst must not hold memory for ever")
  }
}
