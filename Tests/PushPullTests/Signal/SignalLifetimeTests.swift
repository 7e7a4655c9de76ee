import PushPull
import SignalsTesting
import TestSupport
import Testing

/// Push: who keeps whom. A chain A → B → C → D hangs at its beginning.
@Suite struct SignalLifetimeTests {
  /// A -map→ B -flatMap→ C -flatMap→ D.
  private func chain(from a: Signal<Int>, _ trace: Trace) -> Signal<String> {
    let b = a.map { $0 + 1 }.subscribe { trace.add("B \($0)") }
    let c = b.flatMap { Event(value: $0 * 10) }.subscribe { trace.add("C \($0)") }
    return c.flatMap { Signal(value: "<\($0)>") }.subscribe { trace.add("D \($0)") }
  }

  @Test func sendingIntoTheFirstRunsDownTheChain() {
    let trace = Trace()
    let a = Signal<Int>().subscribe { trace.add("A \($0)") }
    let d = chain(from: a, trace)
    d.subscribe { trace.add("user \($0)") }
    #expect(trace.lines == [])
    a.sendNext(1)
    #expect(trace.lines == ["A next(1)", "B next(2)", "C next(20)", "D next(<20>)", "user next(<20>)"])
  }

  @Test func keepingTheFirstKeepsAll() {
    let trace = Trace()
    let a = Signal<Int>()
    chain(from: a, Trace()).subscribe { trace.add($0) }
    a.sendNext(1)
    a.sendNext(2)
    #expect(trace.lines == ["next(<20>)", "next(<30>)"])
  }

  @Test func releasingTheFirstReleasesAll() {
    var a: Signal<Int>? = Signal()
    weak var d: Signal<String>?
    weak var probe: Probe?
    do {
      let kept = Probe()
      probe = kept
      d = chain(from: a!, Trace()).subscribe { _ in kept.use() }
    }
    a?.sendNext(1)
    #expect(d != nil)
    #expect(probe != nil)
    a = nil
    #expect(d == nil)
    #expect(probe == nil)
  }

  @Test func keepingOnlyTheLastDoesNotKeepTheFirst() {
    let trace = Trace()
    var a: Signal<Int>? = Signal()
    weak let first = a
    weak var probe: Probe?
    do {
      let kept = Probe()
      probe = kept
      a?.subscribe { _ in kept.use() }
    }
    let d = chain(from: a!, trace)
    a?.sendNext(1)
    #expect(probe != nil)
    a = nil
    #expect(first == nil)
    #expect(probe == nil)
    // What it has said it still says.
    d.subscribe { trace.add("late \($0)") }
    #expect(trace.lines == ["B next(2)", "C next(20)", "D next(<20>)", "late next(<20>)"])
  }

  @Test func aSignalReleasedInItsCallbackCallsAllSubscribersFirst() {
    let trace = Trace()
    let holder = Holder(Signal<Int>())
    holder.signal?.subscribe { event in
      trace.add("first \(event)")
      holder.signal = nil
    }
    holder.signal?.subscribe { trace.add("second \($0)") }
    holder.signal?.sendNext(1)
    #expect(trace.lines == ["first next(1)", "second next(1)"])
    #expect(holder.signal == nil)
  }

  // MARK: Every operator

  struct Operator: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let apply: @Sendable (Signal<Int>, TestScheduler) -> Signal<Int>

    init(_ name: String, _ apply: @escaping @Sendable (Signal<Int>, TestScheduler) -> Signal<Int>) {
      testDescription = name
      self.apply = apply
    }
  }

  static let operators = [
    Operator("map") { signal, _ in signal.map { $0 } },
    Operator("mapFailed") { signal, _ in signal.mapFailed { $0 } },
    Operator("filter") { signal, _ in signal.filter { _ in true } },
    Operator("flatMap to Event") { signal, _ in signal.flatMap { Event(value: $0) } },
    Operator("flatMap to Signal") { signal, _ in signal.flatMap { Signal(value: $0) } },
    Operator("flatMap to Future") { signal, _ in signal.flatMap { Future(value: $0) } },
    Operator("flatMap, asynchronous") { signal, _ in signal.flatMap { $1(Event(value: $0)) } },
    Operator("retry") { signal, _ in signal.retry(1) { $1(Event(value: $0)) } },
    Operator("merge") { signal, _ in signal.merge(with: Signal()) },
    Operator("combineLatest") { signal, _ in signal.combineLatest(with: Signal(value: 0)).map { $0.0 } },
    Operator("zip") { signal, _ in signal.zip(with: signal).map { $0.0 } },
    Operator("concat") { signal, _ in signal.concat(Signal()) },
    Operator("timeout") { $0.timeout(.seconds(1), failingWith: Oops(), on: $1) },
    Operator("delay") { $0.delay(.seconds(1), on: $1) },
    Operator("debounce") { $0.debounce(for: .seconds(1), on: $1) },
    Operator("throttle") { $0.throttle(for: .seconds(1), on: $1) },
    Operator("on") { $0.on($1) },
  ]

  @Test(arguments: operators)
  func whatWasMadeIsKeptByItsSourceAndDoesNotKeepIt(op: Operator) {
    let time = TestScheduler()
    var source: Signal<Int>? = Signal()
    weak let first = source
    weak var last: Signal<Int>?
    let trace = Trace()
    last = op.apply(source!, time).subscribeNext { trace.add($0) }
    source?.sendNext(1)
    source?.sendNext(2)
    #expect(last != nil)
    source = nil
    #expect(first == nil)
    time.run()
    #expect(last == nil)
    #expect(trace.lines.last == "2")
  }

  @Test(arguments: operators)
  func aDerivedSignalHasItsEventBeforeAnySubscription(op: Operator) {
    let (trace, time) = (Trace(), TestScheduler())
    let source = Signal(value: 1)
    let made = op.apply(source, time)
    time.advance(by: .milliseconds(999))
    if made.event == nil { time.advance(by: .milliseconds(1)) }
    made.subscribe { trace.add($0) }
    #expect(trace.lines == ["next(1)"])
  }
}

private final class Holder: @unchecked Sendable {
  /// Touched by one thread only.
  var signal: Signal<Int>?

  init(_ signal: Signal<Int>) { self.signal = signal }
}
