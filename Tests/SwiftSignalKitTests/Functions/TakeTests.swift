import SwiftSignalKit
import TestSupport
import Testing

@Suite(.mayBlock) struct TakeTests {
  @Test func completesWithTheLastOne() {
    let (trace, source) = (Trace(), Source<Int, NoError>())
    (source.signal |> take(2)).trace(to: trace)
    for number in 1...3 { source.put(number) }
    #expect(trace.lines == ["1", "2", "completed"])
    #expect(source.running == 0)
    #expect((numbers(1...3) |> take(0)).lines == ["completed"])
    #expect((numbers(1...3) |> take(9)).lines == ["1", "2", "3", "completed"])
  }

  @Test func completesWhenItIsSaid() {
    let source = numbers(1...9)
    let included = source |> take(until: { SignalTakeAction(passthrough: $0 != 2, complete: $0 == 3) })
    #expect(included.lines == ["1", "3", "completed"])
    let excluded = source |> take(until: { SignalTakeAction(passthrough: $0 != 3, complete: $0 == 3) })
    #expect(excluded.lines == ["1", "2", "completed"])
  }

  @Test func takeUntilDisposesOfTheSource() {
    let source = Source<Int, NoError>()
    (source.signal |> take(until: { _ in SignalTakeAction(passthrough: true, complete: true) })).start()
    source.put(1)
    #expect(source.running == 0)
  }

  @Test func passesOnTheLastOneAtTheEnd() {
    #expect((numbers(1...3) |> takeLast).lines == ["3", "completed"])
    #expect((numbers([]) |> takeLast).lines == ["completed"])
    #expect((Signal<Int, String>.fail("x") |> takeLast).lines == ["error x"])
  }

  @Test("keep: last sends nil when there was no value")
  func lastOfNothingIsNil() {
    #expect(last(signal: numbers(1...3)).lines == ["Optional(3)", "completed"])
    #expect((numbers([]) |> last).lines == ["nil", "completed"])
    #expect((Signal<Int, String>.fail("x") |> last).lines == ["error x"])
  }

  @Test func aNegativeCountStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = numbers(1...3) |> take(-1)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("take(_:): the count must not be negative, got -1"))
  }

  @Test func completesOnceOnFourThreads() {
    for _ in 0..<50 {
      let (pipe, values, ends) = (ValuePipe<Int>(), Atomic(value: 0), Atomic(value: 0))
      (pipe.signal() |> take(10)).start(
        next: { _ in values.modify { $0 + 1 } }, completed: { ends.modify { $0 + 1 } })
      onThreads(4) { _ in for number in 0..<20 { pipe.putNext(number) } }
      #expect(values.with { $0 } == 10)
      #expect(ends.with { $0 } == 1)
    }
  }

  @Test func whatAHandlerSendsCounts() {
    let (trace, source) = (Trace(), Source<Int, NoError>())
    (source.signal |> take(2)).start(
      next: { value in
        trace.add(value)
        if value == 1 {
          source.put(2)
          source.put(3)
        }
      },
      completed: {
        trace.add("completed")
        source.put(4)
      })
    source.put(1)
    #expect(trace.lines == ["1", "2", "completed"])
    #expect(source.running == 0)
  }
}
