import SwiftSignalKit
import Testing

@Suite struct MaterializeTests {
  @Test("keep: dematerialize turns events into values")
  func makesValues() {
    #expect((numbers(1...2) |> dematerialize).lines == ["Next(1)", "Next(2)", "Completion", "completed"])
    #expect((fail(Int.self, "x") |> dematerialize).lines == ["Error(\"x\")", "completed"])
  }

  @Test func isUndoneByMaterialize() {
    #expect((numbers(1...2) |> dematerialize |> materialize).lines == ["1", "2", "completed"])
    #expect((fail(Int.self, "x") |> dematerialize |> materialize).lines == ["error x"])
  }

  @Test func materializeEndsWithTheEventThatSaysSo() {
    let (trace, source) = (Trace(), Source<SignalEvent<Int, String>, NoError>())
    (source.signal |> materialize).trace(to: trace)
    source.put(.Next(1))
    source.put(.Completion)
    source.put(.Next(2))
    #expect(trace.lines == ["1", "completed"])
    #expect(source.running == 0)
    (source.signal |> materialize).trace(to: trace)
    source.complete()
    #expect(trace.lines == ["1", "completed", "completed"])
  }

  @Test func disposalIsNoValue() {
    let (trace, source) = (Trace(), Source<Int, NoError>())
    let disposable = (source.signal |> dematerialize).trace(to: trace)
    disposable.dispose()
    #expect(trace.lines == [])
  }

  @Test("No value follows a disposal inside the last value")
  func disposalInsideTheLastValue() {
    let (trace, source, held) = (Trace(), Source<Int, NoError>(), MetaDisposable())
    held.set(
      (source.signal |> take(1) |> dematerialize).start(
        next: {
          trace.add($0)
          held.dispose()
        }, completed: { trace.add("completed") }))
    source.put(1)
    #expect(trace.lines == ["Next(1)"])
    #expect(source.running == 0)
  }
}
