@testable import SwiftSignalKit
import Testing

@Suite struct DisposableDictTests {
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
}
