import PushPull
import Testing

/// Pull: who keeps whom. A chain A → B → C → D hangs at its end.
@Suite struct FutureLifetimeTests {
  /// The operation of each starts the one before it.
  private func chain(_ trace: Trace, _ probe: Probe = Probe()) -> Future<Int> {
    let a = Future<Int> { done in
      probe.use()
      trace.add("starts A")
      trace.add("A has next(1)")
      done(Event(value: 1))
    }
    func next(_ name: String, after before: Future<Int>, _ step: @escaping @Sendable (Int) -> Int) -> Future<
      Int
    > {
      Future { done in
        trace.add("starts \(name)")
        before.start { event in
          let result = event.map { step($0) }
          trace.add("\(name) has \(result)")
          done(result)
        }
      }
    }
    let b = next("B", after: a) { $0 + 1 }
    let c = next("C", after: b) { $0 * 10 }
    return next("D", after: c) { -$0 }
  }

  @Test func startingTheLastRunsUpTheChainAndResultsComeDown() {
    let trace = Trace()
    let d = chain(trace)
    #expect(trace.lines == [])
    d.start { trace.add("user has \($0)") }
    #expect(
      trace.lines == [
        "starts D", "starts C", "starts B", "starts A",
        "A has next(1)", "B has next(2)", "C has next(20)", "D has next(-20)", "user has next(-20)",
      ])
  }

  @Test func operatorsMakeTheSameChain() {
    let trace = Trace()
    let a = Future<Int> { done in
      trace.add("starts A")
      done(Event(value: 1))
    }
    let d = a.map { number -> Int in
      trace.add("B has \(number + 1)")
      return number + 1
    }.flatMap { number -> Future<Int> in
      trace.add("C has \(number * 10)")
      return Future(value: number * 10)
    }.map { number -> Int in
      trace.add("D has \(-number)")
      return -number
    }
    #expect(trace.lines == [])
    d.start { trace.add("user has \($0)") }
    #expect(trace.lines == ["starts A", "B has 2", "C has 20", "D has -20", "user has next(-20)"])
  }

  @Test func keepingOnlyTheLastIsEnough() {
    let trace = Trace()
    weak var probe: Probe?
    let d = {
      let kept = Probe()
      probe = kept
      return chain(trace, kept)
    }()
    #expect(probe != nil)
    d.start { _ in }
    #expect(trace.lines.count == 8)
  }

  @Test func releasingTheLastReleasesWhatTheFirstHasCaptured() {
    weak var probe: Probe?
    var d: Future<Int>? = {
      let kept = Probe()
      probe = kept
      return chain(Trace(), kept)
    }()
    d?.start { _ in }
    #expect(probe != nil)
    d = nil
    #expect(probe == nil)
  }

  @Test func aStartIsReleasedWhenItsCallbackIsReleased() {
    weak var probe: Probe?
    let answers = Answers()
    let question = Future<String> { done in answers.keep(1, done) }
    do {
      let kept = Probe()
      probe = kept
      question.start { _ in kept.use() }
    }
    #expect(probe != nil)
    answers.forget(1)
    #expect(probe == nil)
  }
}
