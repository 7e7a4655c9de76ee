import PushPull
import Testing

/// The two sums of the post: one returns, one calls back.
private func sum(_ a: Int, _ b: Int) -> Int { a + b }

private func sum(_ a: Int, _ b: Int, _ done: @escaping Callback<Int>) { done(a + b) }

@Suite struct SumTests {
  @Test func returnedOrCalledBackItIsThree() {
    let trace = Trace()
    trace.add(sum(1, 2))
    sum(1, 2) { trace.add($0) }
    #expect(trace.lines == ["3", "3"])
  }

  @Test func bothFitIntoAnEvent() {
    let trace = Trace()
    trace.add(Event(value: 1).map { sum($0, 2) })
    Event(value: 1).map { sum($0, 2, $1) }({ trace.add($0) })
    #expect(trace.lines == ["next(3)", "next(3)"])
  }

  @Test func bothFitIntoASignal() {
    let trace = Trace()
    let number = Signal<Int>()
    number.map { sum($0, 2) }.subscribe { trace.add($0) }
    number.flatMap { number, done in sum(number, 2) { done(Event(value: $0)) } }.subscribe { trace.add($0) }
    number.sendNext(1)
    #expect(trace.lines == ["next(3)", "next(3)"])
  }

  @Test func bothFitIntoAFuture() {
    let trace = Trace()
    Future(value: 1).map { sum($0, 2) }.start { trace.add($0) }
    Future { done in sum(1, 2) { done(Event(value: $0)) } }.start { trace.add($0) }
    #expect(trace.lines == ["next(3)", "next(3)"])
  }
}
