import Dispatch
import SwiftSignalKit
import TestSupport
import Testing

/// No test depends on how late a timer is.
@Suite(.mayBlock) struct TimerTests {
  private let queue = Queue()

  /// Waits until everything has run that was to run on the queue by then.
  private func settle(after seconds: Double) async {
    await withCheckedContinuation { continuation in queue.after(seconds) { continuation.resume() } }
  }

  @Test func callsOnceOnItsQueueAndNotBefore() async throws {
    let calls = Notes<Bool>()
    let start = DispatchTime.now()
    let timer = Timer(
      timeout: 0.02, repeat: false, completion: { [queue] in calls.add(queue.isCurrent()) }, queue: queue)
    timer.start()
    #expect(try await eventually { !calls.entries.isEmpty })
    #expect(DispatchTime.now() >= start + .milliseconds(20))
    await settle(after: 0.05)
    #expect(calls.entries == [true])
    withExtendedLifetime(timer) {}
  }

  @Test func isSilentUntilItIsStarted() async {
    let timer = Timer(
      timeout: 0, repeat: false, completion: { Issue.record("the timer was not started") }, queue: queue)
    await settle(after: 0.02)
    withExtendedLifetime(timer) {}
  }

  @Test func repeatsUntilItIsInvalidated() async throws {
    let calls = Notes<Int>()
    let timer = Timer(
      timeout: 0.001, repeat: true,
      completion: { timer in
        calls.add(calls.entries.count)
        if calls.entries.count == 3 { timer.invalidate() }
      }, queue: queue)
    timer.start()
    #expect(try await eventually { calls.entries.count == 3 })
    await settle(after: 0.02)
    #expect(calls.entries == [0, 1, 2])
  }

  @Test(arguments: [true, false], [1e10, .greatestFiniteMagnitude, .infinity])
  func aTimerMayWaitForEver(repeats: Bool, _ seconds: Double) async {
    let timer = Timer(
      timeout: seconds, repeat: repeats, completion: { Issue.record("it came") }, queue: queue)
    timer.start()
    await settle(after: 0.01)
    timer.invalidate()
  }

  @Test func anInvalidTimerDoesNotCall() async {
    let timer = Timer(
      timeout: 0.01, repeat: false, completion: { Issue.record("it was stopped") }, queue: queue)
    queue.sync {
      timer.start()
      timer.invalidate()
    }
    await settle(after: 0.03)
    withExtendedLifetime(timer) {}
  }

  @Test func aReleasedTimerDoesNotCall() async {
    queue.sync {
      let timer = Timer(
        timeout: 0.01, repeat: true, completion: { Issue.record("the timer was released") }, queue: queue)
      timer.start()
    }
    await settle(after: 0.03)
  }

  @Test func nothingKeepsATimer() {
    var timer: SwiftSignalKit.Timer? = Timer(timeout: 100, repeat: true, completion: {}, queue: queue)
    timer?.start()
    let reference = Weak(timer!)
    timer = nil
    #expect(reference.value == nil)
  }

  @Test func aReleasedTimerLeavesItsQueue() async throws {
    var queue: SwiftSignalKit.Queue? = Queue()
    let reference = Weak(queue!)
    var timer: SwiftSignalKit.Timer? = Timer(timeout: 100, repeat: true, completion: {}, queue: queue!)
    timer?.start()
    queue = nil
    #expect(reference.value != nil)
    timer = nil
    #expect(try await eventually { reference.value == nil })
  }

  @Test func canBeStartedAgain() async throws {
    let calls = Notes<Int>()
    let timer = Timer(timeout: 0.001, repeat: false, completion: { calls.add(1) }, queue: queue)
    timer.start()
    #expect(try await eventually { calls.entries.count == 1 })
    timer.start()
    #expect(try await eventually { calls.entries.count == 2 })
    timer.invalidate()
    timer.start()
    #expect(try await eventually { calls.entries.count == 3 })
    withExtendedLifetime(timer) {}
  }

  @Test func canStartItselfAgain() async throws {
    let calls = Notes<Int>()
    let timer = Timer(
      timeout: 0.001, repeat: false,
      completion: { timer in
        calls.add(1)
        if calls.entries.count < 3 { timer.start() }
      }, queue: queue)
    timer.start()
    #expect(try await eventually { calls.entries.count == 3 })
    withExtendedLifetime(timer) {}
  }

  @Test func canStartItselfAgainBeforeItsStartHasReturned() async throws {
    let (calls, timers) = (Atomic(value: 0), rounds(300))
    for _ in 0..<timers {
      let runs = Atomic(value: 0)
      // Each run keeps it until there is another one.
      let timer = Timer(
        timeout: 0, repeat: false,
        completion: { timer in
          calls.modify { $0 + 1 }
          if runs.modify({ $0 + 1 }) < 3 { timer.start() }
        }, queue: Queue())
      timer.start()
      #expect(try await eventually { runs.with { $0 } == 3 })
      withExtendedLifetime(timer) {}
    }
    #expect(calls.with { $0 } == 3 * timers)
  }

  @Test func startingTwiceCallsOnce() async throws {
    let calls = Notes<Int>()
    let timer = Timer(timeout: 0.01, repeat: false, completion: { calls.add(1) }, queue: queue)
    queue.sync {
      timer.start()
      timer.start()
    }
    #expect(try await eventually { !calls.entries.isEmpty })
    await settle(after: 0.03)
    #expect(calls.entries == [1])
    withExtendedLifetime(timer) {}
  }

  @Test func repeatingWithoutAPauseIsNoTrap() async throws {
    let calls = Notes<Int>()
    let timer = Timer(timeout: 0, repeat: true, completion: { calls.add(1) }, queue: queue)
    timer.start()
    #expect(try await eventually { calls.entries.count > 2 })
    timer.invalidate()
  }
}
