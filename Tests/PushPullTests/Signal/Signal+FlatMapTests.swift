import PushPull
import Testing

@Suite struct SignalFlatMapTests {
  @Test func makesAnEventOfEachValue() {
    let trace = Trace()
    let texts = Signal<String>()
    texts.flatMap { Int($0).map { Event(value: $0) } ?? Event(error: Oops()) }.subscribe { trace.add($0) }
    texts.sendNext("4")
    texts.sendNext("word")
    texts.sendFailed(Oops(code: 1))
    texts.sendNext("5")
    #expect(trace.lines == ["next(4)", "failed(Oops(code: 0))", "failed(Oops(code: 1))", "next(5)"])
  }

  @Test func hearsAllSignalsThatWereMade() {
    let trace = Trace()
    let (names, numbers) = (Signal<String>(), Signal(value: 1))
    names.flatMap { name in numbers.map { "\(name)\($0)" } }.subscribe { trace.add($0) }
    names.sendNext("a")
    numbers.sendNext(2)
    names.sendNext("b")
    numbers.sendNext(3)
    names.sendFailed(Oops())
    numbers.sendFailed(Oops(code: 1))
    #expect(
      trace.lines == [
        "next(a1)", "next(a2)", "next(b2)", "next(a3)", "next(b3)",
        "failed(Oops(code: 0))", "failed(Oops(code: 1))", "failed(Oops(code: 1))",
      ])
  }

  @Test func eachValueStartsAFuture() {
    let trace = Trace()
    let texts = Signal<String>()
    let length = { @Sendable (text: String) in
      Future<Int> { done in
        trace.add("measures \(text)")
        done(Event(value: text.count))
      }
    }
    texts.flatMap(length).subscribe { trace.add($0) }
    texts.sendNext("test")
    texts.sendNext("word")
    texts.flatMap { _ in Future<Int>(error: Oops()) }.subscribe { trace.add($0) }
    #expect(trace.lines == ["measures test", "next(4)", "measures word", "next(4)", "failed(Oops(code: 0))"])
  }

  @Test func asynchronouslyEachCallGivesOneEvent() {
    let trace = Trace()
    let (numbers, answers) = (Signal<Int>(), Answers())
    numbers.flatMap { number, done in answers.keep(number, done) }.subscribe { trace.add($0) }
    numbers.sendNext(1)
    numbers.sendNext(2)
    #expect(trace.lines == [])
    answers.give(to: 2, Event(value: "second"))
    numbers.sendFailed(Oops())
    answers.give(to: 1, Event(value: "first"))
    answers.give(to: 1, Event(value: "first again"))
    #expect(trace.lines == ["next(second)", "failed(Oops(code: 0))", "next(first)", "next(first again)"])
  }

  @Test func theFormsAreToldApartByTheClosure() {
    let number = Signal(value: 20)
    let results = [
      number.map { $0 + 1 }, number.flatMap { Event(value: $0 + 2) },
      number.flatMap { Signal(value: $0 + 3) },
      number.flatMap { Future(value: $0 + 4) }, number.flatMap { $1(Event(value: $0 + 5)) },
    ]
    #expect(results.map { $0.event?.value } == [21, 22, 23, 24, 25])
  }

  // MARK: Trying again

  @Test func triesWorkAgainThatFails() {
    let trace = Trace()
    let numbers = Signal<Int>()
    numbers.retry(2) { number, done in
      trace.add("attempt at \(number)")
      done(trace.lines.count < 3 ? Event(error: Oops()) : Event(value: number * 10))
    }.subscribe { trace.add($0) }
    numbers.sendNext(1)
    numbers.sendNext(2)
    #expect(
      trace.lines == ["attempt at 1", "attempt at 1", "attempt at 1", "next(10)", "attempt at 2", "next(20)"])
  }

  @Test func failsAsTheLastAttemptDoesAndPassesFailuresWithoutAnAttempt() {
    let trace = Trace()
    let numbers = Signal<Int>()
    numbers.retry(1) { (number: Int, done: @escaping Callback<Event<Int>>) in
      trace.add("attempt at \(number)")
      done(Event(error: Oops(code: trace.lines.count)))
    }.subscribe { trace.add($0) }
    numbers.sendNext(1)
    numbers.sendFailed(Oops())
    #expect(
      trace.lines == ["attempt at 1", "attempt at 1", "failed(Oops(code: 2))", "failed(Oops(code: 0))"])
  }

  @Test("X1: A negative number of attempts stops the program")
  func negativeCount() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int>().retry(-1) { $1(Event(value: $0)) }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("retry(_:_:): the count must not be negative, got -1"))
  }
}
