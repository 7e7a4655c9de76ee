import SwiftSignalKit
import TestSupport
import Testing

@Suite(.mayBlock) struct DisposableSetTests {
  @Test("keep: disposes in order of insertion")
  func disposesInOrder() {
    let trace = Trace()
    let set = DisposableSet()
    for number in 1...3 { set.add(ActionDisposable { trace.add(number) }) }
    set.dispose()
    #expect(trace.takeLines() == ["1", "2", "3"])
    set.add(ActionDisposable { trace.add("late") })
    #expect(trace.lines == ["late"])
  }

  @Test("keep: remove goes by identity and disposes of nothing")
  func removes() {
    let trace = Trace()
    let set = DisposableSet()
    let (first, second) = (ActionDisposable { trace.add("first") }, ActionDisposable { trace.add("second") })
    set.add(first)
    set.add(second)
    set.remove(first)
    set.remove(ActionDisposable {})
    #expect(trace.lines == [])
    set.dispose()
    #expect(trace.lines == ["second"])
  }

  @Test("keep: removeLast drops the newest, and disposes of nothing")
  func removesTheNewest() {
    let trace = Trace()
    let set = DisposableSet()
    set.removeLast()
    for number in 1...3 { set.add(ActionDisposable { trace.add(number) }) }
    set.removeLast()
    #expect(trace.lines == [])
    set.add(ActionDisposable { set.removeLast() })
    set.add(ActionDisposable { trace.add(4) })
    set.dispose()
    #expect(trace.lines == ["1", "2", "4"])
    set.removeLast()
  }

  @Test("removeLast releases outside the lock")
  func removesWhatAsksTheSet() {
    final class Asking: Disposable {
      let set: DisposableSet
      let trace: Trace
      init(_ set: DisposableSet, _ trace: Trace) { (self.set, self.trace) = (set, trace) }
      deinit { trace.add("released, \(set.count) left") }
      func dispose() {}
    }
    let (set, trace) = (DisposableSet(), Trace())
    set.add(Asking(set, trace))
    set.removeLast()
    #expect(trace.lines == ["released, 0 left"])
  }

  @Test("A newest member that is over is not forgotten")
  func theNewestIsNotForgotten() {
    let (set, trace) = (DisposableSet(), Trace())
    for number in 1...31 { set.add(ActionDisposable { trace.add(number) }) }
    // The set looks for members that are over when it has 32.
    set.add(EmptyDisposable)
    set.removeLast()
    set.dispose()
    #expect(trace.lines.last == "31")
  }

  @Test("mend: it removes members that have finished")
  func forgetsTheFinished() {
    let set = DisposableSet()
    let living = ValuePipe<Int>()
    set.add(living.signal().start())
    for number in 0..<10_000 {
      set.add(Signal<Int, NoError>.single(number).start())
      let action = ActionDisposable {}
      set.add(action)
      action.dispose()
      set.add(EmptyDisposable)
    }
    #expect(set.count < 100)
    let trace = Trace()
    set.add(ActionDisposable { trace.add("living") })
    set.dispose()
    #expect(trace.lines == ["living"])
  }

  @Test("Members that take themselves out need not be searched for")
  func removalDuringTheDisposal() {
    let (set, counts) = (DisposableSet(), Notes<Int>())
    for _ in 1...3 {
      let member = MetaDisposable()
      member.set(
        ActionDisposable { [weak member] in
          if let member { set.remove(member) }
          counts.add(set.count)
        })
      set.add(member)
    }
    set.dispose()
    #expect(counts.entries == [3, 3, 3])
    #expect(set.count == 0)
  }

  @Test func disposalWhileItGrowsMissesNoMember() {
    let set = DisposableSet()
    let trace = Trace()
    onThreads(8) { thread in
      if thread == 0 { return set.dispose() }
      for _ in 0..<500 { set.add(ActionDisposable { trace.add("disposed") }) }
    }
    #expect(trace.lines.count == 3500)
    #expect(set.count == 0)
  }
}
