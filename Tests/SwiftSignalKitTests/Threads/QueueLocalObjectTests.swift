import SwiftSignalKit
import TestSupport
import Testing

@Suite(.mayBlock) struct QueueLocalObjectTests {
  /// Knows where it was made, used and released.
  private final class Resident {
    let queue: Queue
    let steps: Notes<String>
    var count = 0

    init(_ queue: Queue, _ steps: Notes<String>) {
      self.queue = queue
      self.steps = steps
      steps.add("made on the queue: \(queue.isCurrent())")
    }

    func use() {
      count += 1
      steps.add("used on the queue: \(queue.isCurrent())")
    }

    deinit { steps.add("released on the queue: \(queue.isCurrent())") }
  }

  @Test func livesOnItsQueue() async {
    let (queue, steps) = (Queue(), Notes<String>())
    var object: QueueLocalObject? = QueueLocalObject(queue: queue) { Resident(queue, steps) }
    #expect(object?.queue === queue)
    object?.with { $0.use() }
    object = nil
    await withCheckedContinuation { continuation in queue.justDispatch { continuation.resume() } }
    #expect(
      steps.entries == ["made on the queue: true", "used on the queue: true", "released on the queue: true"])
  }

  @Test func syncWithWaitsForAResult() {
    let (queue, steps) = (Queue(), Notes<String>())
    let object = QueueLocalObject(queue: queue) { Resident(queue, steps) }
    let counts = (0..<3).map { _ in
      object.syncWith { resident in
        resident.use()
        return resident.count
      }
    }
    #expect(counts == [1, 2, 3])
  }

  @Test func isMadeAtOnceOnTheQueue() {
    let (queue, steps) = (Queue(), Notes<String>())
    queue.sync {
      let object = QueueLocalObject(queue: queue) { Resident(queue, steps) }
      #expect(object.unsafeGet()?.count == 0)
      object.with { $0.use() }
      #expect(object.unsafeGet()?.count == 1)
    }
  }

  @Test func canBeTakenOutOnTheQueueOnly() {
    let (queue, steps) = (Queue(), Notes<String>())
    let object = QueueLocalObject(queue: queue) { Resident(queue, steps) }
    #expect(object.unsafeGet() == nil)
    queue.sync { #expect(object.unsafeGet() != nil) }
  }
}
