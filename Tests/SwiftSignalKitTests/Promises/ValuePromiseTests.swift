import SwiftSignalKit
import TestSupport
import Testing

@Suite(.mayBlock) struct ValuePromiseTests {
  @Test func hasTheLatestValueForWhoComesLate() {
    let trace = Trace()
    let promise = ValuePromise<Int>()
    promise.get().trace(to: trace, "first ")
    promise.set(1)
    promise.get().trace(to: trace, "second ")
    promise.set(2)
    #expect(trace.lines == ["first 1", "second 1", "first 2", "second 2"])
    #expect(ValuePromise(7).get().lines == ["7"])
  }

  @Test func repetitionsAreHeardUnlessTheyAreToBeIgnored() {
    for ignores in [false, true] {
      let trace = Trace()
      let promise = ValuePromise(1, ignoreRepeated: ignores)
      promise.get().trace(to: trace)
      for value in [1, 2, 2, 1] { promise.set(value) }
      #expect(trace.lines == (ignores ? ["1", "2", "1"] : ["1", "1", "2", "2", "1"]))
    }
    let empty = ValuePromise<Int>(ignoreRepeated: true)
    empty.set(1)
    empty.set(1)
    #expect(empty.get().lines == ["1"])
  }

  @Test("keep: who has started it keeps it until he disposes")
  func isKeptByItsSubscribers() {
    let trace = Trace()
    weak var weakly: ValuePromise<Int>?
    var disposable: (any Disposable)?
    do {
      let promise = ValuePromise(1)
      weakly = promise
      disposable = promise.get().start(next: { [probe = DeinitProbe { trace.add("released") }] value in
        withExtendedLifetime(probe) { trace.add(value) }
      })
      promise.set(2)
    }
    #expect(trace.lines == ["1", "2"])
    disposable?.dispose()
    #expect(trace.lines == ["1", "2", "released"])
    #expect(weakly == nil)
  }

  @Test("mend: a stale value never follows a newer one (threads)")
  func nothingStaleOnThreads() {
    for ignores in [false, true] {
      let promise = ValuePromise(0, ignoreRepeated: ignores)
      let next = Atomic(value: 0)
      let turn = Atomic(value: ())
      let falls = Atomic(value: 0)
      onThreads(8) { thread in
        for _ in 0..<200 {
          if thread >= 6 {
            let seen = Atomic(value: 0)
            promise.get().start(next: { value in
              if seen.swap(value) > value { falls.modify { $0 + 1 } }
            })
          } else {
            turn.with { _ in promise.set(next.modify { $0 + 1 }) }
          }
        }
      }
      #expect(falls.with { $0 } == 0)
      #expect(promise.get().lines == ["1200"])
    }
  }
}
