import PushPull
import Testing

@Suite struct SignalSeveralTests {
  @Test func mergePassesOnWhatComes() {
    let trace = Trace()
    let (letters, others) = (Signal(value: "a"), Signal(value: "1"))
    letters.merge(with: others).subscribe { trace.add($0) }
    others.sendNext("2")
    letters.sendFailed(Oops())
    letters.sendNext("b")
    others.sendFailed(Oops(code: 1))
    #expect(
      trace.lines == ["next(1)", "next(2)", "failed(Oops(code: 0))", "next(b)", "failed(Oops(code: 1))"])
  }

  @Test func whoSubscribesToAMergeInTimeHearsBoth() {
    let trace = Trace()
    let (letters, others) = (Signal<String>(), Signal<String>())
    letters.merge(with: others).subscribe { trace.add($0) }
    letters.sendNext("a")
    others.sendNext("1")
    #expect(trace.lines == ["next(a)", "next(1)"])
  }

  @Test func combineLatestIsWhatTheLatestEventsMakeTogether() {
    let trace = Trace()
    let (letters, numbers) = (Signal<String>(), Signal<Int>())
    letters.combineLatest(with: numbers).map { $0 + "\($1)" }.subscribe { trace.add($0) }
    letters.sendNext("a")
    numbers.sendNext(1)
    letters.sendFailed(Oops())
    numbers.sendNext(2)
    letters.sendNext("b")
    numbers.sendNext(3)
    #expect(
      trace.lines == [
        "next(a1)", "failed(Oops(code: 0))", "failed(Oops(code: 0))", "next(b2)", "next(b3)",
      ])
  }

  @Test func combineLatestHasSaidSomethingIfBothHave() {
    let both = Signal(value: 1).combineLatest(with: Signal(value: 2))
    #expect(both.event?.value ?? (0, 0) == (1, 2))
    #expect(Signal(value: 1).combineLatest(with: Signal<Int>()).event == nil)
  }

  @Test func zipPairsInOrder() {
    let trace = Trace()
    let (letters, numbers) = (Signal(value: "a"), Signal<Int>())
    letters.zip(with: numbers).map { $0 + "\($1)" }.subscribe { trace.add($0) }
    numbers.sendNext(1)
    letters.sendFailed(Oops())
    letters.sendNext("c")
    numbers.sendNext(2)
    numbers.sendNext(3)
    #expect(trace.lines == ["next(a1)", "failed(Oops(code: 0))", "next(c3)"])
  }

  @Test func concatGoesOnWithTheOtherWhenThisOneIsReleased() {
    let trace = Trace()
    var letters: Signal<String>? = Signal(value: "a")
    let others = Signal(value: "1")
    let all = letters!.concat(others).subscribe { trace.add($0) }
    others.sendNext("2")
    letters?.sendFailed(Oops())
    letters?.sendNext("b")
    letters = nil
    others.sendNext("3")
    #expect(trace.lines == ["next(a)", "failed(Oops(code: 0))", "next(b)", "next(2)", "next(3)"])
    #expect(all.event?.value == "3")
  }
}
