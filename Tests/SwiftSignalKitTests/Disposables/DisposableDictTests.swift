import func Signals.assertNoLockHeld
import SwiftSignalKit
import TestSupport
import Testing

@Suite(.mayBlock) struct DisposableDictTests {
  @Test("keep: set disposes of the one before with the same key")
  func replaces() {
    let trace = Trace()
    let dict = DisposableDict<String>()
    dict.set(ActionDisposable { trace.add("a1") }, forKey: "a")
    dict.set(ActionDisposable { trace.add("b1") }, forKey: "b")
    dict.set(ActionDisposable { trace.add("a2") }, forKey: "a")
    #expect(trace.takeLines() == ["a1"])
    dict.dispose()
    #expect(trace.takeLines().sorted() == ["a2", "b1"])
    dict.set(ActionDisposable { trace.add("late") }, forKey: "c")
    #expect(trace.lines == ["late"])
  }

  @Test("mend: setting nil removes the entry")
  func removes() {
    let trace = Trace()
    let dict = DisposableDict<Int>()
    for key in 0..<100 {
      dict.set(ActionDisposable { trace.add(key) }, forKey: key)
      dict.set(nil, forKey: key)
    }
    #expect(trace.lines.count == 100)
    #expect(dict.count == 0)
  }

  /// Equal to every other, and says when it is released.
  private final class Key: Hashable {
    let probe: DeinitProbe
    init(_ released: @escaping @Sendable () -> Void) { probe = DeinitProbe(released) }
    static func == (a: Key, b: Key) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  @Test("The key of an entry is released outside the lock")
  func keysAreReleasedOutsideTheLock() {
    let trace = Trace()
    let dict = DisposableDict<Key>()
    for value in [EmptyDisposable, EmptyDisposable, nil] {
      dict.set(value, forKey: Key { trace.add(dict.count) })
    }
    #expect(trace.lines == ["1", "0", "0"])
    #expect(dict.count == 0)
  }

  /// Calls out when it is hashed and when it is compared. All have the same hash value.
  private struct CallingKey: Hashable, Sendable {
    let number: Int
    let call: @Sendable () -> Void

    static func == (a: CallingKey, b: CallingKey) -> Bool {
      a.call()
      return a.number == b.number
    }

    func hash(into hasher: inout Hasher) { call() }
  }

  @Test("E9: keys are hashed and compared outside the lock")
  func keysAreComparedOutsideTheLock() {
    let (trace, dict) = (Trace(), DisposableDict<CallingKey>())
    func set(_ name: String?, _ number: Int) {
      let key = CallingKey(number: number) { assertNoLockHeld() }
      dict.set(name.map { name in ActionDisposable { trace.add(name) } }, forKey: key)
    }
    for number in 0..<40 { set("\(number)", number) }
    #expect(dict.count == 40)
    set("new", 7)
    #expect(trace.takeLines() == ["7"])
    set(nil, 7)
    #expect(trace.takeLines() == ["new"])
    set(nil, 7)
    set(nil, 100)
    #expect(dict.count == 39)
    dict.dispose()
    #expect(Set(trace.takeLines()).count == 39)
  }

  @Test("A key that sets others while it is compared loses none")
  func keysThatSet() {
    let (trace, dict) = (Trace(), DisposableDict<CallingKey>())
    let calls = Atomic(value: 0)
    @Sendable func key(_ number: Int) -> CallingKey {
      CallingKey(number: number) {
        let call = calls.modify { $0 + 1 }
        guard call <= 10 else { return }
        dict.set(ActionDisposable { trace.add("inner \(call)") }, forKey: key(100 + call))
      }
    }
    for number in 0..<3 { dict.set(ActionDisposable { trace.add(number) }, forKey: key(number)) }
    #expect(dict.count == 13)
    dict.dispose()
    let inner = (1...10).map { "inner \($0)" }
    #expect(Set(trace.lines) == Set(inner + ["0", "1", "2"]))
    #expect(trace.lines.count == 13)
  }

  @Test("Each disposable is disposed of once, on four threads")
  func onSeveralThreads() {
    for _ in 0..<50 {
      let dict = DisposableDict<CallingKey>()
      let (made, ended) = (Atomic(value: 0), Atomic(value: 0))
      onThreads(4) { thread in
        for round in 0..<50 {
          let key = CallingKey(number: (round + thread) % 5) {}
          made.modify { $0 + 1 }
          dict.set(ActionDisposable { ended.modify { $0 + 1 } }, forKey: key)
          if round % 3 == thread % 3 { dict.set(nil, forKey: key) }
        }
      }
      #expect(dict.count <= 5)
      #expect(made.with { $0 } - ended.with { $0 } == dict.count)
      dict.dispose()
      #expect(ended.with { $0 } == 200)
    }
  }
}
