import Signals
import SignalsTesting
import Testing

@Suite("Contract, misuse")
struct MisuseRuleTests {
  @Test("X1: a wrong argument stops with operator, rule and value")
  func wrongArgumentsStop() async {
    let negativePrefix = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = SignalProducer<Int, Never>.empty.prefix(-3) }
    expect(negativePrefix, says: "prefix(_:): the count must not be negative, got -3")

    let negativeDrop = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = Signal<Int, Never>.never.dropFirst(-1) }
    expect(negativeDrop, says: "dropFirst(_:): the count must not be negative, got -1")

    let negativeRetry = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = SignalProducer<Int, Never>.empty.retry(-2) }
    expect(negativeRetry, says: "retry(_:): the count must not be negative, got -2")

    let negativeRepeat = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = SignalProducer<Int, Never>.empty.repeat(-2) }
    expect(negativeRepeat, says: "repeat(_:): the count must not be negative, got -2")

    let negativeDelay = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = Signal<Int, Never>.never.delay(.seconds(-1), on: ImmediateScheduler()) }
    expect(negativeDelay, says: "delay(_:on:): the interval must not be negative, got -1.0 seconds")

    let negativeDebounce = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = Signal<Int, Never>.never.debounce(for: .seconds(-1), on: ImmediateScheduler()) }
    expect(negativeDebounce, says: "debounce(for:on:): the interval must not be negative, got -1.0 seconds")
  }

  /// Those that no test of an operator looks at.
  private static let mistakes: [(message: String, make: @Sendable () -> Void)] = [
    (
      "interval(every:on:): the interval must be greater than zero, got 0.0 seconds",
      { _ = SignalProducer<Int, Never>.interval(every: .zero, on: ImmediateScheduler()) }
    ),
    (
      "timer(after:on:): the interval must not be negative, got -1.0 seconds",
      { _ = SignalProducer<Void, Never>.timer(after: .seconds(-1), on: ImmediateScheduler()) }
    ),
    (
      "throttle(for:on:): the interval must not be negative, got -1.0 seconds",
      { _ = numbers.throttle(for: .seconds(-1), on: ImmediateScheduler()) }
    ),
    (
      "throttle(for:on:): leading or trailing must be true, got neither",
      { _ = numbers.throttle(for: .zero, leading: false, trailing: false, on: ImmediateScheduler()) }
    ),
    (
      "chunks(every:on:): the interval must be greater than zero, got 0.0 seconds",
      { _ = numbers.chunks(every: .zero, on: ImmediateScheduler()) }
    ),
    (
      "chunks(every:upTo:on:): the limit must be at least 1, got 0",
      { _ = numbers.chunks(every: .seconds(1), upTo: 0, on: ImmediateScheduler()) }
    ),
    (
      "chunks(ofCount:orEvery:on:): the interval must be greater than zero, got 0.0 seconds",
      { _ = numbers.chunks(ofCount: 1, orEvery: .zero, on: ImmediateScheduler()) }
    ),
    (
      "timeout(_:_:on:): the interval must not be negative, got -1.0 seconds",
      { _ = numbers.timeout(.total, .seconds(-1), switchingTo: numbers, on: ImmediateScheduler()) }
    ),
    (
      "delayStart(_:on:): the interval must not be negative, got -1.0 seconds",
      { _ = numbers.delayStart(.seconds(-1), on: ImmediateScheduler()) }
    ),
    (
      "sample(every:on:): the interval must be greater than zero, got 0.0 seconds",
      { _ = numbers.sample(every: .zero, on: ImmediateScheduler()) }
    ),
    (
      "buffer(_:onOverflow:): the limit must be at least 1, got 0",
      { _ = numbers.buffer(0, onOverflow: .suspend) }
    ),
    (
      "receive(on:buffering:): the limit of the buffering must be at least 1, got -5",
      { _ = numbers.receive(on: ImmediateScheduler(), buffering: .newest(-5)) }
    ),
    (
      "RetryPolicy: the limit must not be negative, got -1",
      { _ = RetryPolicy<Oops>(limit: -1) }
    ),
    (
      "RetryPolicy: the cap must not be negative, got -1.0 seconds",
      { _ = RetryPolicy<Oops>(cap: .seconds(-1)) }
    ),
    (
      "RetryPolicy: the delay must not be negative, got -1.0 seconds",
      { _ = RetryPolicy<Oops>(delay: .constant(.seconds(-1))) }
    ),
    (
      "RetryPolicy: the first delay must not be negative, got -1.0 seconds",
      { _ = RetryPolicy<Oops>(delay: .linear(first: .seconds(-1), step: .zero)) }
    ),
    (
      "RetryPolicy: the step must not be negative, got -1.0 seconds",
      { _ = RetryPolicy<Oops>(delay: .linear(first: .zero, step: .seconds(-1))) }
    ),
    (
      "RetryPolicy: the factor must be at least 1, got 0.5",
      { _ = RetryPolicy<Oops>(delay: .exponential(first: .zero, factor: 0.5)) }
    ),
    (
      "TestScheduler(limit:): the limit must be positive, got 0",
      { _ = TestScheduler(limit: 0) }
    ),
    (
      "advance(by:): the duration must not be negative, got -1.0 seconds",
      { TestScheduler().advance(by: .seconds(-1)) }
    ),
  ]

  private static let numbers = SignalProducer<Int, Never>.never

  @Test("X1: each mistake has its message", arguments: mistakes.indices)
  func eachMistakeHasItsMessage(_ index: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [index = index as Int] in
      MisuseRuleTests.mistakes[index].make()
    }
    expect(result, says: Self.mistakes[index].message)
  }

  @Test("X1: zero is a count like any other")
  func zeroIsFine() {
    let log = Log<Event<Int, Never>>()
    let one = SignalProducer<Int, Never>(value: 1)
    one.prefix(0).start(log.observer())
    one.repeat(0).start(log.observer())
    one.dropFirst(0).start(log.observer())
    one.retry(0).start(log.observer())
    #expect(log.entries == [.completed, .completed, .next(1), .completed, .next(1), .completed])
  }

  private func expect(_ result: ExitTest.Result?, says message: String) {
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains(message))
  }
}
