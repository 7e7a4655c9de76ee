import PushPull
import Testing

/// `Signal` is a functor and a monad: two signals are the same if they say the same, whatever is sent.
@Suite struct SignalLawTests {
  /// What a signal says that was made of one that has said something already.
  private func says<U>(_ make: (Signal<Int>) -> Signal<U>) -> [String] {
    let trace = Trace()
    let source = Signal(value: 1)
    make(source).subscribe { trace.add($0) }
    source.sendNext(2)
    source.sendFailed(Oops())
    source.sendNext(-3)
    return trace.lines
  }

  @Test func mappingWithIdentityChangesNothing() {
    #expect(says { $0.map { $0 } } == says { $0 })
    #expect(says { $0 } == ["next(1)", "next(2)", "failed(Oops(code: 0))", "next(-3)"])
  }

  @Test func mappingTwiceIsMappingWithTheComposition() {
    #expect(says { $0.map { $0 + 1 }.map { $0 * 2 } } == says { $0.map { ($0 + 1) * 2 } })
  }

  @Test func rightIdentity() {
    #expect(says { $0.flatMap { Signal(value: $0) } } == says { $0 })
    #expect(says { $0.flatMap { Event(value: $0) } } == says { $0 })
  }

  /// Two functions to signals that go on speaking.
  private final class Inner: Sendable {
    let (tens, hundreds) = (Signal(value: 1), Signal<Int>())

    func less(_ value: Int) -> Signal<Int> {
      value < 0 ? Signal(event: Event(error: Oops(code: 1))) : tens.map { $0 * 10 + value }
    }

    func root(_ value: Int) -> Signal<String> {
      value == 12 ? Signal(event: Event(error: Oops(code: 2))) : hundreds.map { "\($0 * 100 + value)" }
    }
  }

  private func says<U>(_ make: (Signal<Int>, Inner) -> Signal<U>) -> [String] {
    let trace = Trace()
    let (source, inner) = (Signal(value: 1), Inner())
    make(source, inner).subscribe { trace.add($0) }
    inner.hundreds.sendNext(1)
    source.sendNext(2)
    inner.tens.sendNext(3)
    source.sendFailed(Oops())
    inner.hundreds.sendFailed(Oops(code: 3))
    source.sendNext(-3)
    inner.hundreds.sendNext(4)
    return trace.lines
  }

  @Test func leftIdentity() {
    let made = says { _, inner in Signal(value: 7).flatMap { inner.less($0) } }
    #expect(made == says { _, inner in inner.less(7) })
    #expect(made == ["next(17)", "next(37)"])
  }

  @Test func associativity() {
    let inTurn = says { $0.flatMap($1.less).flatMap($1.root) }
    let nested = says { source, inner in source.flatMap { inner.less($0).flatMap(inner.root) } }
    #expect(inTurn == nested)
    let failures = [0, 1, 2, 3].map { "failed(Oops(code: \($0)))" }
    #expect(
      inTurn == ["next(111)", failures[2], "next(131)", "next(132)", failures[0]]
        + [failures[3], failures[3], failures[3], failures[1], "next(411)", "next(431)", "next(432)"])
  }
}
