import SwiftSignalKit
import Testing

@Suite struct MulticastPromiseTests {
  @Test func holdsTheParts() {
    let promise = MulticastPromise<Int>()
    let trace = Trace()
    promise.lock.locked {
      _ = promise.subscribers.add { trace.add($0) }
      promise.value = 7
    }
    for subscriber in promise.subscribers.copyItems() { subscriber(promise.value ?? 0) }
    #expect(trace.lines == ["7"])
  }
}
