import PushPull
import Testing

@Suite struct EventFlatMapTests {
  @Sendable private static func number(_ text: String) -> Event<Int> {
    Int(text).map { Event(value: $0) } ?? Event(error: Oops(code: 2))
  }

  private let events = [Event(value: "4"), Event(value: "word"), Event(error: Oops(code: 1))]
  private let results = ["next(4)", "failed(Oops(code: 2))", "failed(Oops(code: 1))"]

  @Test func makesAnotherEventNow() {
    #expect(events.map { "\($0.flatMap { Self.number($0) })" } == results)
  }

  @Test func makesOthersWheneverThatIsDone() {
    let trace = Trace()
    let numbers = events.map { $0.flatMap { text, done in done(Self.number(text)) } }
    #expect(trace.lines == [])
    for number in numbers { number { trace.add($0) } }
    #expect(trace.lines == results)
  }

  @Test func waitsForAsynchronousWork() async {
    var numbers: [String] = []
    for event in events {
      numbers.append("\(await event.flatMap { await Self.later(Self.number($0)) })")
    }
    #expect(numbers == results)
  }

  private static func later<Value: Sendable>(_ value: Value) async -> Value {
    await Task.yield()
    return value
  }
}
