import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite(.mayBlock) struct RecorderTests {
  @Test func writesDownEventsWithTheirTime() {
    let time = TestScheduler()
    let recorder = Recorder<Int, TestFailure>(on: time)
    time.schedule(at: .seconds(3)) { recorder.observer.send(1) }
    time.schedule(at: .seconds(4)) { recorder.observer.fail(TestFailure()) }
    time.run()
    #expect(recorder.events == [.next(1), .failed(TestFailure())])
    #expect(recorder.entries.map(\.time) == [.seconds(3), .seconds(4)])
    #expect(recorder.values == [1])
    #expect(recorder.violations.isEmpty)
  }

  @Test("E1: it notices what comes after the end")
  func noticesEventsAfterTheEnd() {
    let recorder = Recorder<Int, Never>()
    recorder.observer.complete()
    recorder.observer.send(1)
    recorder.observer.complete()
    #expect(
      recorder.violations.map(\.description) == [
        "contract E1: next(1) came after the end", "contract E1: completed came after the end",
      ])
  }

  @Test("E7: it notices an event inside another")
  func noticesNesting() {
    let (numbers, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>(reaction: { if $0.value == 1 { input.send(2) } })
    numbers.observe(recorder.observer)
    // Not into the pipe, which would keep the order.
    recorder.observer.send(1)
    recorder.observer.send(3)
    #expect(
      recorder.violations.map(\.description)
        == ["contract E7: next(2) came inside the delivery of another event"])
  }

  @Test("E6: it reports an event that comes during another one")
  func noticesOverlap() {
    let (isInside, mayLeave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let recorder = Recorder<Int, Never>(reaction: { event in
      guard event.value == 1 else { return }
      isInside.signal()
      mayLeave.wait()
    })
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      recorder.observer.send(1)
      isDone.signal()
    }
    isInside.wait()
    recorder.observer.send(2)
    mayLeave.signal()
    isDone.wait()
    #expect(
      recorder.violations.map(\.description)
        == ["contract E6: next(2) came while another event was being delivered"])
  }
}
