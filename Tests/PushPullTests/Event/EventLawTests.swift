import PushPull
import Testing

/// `Event` is a functor and a monad.
@Suite struct EventLawTests {
  private static let events = [Event(value: 3), Event(value: -3), Event(error: Oops())]

  @Test(arguments: events) func mappingWithIdentityChangesNothing(event: Event<Int>) {
    #expect("\(event.map { $0 })" == "\(event)")
  }

  @Test(arguments: events) func mappingTwiceIsMappingWithTheComposition(event: Event<Int>) {
    #expect("\(event.map { $0 + 1 }.map { $0 * 2 })" == "\(event.map { ($0 + 1) * 2 })")
  }

  @Test(arguments: [3, -3]) func leftIdentity(value: Int) {
    #expect("\(Event(value: value).flatMap { Laws.root($0) })" == "\(Laws.root(value))")
  }

  @Test(arguments: events) func rightIdentity(event: Event<Int>) {
    #expect("\(event.flatMap { Event(value: $0) })" == "\(event)")
  }

  @Test(arguments: events) func associativity(event: Event<Int>) {
    let inTurn = event.flatMap { Laws.less($0) }.flatMap { Laws.root($0) }
    let nested = event.flatMap { Laws.less($0).flatMap { Laws.root($0) } }
    #expect("\(inTurn)" == "\(nested)")
  }

  /// The asynchronous form obeys the same laws.
  @Test(arguments: events) func associativityOfTheAsynchronousForm(event: Event<Int>) {
    let trace = Trace()
    let less: @Sendable (Int, @escaping Callback<Event<Int>>) -> Void = { $1(Laws.less($0)) }
    let root: @Sendable (Int, @escaping Callback<Event<Double>>) -> Void = { $1(Laws.root($0)) }
    event.flatMap(less)({ $0.flatMap(root)({ trace.add($0) }) })
    event.flatMap { value, done in less(value) { $0.flatMap(root)(done) } }({ trace.add($0) })
    #expect(trace.lines.count == 2)
    #expect(trace.lines.first == trace.lines.last)
  }
}

/// Two functions that can fail.
enum Laws {
  @Sendable static func less(_ value: Int) -> Event<Int> {
    value > 0 ? Event(value: value - 5) : Event(error: Oops(code: 1))
  }

  @Sendable static func root(_ value: Int) -> Event<Double> {
    value < 0 ? Event(error: Oops(code: 2)) : Event(value: Double(value).squareRoot())
  }
}
