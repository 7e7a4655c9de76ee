import SwiftSignalKit
import Testing

@Suite struct ValuePipeTests {
  @Test func isHeardFromTheStartOn() {
    let trace = Trace()
    let pipe = ValuePipe<Int>()
    pipe.putNext(1)
    let first = pipe.signal().trace(to: trace, "first ")
    pipe.putNext(2)
    pipe.signal().trace(to: trace, "second ")
    pipe.putNext(3)
    first.dispose()
    pipe.putNext(4)
    #expect(trace.lines == ["first 2", "first 3", "second 3", "second 4"])
  }

  @Test func neverCompletes() {
    let trace = Trace()
    var pipe: ValuePipe<Int>? = ValuePipe()
    let signal = pipe!.signal()
    signal.trace(to: trace)
    pipe = nil
    signal.trace(to: trace)
    #expect(trace.lines == [])
  }

  @Test func itsReleaseReleasesWhoListens() {
    let trace = Trace()
    var pipe: ValuePipe<Int>? = ValuePipe()
    pipe?.signal().start(next: { [probe = DeinitProbe { trace.add("released") }] value in
      withExtendedLifetime(probe) { trace.add(value) }
    })
    pipe?.putNext(1)
    pipe = nil
    #expect(trace.lines == ["1", "released"])
  }

  @Test func releasesWhoHasDisposed() {
    let trace = Trace()
    let pipe = ValuePipe<Int>()
    let disposable = (pipe.signal() |> afterDisposed { trace.add("after disposed") })
      .start(next: { [probe = DeinitProbe { trace.add("released") }] _ in withExtendedLifetime(probe) {} })
    disposable.dispose()
    #expect(trace.lines.sorted() == ["after disposed", "released"])
    withExtendedLifetime((pipe, disposable)) {}
  }

  @Test func whatIsSentFromInsideIsQueued() {
    let trace = Trace()
    let pipe = ValuePipe<Int>()
    pipe.signal().start(next: { value in
      if value == 1 { pipe.putNext(2) }
      trace.add("first \(value)")
    })
    pipe.signal().trace(to: trace, "second ")
    pipe.putNext(1)
    #expect(trace.lines == ["first 1", "second 1", "first 2", "second 2"])
  }
}
