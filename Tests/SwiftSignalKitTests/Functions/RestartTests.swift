import SwiftSignalKit
import TestSupport
import Testing

@Suite struct RestartTests {
  @Test func runsAgainAfterCompletion() {
    #expect((numbers(1...2) |> restart |> take(5)).lines == ["1", "2", "1", "2", "1", "completed"])
    #expect((numbers(1...2) |> recurse(7) |> take(3)).lines == ["1", "2", "1", "completed"])
  }

  @Test func anErrorEndsIt() {
    #expect((Signal<Int, String>.fail("x") |> restart).lines == ["error x"])
  }

  @Test func disposingEndsTheRunThatIsUnderWay() {
    let source = Source<Int, NoError>()
    let disposable = (source.signal |> restart).start()
    source.complete()
    #expect(source.starts == 2)
    disposable.dispose()
    #expect(source.starts == 2)
    #expect(source.running == 0)
  }

  @Test("mend: a million synchronous runs use constant stack")
  func usesConstantStack() {
    onSmallStack {
      let ones = single(1, NoError.self) |> restart |> take(rounds(1_000_000))
      #expect((ones |> reduceLeft(value: 0) { $0 + $1 }).lines == ["\(rounds(1_000_000))", "completed"])
    }
  }

  @Test("A run is disposed of before the next one starts")
  func runsDoNotOverlap() {
    let trace = Trace()
    let work = Source<Int, String>("work", trace)
    (work.signal |> restart).start()
    work.complete()
    (work.signal |> recurse(1)).start()
    work.complete()
    (work.signal |> restartIfError).start()
    work.fail("x")
    let run = ["start work", "dispose work", "start work"]
    (work.signal |> restartOrMapError { _ -> RestartOrMapErrorCondition<String> in .restart }).start()
    work.fail("x")
    #expect(trace.lines == run + run + run + run)
  }

  @Test func restartIfErrorRunsAgainAfterErrors() {
    let attempts = Atomic(value: 0)
    let signal = Signal<Int, String> { subscriber in
      subscriber.putNext(attempts.modify { $0 + 1 })
      if attempts.with({ $0 }) < 20_000 { subscriber.putError("x") } else { subscriber.putCompletion() }
      return EmptyDisposable
    }
    onSmallStack { #expect((signal |> restartIfError |> takeLast).lines == ["20000", "completed"]) }
  }

  @Test("keep: restartOrMapError does as its condition says")
  func restartOrMapErrorDecides() {
    let trace = Trace()
    let source = Source<Int, String>("source", trace)
    let signal =
      source.signal
      |> restartOrMapError { error -> RestartOrMapErrorCondition<Int> in
        trace.add("condition \(error)")
        return error == "again" ? .restart : .error(error.count)
      }
    signal.trace(to: trace)
    source.put(1)
    source.fail("again")
    source.put(2)
    source.fail("fatal")
    #expect(
      trace.takeLines() == [
        "start source", "1", "condition again", "dispose source", "start source", "2", "condition fatal",
        "error 5", "dispose source",
      ])
    signal.trace(to: trace)
    source.complete()
    #expect(trace.takeLines() == ["start source", "completed", "dispose source"])
    let disposable = signal.trace(to: trace)
    source.fail("again")
    disposable.dispose()
    source.fail("late")
    let disposed = ["start source", "condition again", "dispose source", "start source", "dispose source"]
    #expect(trace.lines == disposed)
  }

  @Test("mend: restartOrMapError uses constant stack")
  func restartOrMapErrorUsesConstantStack() {
    onSmallStack {
      let (count, runs) = (rounds(1_000_000), Atomic(value: 0))
      let signal = Signal<Int, Int> { subscriber in
        subscriber.putError(runs.modify { $0 + 1 })
        return EmptyDisposable
      }
      let counting = signal |> restartOrMapError { $0 < count ? .restart : .error("\($0) runs") }
      #expect(counting.lines == ["error \(count) runs"])
    }
  }
}
