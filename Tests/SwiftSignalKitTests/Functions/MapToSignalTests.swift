import SwiftSignalKit
import TestSupport
import Testing

@Suite(.mayBlock) struct MapToSignalTests {
  @Test func hearsTheNewest() {
    let (trace, outer) = (Trace(), Source<Int, NoError>())
    let inner = [Source<String, NoError>("first", trace), Source<String, NoError>("second", trace)]
    (outer.signal |> mapToSignal { inner[$0].signal }).trace(to: trace)
    outer.put(0)
    inner[0].put("a")
    #expect(trace.takeLines() == ["start first", "a"])
    outer.put(1)
    inner[0].put("b")
    inner[1].put("c")
    #expect(trace.takeLines() == ["start second", "dispose first", "c"])
    outer.complete()
    #expect(trace.lines == [])
    inner[1].complete()
    #expect(trace.lines == ["completed", "dispose second"])
  }

  @Test("keep: switchToLatest starts the new, then disposes the old")
  func disposesAfterItHasStarted() {
    let (trace, outer) = (Trace(), Source<Signal<Int, NoError>, NoError>())
    (outer.signal |> switchToLatest).trace(to: trace)
    outer.put(Source<Int, NoError>("first", trace).signal)
    outer.put(Source<Int, NoError>("second", trace).signal)
    #expect(trace.lines == ["start first", "start second", "dispose first"])
  }

  @Test func anInnerErrorEndsIt() {
    let (trace, outer) = (Trace(), Source<Int, String>())
    (outer.signal |> mapToSignal { _ in Signal<Int, String>.fail("x") }).trace(to: trace)
    outer.put(1)
    #expect(trace.lines == ["error x"])
    #expect(outer.running == 0)
  }

  @Test func promotesTheErrorOfASourceThatCannotFail() {
    let signal = numbers(1...2) |> mapToSignalPromotingError { $0 == 2 ? fail(Int.self, "x") : .single($0) }
    #expect(signal.lines == ["1", "error x"])
  }

  @Test func queueRunsOneAfterTheOther() {
    let (trace, outer) = (Trace(), Source<Signal<Int, NoError>, NoError>())
    let (first, second) = (Source<Int, NoError>("first", trace), Source<Int, NoError>("second", trace))
    (outer.signal |> queue).trace(to: trace)
    outer.put(first.signal)
    outer.put(second.signal)
    outer.complete()
    #expect(trace.takeLines() == ["start first", "dispose source"].filter { $0 != "dispose source" })
    first.put(1)
    first.complete()
    second.put(2)
    #expect(trace.takeLines() == ["1", "start second", "dispose first", "2"])
    second.complete()
    #expect(trace.lines.first == "completed")
  }

  @Test("keep: a million queued signals use constant stack")
  func queueUsesConstantStack() {
    onSmallStack {
      let count = rounds(1_000_000)
      let signal = numbers(1...count) |> map { single($0, NoError.self) } |> queue
      #expect(
        (signal |> reduceLeft(value: 0) { $0 + $1 }).lines == ["\(count * (count + 1) / 2)", "completed"])
    }
  }

  @Test("keep: and when all of them wait for the first")
  func waitingSignalsUseConstantStack() {
    onSmallStack {
      let gate = Source<Int, NoError>()
      let count = Atomic(value: 0)
      let waiting = numbers(1...rounds(100_000)) |> mapToQueue { $0 == 1 ? gate.signal : .single($0) }
      waiting.start(next: { _ in count.modify { $0 + 1 } })
      gate.complete()
      #expect(count.with { $0 } == rounds(100_000) - 1)
    }
  }

  @Test("keep: mapToQueue makes the signal when its value arrives")
  func makesSignalsOnArrival() {
    for isQueue in [true, false] {
      let (trace, gate, outer) = (Trace(), Source<Int, NoError>("inner", Trace()), Source<Int, NoError>())
      let here = Queue(name: "upstream")
      let f: @Sendable (Int) -> Signal<Int, NoError> = { number in
        trace.add("make \(number) \(here.isCurrent())")
        return gate.signal
      }
      (isQueue ? outer.signal |> mapToQueue(f) : outer.signal |> mapToThrottled(f)).start()
      here.sync { for number in 1...3 { outer.put(number) } }
      #expect(trace.takeLines() == ["make 1 true", "make 2 true", "make 3 true"])
      #expect(gate.starts == 1)
      gate.complete()
      #expect(gate.starts == 2)
      #expect(trace.lines == [])
    }
  }

  @Test func throttledKeepsTheNewestThatWaits() {
    let (trace, outer) = (Trace(), Source<Int, NoError>())
    let gate = Source<Int, NoError>()
    (outer.signal |> mapToThrottled { $0 == 1 ? gate.signal : .single($0) }).trace(to: trace)
    for number in 1...4 { outer.put(number) }
    #expect(trace.lines == [])
    gate.complete()
    #expect(trace.takeLines() == ["4"])
    outer.put(5)
    outer.complete()
    #expect(trace.lines == ["5", "completed"])
    let signals = numbers(1...2) |> map { single($0, NoError.self) } |> throttled
    #expect(signals.lines == ["1", "2", "completed"])
  }
}
