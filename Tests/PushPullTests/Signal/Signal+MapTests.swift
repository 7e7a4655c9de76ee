import PushPull
import Testing

@Suite struct SignalMapTests {
  @Test func isEagerWithoutSubscribers() {
    let trace = Trace()
    let numbers = Signal<Int>()
    let doubled = numbers.map { number in
      trace.add("doubles \(number)")
      return number * 2
    }
    numbers.sendNext(1)
    numbers.sendNext(2)
    #expect(trace.lines == ["doubles 1", "doubles 2"])
    doubled.subscribe { trace.add($0) }
    doubled.subscribe { trace.add($0) }
    #expect(trace.lines == ["doubles 1", "doubles 2", "next(4)", "next(4)"])
  }

  @Test func hasSaidSomethingIfItsSourceHas() {
    #expect(Signal(value: 2).map { $0 * 2 }.event?.value == 4)
    #expect(Signal<Int>(event: Event(error: Oops())).map { $0 * 2 }.event?.error as? Oops == Oops())
    #expect(Signal<Int>().map { $0 * 2 }.event == nil)
  }

  @Test func doesNotTransformFailures() {
    let trace = Trace()
    let numbers = Signal<Int>()
    numbers.map { $0 * 2 }.subscribe { trace.add($0) }
    numbers.sendFailed(Oops())
    numbers.sendNext(1)
    #expect(trace.lines == ["failed(Oops(code: 0))", "next(2)"])
  }

  @Test func mapFailedTransformsErrorsOnly() {
    let trace = Trace()
    let numbers = Signal<Int>()
    numbers.mapFailed { _ in Oops(code: 1) }.subscribe { trace.add($0) }
    numbers.sendNext(1)
    numbers.sendFailed(Oops())
    #expect(trace.lines == ["next(1)", "failed(Oops(code: 1))"])
  }

  @Test func filterPassesFailures() {
    let trace = Trace()
    let numbers = Signal(value: 1)
    numbers.filter { $0 % 2 == 1 }.subscribe { trace.add($0) }
    numbers.sendNext(2)
    numbers.sendFailed(Oops())
    numbers.sendNext(3)
    #expect(trace.lines == ["next(1)", "failed(Oops(code: 0))", "next(3)"])
  }
}
