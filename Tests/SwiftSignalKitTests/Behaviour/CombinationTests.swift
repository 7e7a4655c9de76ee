import Foundation
import SwiftSignalKit
import TestSupport
import Testing

/// How `combineLatest`, switches and shared work treat their sources.
@Suite("Combinations", .mayBlock) struct CombinationTests {
  @Test("combineLatest disposes of its sources in their order")
  func disposesInOrder() {
    let trace = Trace()
    let sources = ["a", "b", "c"].map { Source<Int, NoError>($0, trace) }
    combineLatest(sources[0].signal, sources[1].signal, sources[2].signal).start().dispose()
    combineLatest(sources.map(\.signal)).start().dispose()
    let once = ["start a", "start b", "start c", "dispose a", "dispose b", "dispose c"]
    #expect(trace.lines == once + once)
  }

  @Test("combineLatest starts the other sources after a failure too")
  func startsTheRemainingAfterAFailure() {
    let trace = Trace()
    let (a, b) = (Source<Int, String>("a", trace), Source<Int, String>("b", trace))
    combineLatest(a.signal, Signal<Int, String>.fail("x"), b.signal).trace(to: trace)
    #expect(trace.lines == ["start a", "error x", "start b", "dispose a", "dispose b"])
  }

  @Test("combineLatest ends a source that sends after a failure")
  func disposesOfThoseThatSendAfterAFailure() {
    let trace = Trace()
    let silent = Source<Int, String>("silent", trace)
    let sending = Signal<Int, String> { subscriber in
      trace.add("start sending")
      subscriber.putNext(1)
      return ActionDisposable { trace.add("dispose sending") }
    }
    combineLatest([Signal<Int, String>.fail("x"), sending, silent.signal]).trace(to: trace)
    #expect(
      trace.takeLines() == ["error x", "start sending", "dispose sending", "start silent", "dispose silent"])
    combineLatest([Signal<Int, String>.fail("x"), silent.signal, silent.signal]).trace(to: trace)
    let inOrder = ["error x", "start silent", "start silent", "dispose silent", "dispose silent"]
    #expect(trace.lines == inOrder)
  }

  @Test("combineLatest on a queue sends initial values synchronously")
  func initialValuesAreSynchronous() {
    let (trace, queue) = (Trace(), Queue(name: "combinations"))
    let (a, b) = (Source<Int, NoError>(), Source<Int, NoError>())
    let came = DispatchSemaphore(value: 0)
    combineLatest(queue: queue, a.signal, 1, b.signal, 2).start(next: { value in
      trace.add("\(value) \(queue.isCurrent())")
      came.signal()
    })
    #expect(trace.takeLines() == ["(1, 2) false"])
    came.wait()
    b.put(3)
    came.wait()
    #expect(trace.lines == ["(1, 3) true"])
  }

  @Test("switchToLatest starts the new signal, then disposes the old")
  func switchesWithoutAGap() {
    for isMapped in [true, false] {
      let trace = Trace()
      let inner = ["a", "b"].map { Source<Int, NoError>($0, trace) }
      let outer = Source<Int, NoError>("o", trace)
      let signal =
        isMapped
        ? outer.signal |> mapToSignal { inner[$0].signal }
        : outer.signal |> map { inner[$0].signal } |> switchToLatest
      signal.start()
      outer.put(0)
      outer.put(1)
      #expect(trace.lines == ["start o", "start a", "start b", "dispose a"])
    }
  }

  @Test("Shared work survives a switch to the same work")
  func sharedWorkIsKept() {
    let (work, multicast) = (Source<Int, NoError>(), Multicast<Int>())
    let outer = Source<Int, NoError>()
    let disposable = (outer.signal |> mapToSignal { _ in multicast.get(key: "work", signal: work.signal) })
      .start()
    for number in 1...5 { outer.put(number) }
    #expect(work.starts == 1)
    #expect(work.running == 1)
    disposable.dispose()
    #expect(work.running == 0)
  }

  @Test("Values of the old inner signal after a switch are dropped")
  func oldValuesAreDropped() {
    let (trace, outer, old) = (Trace(), Source<Int, NoError>(), Source<Int, NoError>())
    let signal =
      outer.signal
      |> mapToSignal { number -> Signal<Int, NoError> in
        if number == 1 { return old.signal }
        return Signal { subscriber in
          old.put(1)
          old.complete()
          subscriber.putNext(2)
          return EmptyDisposable
        }
      }
    signal.trace(to: trace)
    outer.put(1)
    old.put(0)
    outer.put(2)
    #expect(trace.lines == ["0", "2"])
  }

  @Test("Failures of the old inner signal after a switch are dropped")
  func oldFailuresAreDropped() {
    let (trace, outer) = (Trace(), Source<Int, String>())
    let inner = (0..<2).map { _ in Source<Int, String>() }
    let signal =
      outer.signal
      |> mapToSignal { number -> Signal<Int, String> in
        if number == 0 { return inner[0].signal }
        return Signal { subscriber in
          inner[0].fail("old")
          return inner[1].signal.start(error: { subscriber.putError($0) })
        }
      }
    signal.trace(to: trace)
    outer.put(0)
    outer.put(1)
    #expect(trace.lines == [])
    inner[1].fail("new")
    #expect(trace.lines == ["error new"])
    #expect(outer.running + inner[0].running + inner[1].running == 0)
  }

  @Test("A switch disposed of while it begins leaves nothing running")
  func disposalWhileTheInnerBegins() {
    let (trace, outer) = (Trace(), Source<Int, NoError>("o", Trace()))
    let (old, meta) = (Source<Int, NoError>(), MetaDisposable())
    let new = Source<Int, NoError>("new", trace)
    let signal =
      outer.signal
      |> mapToSignal { number -> Signal<Int, NoError> in
        if number == 1 { return old.signal }
        return Signal { _ in
          meta.dispose()
          trace.add("old \(old.running)")
          return new.signal.start()
        }
      }
    meta.set(signal.start())
    outer.put(1)
    outer.put(2)
    #expect(trace.lines == ["old 0", "start new", "dispose new"])
    #expect(outer.running == 0)
  }

  @Test("An endless inner signal stops when the whole has ended")
  func endlessInnerSignals() {
    let signal = numbers(1...2) |> mapToSignal { _ in single(1, NoError.self) |> restart } |> take(3)
    #expect(signal.lines == ["1", "1", "1", "completed"])
  }

  @Test("A late Multicast subscriber gets the last value")
  func multicastReplays() {
    let (trace, source, multicast) = (Trace(), Source<Int, NoError>(), Multicast<Int>())
    multicast.get(key: "a", signal: source.signal).start()
    source.put(1)
    source.put(2)
    multicast.get(key: "a", signal: source.signal).trace(to: trace)
    source.put(3)
    #expect(trace.lines == ["2", "3"])
  }
}
