import SwiftSignalKit
import Testing

@Suite struct SideEffectsTests {
  @Test func runInTheirPlaces() {
    let (trace, source) = (Trace(), Source<Int, NoError>("source", Trace()))
    let signal =
      source.signal
      |> beforeNext { trace.add("before \($0)") }
      |> afterNext { trace.add("after \($0)") }
      |> beforeStarted { trace.add("before started, \(source.starts)") }
      |> beforeCompleted { trace.add("before completed") }
      |> afterCompleted { trace.add("after completed") }
      |> afterDisposed { trace.add("after disposed, \(source.running)") }
    signal.trace(to: trace)
    #expect(trace.takeLines() == ["before started, 0"])
    source.put(1)
    #expect(trace.takeLines() == ["before 1", "1", "after 1"])
    source.complete()
    #expect(
      trace.lines == ["before completed", "completed", "after completed", "after disposed, 0"])
  }

  @Test func afterCompletedRunsBeforeTheDisposal() {
    let trace = Trace()
    let source = Source<Int, NoError>("source", trace)
    (source.signal |> afterCompleted { trace.add("after completed") }).start()
    source.complete()
    #expect(trace.lines == ["start source", "after completed", "dispose source"])
  }

  @Test func afterDisposedFollowsDisposalAndErrorToo() {
    let (trace, source) = (Trace(), Source<Int, String>("source", Trace()))
    let signal =
      source.signal |> afterCompleted { trace.add("completed") } |> afterDisposed { trace.add("disposed") }
    signal.start().dispose()
    #expect(trace.takeLines() == ["disposed"])
    signal.trace(to: trace)
    source.fail("x")
    #expect(trace.lines == ["error x", "disposed"])
  }

  @Test("keep: order is generator, inner action, outer action")
  func nestedDisposalsAreInOrder() {
    let trace = Trace()
    let source = Source<Int, NoError>("source", trace)
    let signal = source.signal |> afterDisposed { trace.add("inner") } |> afterDisposed { trace.add("outer") }
    signal.start().dispose()
    #expect(trace.takeLines() == ["start source", "dispose source", "inner", "outer"])
    signal.start()
    source.complete()
    #expect(trace.lines == ["start source", "dispose source", "inner", "outer"])
  }

  @Test func afterDisposedRunsWhenItIsDisposedOfBeforeItBegins() {
    let trace = Trace()
    let (outer, source) = (Source<Int, NoError>(), Source<Int, NoError>())
    let signal = outer.signal |> mapToSignal { _ in source.signal |> afterDisposed { trace.add("disposed") } }
    let disposable = signal.start()
    outer.put(1)
    outer.put(2)
    #expect(trace.lines == ["disposed"])
    disposable.dispose()
    #expect(trace.lines == ["disposed", "disposed"])
  }

  @Test("afterDisposed nested too deeply stops with a message")
  func afterDisposedInAfterDisposed() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      onSmallStack {
        var signal = numbers([1])
        for _ in 0..<20_000 { signal = signal |> afterDisposed {} }
        signal.start()
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("streams are nested too deeply"))
  }

  @Test func withStateMakesAStateAtEachStart() {
    let (trace, states) = (Trace(), Atomic(value: 0))
    let source = Source<Int, String>()
    let signal = withState(
      source.signal, { states.modify { $0 + 1 } }, next: { trace.add("next \($0) \($1)") },
      error: { trace.add("error \($0) \($1)") }, completed: { trace.add("completed \($0)") },
      disposed: { trace.add("disposed \($0)") })
    signal.trace(to: trace, "- ")
    source.put(7)
    source.complete()
    #expect(
      trace.takeLines() == ["next 7 1", "- 7", "completed 1", "- completed", "disposed 1"])
    signal.trace(to: trace, "- ")
    source.fail("x")
    #expect(trace.lines == ["error x 2", "- error x", "disposed 2"])
    #expect(withState(numbers([1]), { 0 }).lines == ["1", "completed"])
  }
}
