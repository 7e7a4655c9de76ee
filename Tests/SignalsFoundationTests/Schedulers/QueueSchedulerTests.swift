import Dispatch
import Signals
import SignalsFoundation
import Testing

@Suite struct QueueSchedulerTests {
  @Test func runsOnItsQueueNeverInline() async {
    let queue = DispatchQueue(label: "a queue")
    let scheduler = QueueScheduler(targeting: queue)
    await withCheckedContinuation { continuation in
      scheduler.schedule {
        dispatchPrecondition(condition: .onQueue(queue))
        continuation.resume()
      }
    }
  }
}
