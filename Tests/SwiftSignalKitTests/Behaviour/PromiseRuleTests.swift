import SwiftSignalKit
import TestSupport
import Testing

/// What existing code relies on about promises.
@Suite("Promises") struct PromiseRuleTests {
  @Test("A promise is not kept by the signal that it was set to")
  func isNotKeptByItsSource() {
    let (trace, source) = (Trace(), Source<Int, NoError>("source", Trace()))
    var promise: Promise<Int>? = Promise()
    promise?.onDeinit = { trace.add("deinit") }
    promise?.set(source.signal |> mapToSignal { .single($0) })
    source.put(1)
    promise = nil
    #expect(trace.lines == ["deinit"])
    #expect(source.running == 0)
  }

  @Test("What onDeinit held is released outside the lock")
  func replacedClosuresAreReleasedOutsideTheLock() {
    let (trace, promise) = (Trace(), Promise<Int>())
    for name in ["first", "second"] {
      let probe = DeinitProbe { [unowned promise] in trace.add("\(name), then \(promise.onDeinit == nil)") }
      promise.onDeinit = { withExtendedLifetime(probe) {} }
    }
    promise.onDeinit = nil
    #expect(trace.lines == ["first, then false", "second, then true"])
  }

  @Test("What a promise is set to inside the next signal stays")
  func setInsideTheGenerator() {
    let (trace, promise) = (Trace(), Promise<Int>())
    promise.get().trace(to: trace)
    promise.set(
      Signal { [unowned promise] subscriber in
        promise.set(.single(2))
        subscriber.putNext(1)
        return ActionDisposable {
          trace.add("disposed")
          withExtendedLifetime(subscriber) {}
        }
      })
    #expect(trace.lines == ["2", "disposed"])
    #expect(promise.get().lines == ["2"])
  }

  @Test("What the old signal sends as the new one begins is dropped")
  func oldValuesAreDropped() {
    let (trace, promise, old) = (Trace(), Promise<Int>(), Source<Int, NoError>())
    promise.get().trace(to: trace)
    promise.set(old.signal)
    old.put(1)
    promise.set(
      Signal { subscriber in
        trace.add("old \(old.running)")
        old.put(2)
        subscriber.putNext(3)
        return EmptyDisposable
      })
    #expect(trace.lines == ["1", "old 1", "3"])
  }

  @Test("A promise releases its value before the next signal starts")
  func releasesBeforeItStarts() {
    let trace = Trace()
    let promise = Promise(DeinitProbe { trace.add("released") })
    promise.set(
      Signal { _ in
        trace.add("started")
        return EmptyDisposable
      })
    #expect(trace.lines == ["released", "started"])
  }

  @Test("A promise releases a value before it sends the next one")
  func releasesBeforeItNotifies() {
    let (trace, source) = (Trace(), Source<DeinitProbe?, NoError>())
    let promise = Promise<DeinitProbe?>()
    promise.set(source.signal)
    promise.get().start(next: { trace.add($0 == nil ? "nil" : "value") })
    source.put(DeinitProbe { trace.add("released") })
    source.put(nil)
    #expect(trace.lines == ["value", "released", "nil"])
  }

  /// Equal to every other, so that only identity distinguishes them.
  private final class Same: Equatable, Sendable {
    static func == (a: Same, b: Same) -> Bool { true }
  }

  @Test("A repeat that is ignored does not replace the stored value")
  func ignoredRepeatsAreNotStored() {
    for ignores in [true, false] {
      let (first, second) = (Same(), Same())
      let promise = ValuePromise(first, ignoreRepeated: ignores)
      promise.set(second)
      let found = Atomic<Same?>(value: nil)
      promise.get().start(next: { found.swap($0) })
      #expect(found.with { $0 } === (ignores ? first : second))
    }
  }

  @Test("Comparing may ask the promise")
  func comparisonsMayAsk() {
    final class Asking: Equatable, Sendable {
      let ask: @Sendable () -> Void
      init(_ ask: @escaping @Sendable () -> Void) { self.ask = ask }
      static func == (a: Asking, b: Asking) -> Bool {
        b.ask()
        return false
      }
    }
    let trace = Trace()
    let promise = ValuePromise(Asking {}, ignoreRepeated: true)
    promise.set(Asking { promise.get().start(next: { _ in trace.add("asked") }).dispose() })
    #expect(trace.lines == ["asked"])
  }
}
