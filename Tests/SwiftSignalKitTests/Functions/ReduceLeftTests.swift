import SwiftSignalKit
import Testing

@Suite struct ReduceLeftTests {
  @Test func sendsTheResultAtTheEnd() {
    #expect((numbers(1...3) |> reduceLeft(value: 0) { $0 + $1 }).lines == ["6", "completed"])
    #expect((numbers([]) |> reduceLeft(value: 7) { $0 + $1 }).lines == ["7", "completed"])
    #expect((Signal<Int, String>.fail("x") |> reduceLeft(value: 0) { $0 + $1 }).lines == ["error x"])
  }

  @Test func canSendMeanwhile() {
    let signal =
      numbers(1...3)
      |> reduceLeft(value: 0) { (sum: Int, next: Int, emit: (Int) -> Void) -> Int in
        emit(-next)
        return sum + next
      }
    #expect(signal.lines == ["-1", "-2", "-3", "6", "completed"])
    #expect((signal |> take(2)).lines == ["-1", "-2", "completed"])
  }

  private func step(_ sum: Int, _ next: Int) -> Signal<(Int, Passthrough<Int>), NoError> {
    .single((sum + next, next == 2 ? .None : .Some(-next)))
  }

  @Test("keep: the asynchronous form sends the result twice")
  func takesItsTime() {
    let signal = numbers(1...3) |> reduceLeft(0, generator: { step($0, $1) })
    #expect(signal.lines == ["-1", "-3", "6", "completed"])
    #expect((numbers([]) |> reduceLeft(5, generator: { step($0, $1) })).lines == ["5", "completed"])
    #expect(signal.lines == signal.lines)
  }

  @Test func oneStepAtATime() {
    let (trace, outer) = (Trace(), Source<Int, NoError>())
    let inner = Source<(Int, Passthrough<Int>), NoError>("step", trace)
    (outer.signal |> reduceLeft(1) { _, _ in inner.signal }).trace(to: trace)
    outer.put(1)
    outer.put(2)
    outer.complete()
    inner.put((10, .Some(10)))
    inner.complete()
    inner.put((20, .None))
    inner.complete()
    #expect(
      trace.lines.filter { !$0.hasPrefix("dispose") } == [
        "start step", "10", "start step", "20", "completed",
      ])
  }
}
