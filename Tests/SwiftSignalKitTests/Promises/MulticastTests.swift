import Foundation
import SwiftSignalKit
import TestSupport
import Testing

@Suite(.mayBlock) struct MulticastTests {
  @Test("mend: it shares one run per key")
  func sharesARun() {
    let (trace, source, other) = (Trace(), Source<Int, NoError>(), Source<Int, NoError>())
    let multicast = Multicast<Int>()
    multicast.get(key: "a", signal: source.signal).trace(to: trace, "first ")
    multicast.get(key: "a", signal: source.signal).trace(to: trace, "second ")
    multicast.get(key: "b", signal: other.signal).trace(to: trace, "other ")
    #expect(source.starts == 1)
    #expect(other.starts == 1)
    source.put(1)
    other.put(2)
    #expect(trace.lines == ["first 1", "second 1", "other 2"])
  }

  @Test("mend: a run ends with its last subscriber")
  func endsWithTheLast() {
    let (first, second) = (Source<Int, NoError>(), Source<Int, NoError>())
    let multicast = Multicast<Int>()
    let disposables = (0..<2).map { _ in multicast.get(key: "a", signal: first.signal).start() }
    disposables[0].dispose()
    #expect(first.running == 1)
    disposables[1].dispose()
    #expect(first.running == 0)
    multicast.get(key: "a", signal: second.signal).start()
    #expect(first.starts == 1)
    #expect(second.running == 1)
  }

  @Test("mend: completion is forwarded")
  func forwardsCompletion() {
    let (trace, first, second) = (Trace(), Source<Int, NoError>(), Source<Int, NoError>())
    let multicast = Multicast<Int>()
    multicast.get(key: "a", signal: first.signal).start(completed: {
      trace.add("completed")
      // Who comes then begins another run, of the signal that he gives.
      multicast.get(key: "a", signal: second.signal).trace(to: trace, "new ")
    })
    multicast.get(key: "a", signal: first.signal).trace(to: trace, "second ")
    first.complete()
    #expect(trace.lines == ["completed", "second completed"])
    second.put(1)
    #expect(trace.lines.last == "new 1")
    #expect(first.running == 0)
  }

  @Test func leavesNothingBehind() {
    let trace = Trace()
    let multicast = Multicast<Int>()
    do {
      let signal = Signal<Int, NoError> { [probe = DeinitProbe { trace.add("released") }] _ in
        withExtendedLifetime(probe) { EmptyDisposable }
      }
      multicast.get(key: "a", signal: signal).start().dispose()
    }
    #expect(trace.lines == ["released"])
    withExtendedLifetime(multicast) {}
  }

  @Test func threadsShareOneRunAtATime() {
    let multicast = Multicast<Int>()
    let running = Atomic(value: 0)
    let signal = Signal<Int, NoError> { _ in
      running.modify { $0 + 1 }
      return ActionDisposable { running.modify { $0 - 1 } }
    }
    onThreads(8) { _ in
      for _ in 0..<500 { multicast.get(key: "a", signal: signal).start().dispose() }
    }
    #expect(running.with { $0 } == 0)
  }

  @Test("A start that meets the end of a run begins no second one")
  func aStartThatMeetsTheEnd() {
    let multicast = Multicast<Int>()
    let (running, most) = (Atomic(value: 0), Atomic(value: 0))
    let signal = Signal<Int, NoError> { subscriber in
      let now = running.modify { $0 + 1 }
      most.modify { max($0, now) }
      sched_yield()
      running.modify { $0 - 1 }
      subscriber.putCompletion()
      return EmptyDisposable
    }
    onThreads(8) { _ in
      for _ in 0..<2000 { multicast.get(key: "a", signal: signal).start() }
    }
    #expect(most.with { $0 } == 1)
  }
}
