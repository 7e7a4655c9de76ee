import Testing

@testable import Signals

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
