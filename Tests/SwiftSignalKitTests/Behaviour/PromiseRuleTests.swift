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

  @Test("A promise releases its value before it starts the next signal")
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

  @Test("A promise releases the value before it notifies of the next one")
  func releasesBeforeItNotifies() {
    let (trace, source) = (Trace(), Source<DeinitProbe?, NoError>())
    let promise = Promise<DeinitProbe?>()
    promise.set(source.signal)
    promise.get().start(next: { trace.add($0 == nil ? "nil" : "value") })
    source.put(DeinitProbe { trace.add("released") })
    source.put(nil)
    #expect(trace.lines == ["value", "released", "nil"])
  }

  /// Equal to every other, so that only identity tells them apart.
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
