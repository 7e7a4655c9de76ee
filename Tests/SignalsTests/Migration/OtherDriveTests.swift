import Testing

/// What signals or producers alone have is answered with what the other ones have.
@Suite struct OtherDriveTests {
  @Test func theCompilerSaysWhatToUseInstead() throws {
    try expectHints(
      mistakes,
      in: """
        @MainActor func use(
          _ signal: Signal<Int, Oops>, _ sure: Signal<Int, Never>, _ producer: SignalProducer<Int, Oops>,
          _ observer: Observer<Int, Oops>, _ lifetime: Lifetime, _ scheduler: ImmediateScheduler
        ) {
        """)
  }

  @Test func everyDeclarationIsTried() throws {
    try expectEachHint(of: "OtherDrive", toBeIn: mistakes.filter { !$0.mistake.contains(".shared") })
  }
}

private let mistakes: [Hint] = [
  ("signal.start()", "renamed to 'observe(_:)': a signal is observed, a producer is started"),
  ("signal.start { _ in }", "renamed to 'observe(_:)'"),
  ("signal.start(on: .shared) { _ in }", "renamed to 'observe(_:)'"),
  ("signal.startWithValues { print($0) }", "renamed to 'observeValues(_:)'"),
  ("sure.startWithValues(on: .shared) { print($0) }", "renamed to 'observeValues(_:)'"),
  ("signal.startWithCompleted {}", "renamed to 'observeCompleted(_:)'"),
  ("signal.startWithFailed { print($0) }", "renamed to 'observeFailed(_:)'"),
  ("signal.startWithInterrupted {}", "renamed to 'observeInterrupted(_:)'"),
  ("signal.startWithResult { print($0) }", "renamed to 'observeResult(_:)'"),
  ("signal.startWithResult(on: .shared) { print($0) }", "renamed to 'observeResult(_:)'"),
  ("signal.startWithSignal { _, _ in }", "a signal is not started: attach the observers before it sends"),
  ("_ = signal.prepend(1, 2)", "use stored(initial:), or prepend to signal.producer"),
  ("_ = signal.prepend(producer)", "use signal.producer.prepend(_:)"),
  ("_ = signal.retry(3)", "a signal cannot run again: use retry(_:) on the producer behind it"),
  ("_ = signal.retry(RetryPolicy(limit: 1), on: scheduler)", "use retry(_:on:) on the producer behind it"),
  ("_ = signal.retry(when: { _ in producer })", "use retry(when:) on the producer behind it"),
  ("_ = signal.repeat(3)", "use repeat(_:) on the producer behind it"),
  ("_ = signal.repeatForever()", "use repeatForever() on the producer behind it"),
  ("_ = signal.share(replay: 1)", "use producer.share(replay:)"),
  ("_ = signal.replayLazily(1)", "use signal.producer.replayLazily(_:)"),
  ("_ = signal.multicast()", "the observers of a signal share it already"),
  ("_ = signal.multicast { $0 }", "a signal can be used several times"),
  ("_ = signal.buffer(1, onOverflow: .suspend)", "use producer.buffer(_:onOverflow:): a signal cannot wait"),
  ("_ = signal.delayStart(.zero, on: scheduler)", "a signal is running already: use delay(_:on:)"),
  ("_ = signal.start(on: scheduler)", "a signal is running already: use receive(on:)"),
  ("producer.observe(observer)", "renamed to 'start(_:)': a producer is started, a signal is observed"),
  ("producer.observe { _ in }", "renamed to 'start(_:)'"),
  ("producer.observe(on: .shared) { _ in }", "renamed to 'start(_:)'"),
  ("producer.observe(during: lifetime, observer)", "use lifetime += producer.start(_:)"),
  ("producer.observe(during: lifetime) { _ in }", "use lifetime += producer.start(_:)"),
  ("producer.observeValues { print($0) }", "renamed to 'startWithValues(_:)'"),
  ("producer.observeValues(on: .shared) { print($0) }", "renamed to 'startWithValues(_:)'"),
  ("producer.observeCompleted {}", "renamed to 'startWithCompleted(_:)'"),
  ("producer.observeFailed { print($0) }", "renamed to 'startWithFailed(_:)'"),
  ("producer.observeInterrupted {}", "renamed to 'startWithInterrupted(_:)'"),
  ("producer.observeResult { print($0) }", "renamed to 'startWithResult(_:)'"),
]
