import Foundation
import SwiftSignalKit
import TestSupport
import Testing

@Suite(.mayBlock) struct QueueTests {
  @Test func knowsWhoIsOnIt() {
    let (queue, other) = (Queue(), Queue(name: "other", qos: .utility))
    #expect(!queue.isCurrent())
    queue.sync {
      #expect(queue.isCurrent())
      #expect(!other.isCurrent())
      other.sync {
        #expect(other.isCurrent())
      }
    }
    #expect(!queue.isCurrent())
    queue.queue.sync { #expect(queue.isCurrent()) }
  }

  @Test func knowsWhoIsOnAQueueThatItDidNotMake() {
    let native = DispatchQueue(label: "native")
    let (one, two) = (Queue(queue: native), Queue(queue: native))
    #expect(one.queue === native)
    #expect(!one.isCurrent())
    native.sync {
      #expect(one.isCurrent())
      #expect(two.isCurrent())
    }
  }

  @Test func leavesNothingOnAQueueThatItDidNotMake() {
    let native = DispatchQueue(label: "native")
    var queue: SwiftSignalKit.Queue? = Queue(queue: native)
    let reference = Weak(queue!)
    queue = nil
    #expect(reference.value == nil)
    native.sync { #expect(!Queue(queue: DispatchQueue(label: "native")).isCurrent()) }
  }

  @Test @MainActor func theMainThreadIsOnTheMainQueue() {
    #expect(Queue.mainQueue().isCurrent())
    #expect(Queue(queue: .main).isCurrent())
    #expect(Queue.mainQueue() === Queue.mainQueue())
    #expect(Elsewhere { Queue.mainQueue().isCurrent() }.result == false)
    let steps = Notes<Int>()
    Queue.mainQueue().async { steps.add(1) }
    Queue.mainQueue().sync { steps.add(2) }
    #expect(steps.entries == [1, 2])
  }

  @Test func isCurrentIsFalseOnAQueueOfTheSystem() async {
    for queue in [Queue.concurrentDefaultQueue(), Queue.concurrentBackgroundQueue()] {
      let isCurrent = await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: queue.isCurrent()) }
      }
      #expect(!isCurrent)
    }
  }

  @Test func onAQueueOfTheSystemManyRunAtTheSameTime() {
    let queue = Queue.concurrentDefaultQueue()
    let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    queue.async {
      first.wait()
      second.signal()
    }
    queue.async { first.signal() }
    second.wait()
  }

  @Test func asyncRunsAtOnceOnTheQueue() async {
    let (queue, steps) = (Queue(), Notes<String>())
    await withCheckedContinuation { continuation in
      queue.async {
        queue.async { steps.add("inside") }
        steps.add("after")
        continuation.resume()
      }
    }
    #expect(steps.entries == ["inside", "after"])
  }

  @Test func justDispatchNeverRunsAtOnce() async {
    let (queue, steps) = (Queue(), Notes<String>())
    await withCheckedContinuation { continuation in
      queue.async {
        queue.justDispatch { steps.add("dispatched") }
        queue.justDispatchWithQoS(qos: .userInitiated) {
          steps.add("urgent")
          continuation.resume()
        }
        steps.add("after")
      }
    }
    #expect(steps.entries == ["after", "dispatched", "urgent"])
  }

  @Test func asyncFromElsewhereKeepsTheOrder() {
    let (queue, steps) = (Queue(), Notes<Int>())
    for number in 0..<1_000 { queue.async { steps.add(number) } }
    queue.sync {}
    #expect(steps.entries == Array(0..<1_000))
  }

  @Test func syncWaits() {
    let (queue, steps) = (Queue(), Notes<Int>())
    queue.sync {
      queue.sync { steps.add(1) }
      steps.add(2)
    }
    steps.add(3)
    #expect(steps.entries == [1, 2, 3])
  }

  @Test func afterRunsOnTheQueueAndNotBefore() async {
    let queue = Queue()
    let start = DispatchTime.now()
    let isCurrent = await withCheckedContinuation { continuation in
      queue.after(0.02) { continuation.resume(returning: queue.isCurrent()) }
    }
    #expect(DispatchTime.now() >= start + .milliseconds(20))
    #expect(isCurrent)
  }

  @Test(arguments: [0, -1, -Double.infinity, Double.nan]) func aDelayOfNothingIsNoTrap(_ delay: Double) async
  {
    await withCheckedContinuation { continuation in
      Queue().after(delay) { continuation.resume() }
    }
  }

  @Test func anEndlessDelayIsNoTrap() {
    let queue = Queue()
    queue.after(.infinity) { Issue.record("the end of time") }
    queue.sync {}
  }
}
