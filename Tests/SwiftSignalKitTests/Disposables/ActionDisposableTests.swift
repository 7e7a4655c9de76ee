import Dispatch
import SwiftSignalKit
import TestSupport
import Testing

@Suite(.mayBlock) struct ActionDisposableTests {
  @Test func runsItsActionExactlyOnce() {
    let trace = Trace()
    let disposable = ActionDisposable { trace.add("action") }
    onThreads(8) { _ in disposable.dispose() }
    #expect(trace.lines == ["action"])
  }

  @Test("keep: releasing it undisposed does not run the action")
  func releasingRunsNothing() {
    let trace = Trace()
    var disposable: ActionDisposable? = ActionDisposable { trace.add("action") }
    withExtendedLifetime(disposable) {}
    disposable = nil
    #expect(trace.lines == [])
  }

  @Test func releasesWhatItCaptured() {
    let trace = Trace()
    let disposable = ActionDisposable { [probe = DeinitProbe { trace.add("released") }] in
      withExtendedLifetime(probe) { trace.add("action") }
    }
    disposable.dispose()
    #expect(trace.lines == ["action", "released"])
  }

  @Test func aSecondThreadDoesNotWait() {
    let (inside, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let disposable = ActionDisposable {
      inside.signal()
      goOn.wait()
    }
    let first = Elsewhere { disposable.dispose() }
    inside.wait()
    // It would wait for ever.
    disposable.dispose()
    goOn.signal()
    _ = first.result
  }
}
