import SwiftSignalKit
import TestSupport
import Testing

@Suite struct SignalStartTests {
  @Test func eachHandlerMayBeLeftOut() {
    let trace = Trace()
    let signal = Signal<Int, String>.single(1)
    signal.start()
    signal.start(next: { trace.add($0) })
    signal.start(completed: { trace.add("completed") })
    signal.startStandalone(next: { trace.add($0) }, error: nil, completed: { trace.add("completed") })
    #expect(trace.lines == ["1", "completed", "1", "completed"])
  }

  @Test func strictStartsAreStarts() {
    let (trace, source) = (Trace(), Source<Int, NoError>())
    let disposable = source.signal.startStrict(next: { trace.add($0) })
    source.put(1)
    disposable.dispose()
    source.put(2)
    #expect(trace.lines == ["1"])
    #expect(source.running == 0)
  }
}
