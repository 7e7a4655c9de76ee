import SwiftSignalKit
import Testing

@Suite struct SubscriberTests {
  @Test func callsBackUntilTheEnd() {
    let trace = Trace()
    let subscriber = Subscriber<Int, String>(
      next: { trace.add($0) }, error: { trace.add($0) }, completed: { trace.add("completed") })
    subscriber.putNext(1)
    #expect("\(subscriber)" == "Subscriber<Int, String>(listening)")
    subscriber.putError("x")
    subscriber.putNext(2)
    subscriber.putCompletion()
    #expect(trace.lines == ["1", "x"])
    #expect("\(subscriber)" == "Subscriber<Int, String>(over)")
  }

  @Test func hasAShortFormForErrorsThatSayNothing() {
    let trace = Trace()
    let signal = Signal<Int, Void> { subscriber in
      subscriber.putError()
      return EmptyDisposable
    }
    signal.start(error: { trace.add("error") }, completed: { trace.add("completed") })
    #expect(trace.lines == ["error"])
  }

  @Test("keep: it keeps objects alive until the end")
  func keepsAlive() {
    for end in 0..<2 {
      let (trace, source) = (Trace(), Source<Int, NoError>())
      let disposable = source.signal.start(completed: { trace.add("completed") })
      source.last.keepAlive(DeinitProbe { trace.add("released") })
      source.put(1)
      #expect(trace.lines == [])
      if end == 0 { source.complete() } else { disposable.dispose() }
      #expect(trace.lines == (end == 0 ? ["completed", "released"] : ["released"]))
      source.last.keepAlive(DeinitProbe { trace.add("too late") })
      #expect(trace.lines.last == "too late")
    }
  }
}
