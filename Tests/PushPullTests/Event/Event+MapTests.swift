import PushPull
import Testing

@Suite struct EventMapTests {
  @Test func transformsTheValueNow() {
    #expect("\(Event(value: "test").map { $0.count })" == "next(4)")
  }

  @Test func passesAFailureAndIsNotCalled() {
    let failure = Event<Int>(error: Oops())
    let mapped = failure.map { (value: Int) -> String in
      Issue.record("called with \(value)")
      return ""
    }
    #expect("\(mapped)" == "failed(Oops(code: 0))")
  }

  @Test func runsNothingUntilItIsApplied() {
    let trace = Trace()
    let counted = Event(value: "test").map { text, done in
      trace.add("runs")
      done(text.count)
    }
    #expect(trace.lines == [])
    counted { trace.add($0) }
    #expect(trace.lines == ["runs", "next(4)"])
    counted { trace.add($0) }
    #expect(trace.lines == ["runs", "next(4)", "runs", "next(4)"])
  }

  @Test func givesOneEventForEachCallOfTheContinuation() {
    let trace = Trace()
    let letters = Event(value: "abc").map { (text: String, done: @escaping Callback<Character>) in
      text.forEach { done($0) }
    }
    letters { trace.add($0) }
    #expect(trace.lines == ["next(a)", "next(b)", "next(c)"])
  }

  @Test func passesAFailureAtOnceWhenItIsApplied() {
    let trace = Trace()
    let mapped = Event<Int>(error: Oops()).map { (value: Int, done: @escaping Callback<Int>) in
      trace.add("called")
      done(value)
    }
    mapped { trace.add($0) }
    #expect(trace.lines == ["failed(Oops(code: 0))"])
  }

  @Test func isToldApartByTheClosure() async {
    let event = Event(value: 20)
    let now: Event<Int> = event.map { $0 + 1 }
    let later: @Sendable (@escaping Callback<Event<Int>>) -> Void = event.map { $1($0 + 2) }
    let awaited: Event<Int> = await event.map { await plus($0, 3) }
    let trace = Trace()
    trace.add(now)
    later { trace.add($0) }
    trace.add(awaited)
    #expect(trace.lines == ["next(21)", "next(22)", "next(23)"])
  }

  @Test func waitsForAsynchronousWork() async {
    let mapped = await Event(value: "test").map { text in
      await Task.yield()
      return text.count
    }
    #expect("\(mapped)" == "next(4)")
    let failed = await Event<Int>(error: Oops()).map { await plus($0, 1) }
    #expect("\(failed)" == "failed(Oops(code: 0))")
  }

  @Test func mapFailedTransformsTheErrorOnly() {
    let more: (any Error) -> any Error = { Oops(code: ($0 as! Oops).code + 1) }
    #expect("\(Event<Int>(error: Oops()).mapFailed(more))" == "failed(Oops(code: 1))")
    #expect("\(Event(value: 1).mapFailed(more))" == "next(1)")
  }

  private func plus(_ a: Int, _ b: Int) async -> Int { a + b }
}
