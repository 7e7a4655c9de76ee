import SwiftSignalKit
import TestSupport
import Testing

@Suite struct ThenTests {
  @Test("keep: the values of the first are passed on")
  func passesOnBoth() {
    #expect((numbers(1...2) |> then(numbers(3...4))).lines == ["1", "2", "3", "4", "completed"])
    let nested = single(1, NoError.self) |> then(single(2, NoError.self) |> then(single(3, NoError.self)))
    #expect((nested |> then(numbers([4]))).lines == ["1", "2", "3", "4", "completed"])
  }

  @Test func anErrorEndsItBeforeTheNextIsStarted() {
    let (trace, next) = (Trace(), Source<Int, String>("next", Trace()))
    (Signal<Int, String>.fail("x") |> then(next.signal)).trace(to: trace)
    #expect(trace.lines == ["error x"])
    #expect(next.starts == 0)
  }

  @Test func disposesOfWhatIsUnderWay() {
    let (first, next) = (Source<Int, NoError>(), Source<Int, NoError>())
    let disposable = (first.signal |> then(next.signal)).start()
    first.complete()
    #expect(first.running == 0)
    #expect(next.running == 1)
    disposable.dispose()
    #expect(next.running == 0)
  }

  @Test func theLastIsDisposedOfBeforeTheEnd() {
    let trace = Trace()
    let first = Source<Int, NoError>("first", trace)
    let second = Signal<Int, NoError> { subscriber in
      subscriber.putNext(2)
      subscriber.putCompletion()
      return ActionDisposable { trace.add("dispose second") }
    }
    (first.signal |> then(second)).trace(to: trace)
    first.complete()
    #expect(trace.lines == ["start first", "2", "dispose second", "completed", "dispose first"])
  }

  @Test func theSameBeginningMayGoOnInSeveralWays() {
    let beginning = numbers([1]) |> then(numbers([2]))
    let (three, four) = (beginning |> then(numbers([3])), beginning |> then(numbers([4])))
    #expect(beginning.lines == ["1", "2", "completed"])
    #expect(three.lines == ["1", "2", "3", "completed"])
    #expect(four.lines == ["1", "2", "4", "completed"])
  }

  @Test("mend: a million signals in a row use constant stack")
  func usesConstantStack() {
    onSmallStack {
      var signal = Signal<Int, NoError>.complete()
      let count = rounds(1_000_000)
      for number in 1...count { signal = signal |> then(single(number, NoError.self)) }
      #expect(
        (signal |> reduceLeft(value: 0) { $0 + $1 }).lines == ["\(count * (count + 1) / 2)", "completed"])
      // Here a million parts are released.
    }
  }

  @Test("mend: and one inside the other")
  func nestedOnesUseConstantStack() {
    onSmallStack {
      let count = rounds(100_000)
      @Sendable func from(_ number: Int) -> Signal<Int, NoError> {
        number > count ? .complete() : .single(number) |> then(deferred { from(number + 1) })
      }
      #expect(
        (from(1) |> reduceLeft(value: 0) { $0 + $1 }).lines == ["\(count * (count + 1) / 2)", "completed"])
    }
  }

  @Test("P8: 100,000 signals, each inside the next, are released")
  func nestedOnesAreReleased() {
    let trace = Trace()
    onSmallStack {
      var signal = Signal<Int, NoError>.single(0)
      for _ in 0..<rounds(100_000) { signal = Signal.complete() |> then(signal) }
      signal.trace(to: trace)
      signal = .never()
      trace.add("released")
    }
    #expect(trace.lines == ["0", "completed", "released"])
  }

  @Test func takingEnoughEndsIt() {
    let next = Source<Int, NoError>()
    #expect((numbers(1...2) |> then(next.signal) |> take(2)).lines == ["1", "2", "completed"])
    #expect(next.running == 0)
  }

  @Test func deferredMakesTheSignalAtEachStart() {
    let count = Atomic(value: 0)
    let signal = deferred { single(count.modify { $0 + 1 }, NoError.self) }
    #expect(count.with { $0 } == 0)
    #expect(signal.lines == ["1", "completed"])
    #expect((signal |> then(signal)).lines == ["2", "3", "completed"])
  }
}
