import Testing

/// What ignores failures is refused where there can be some, with what to do about them.
@Suite struct IgnoredFailuresTests {
  @Test func theCompilerSaysWhatToDoAboutAFailure() throws {
    try expectHints(
      mistakes,
      in: """
        @MainActor func use(
          _ signal: Signal<Int, Oops>, _ producer: SignalProducer<Int, Oops>, _ future: Future<Int, Oops>
        ) {
        """)
  }

  @Test func everyDeclarationIsTried() throws {
    try expectEachHint(of: "IgnoredFailures", toBeIn: mistakes.filter { !$0.mistake.contains(".shared") })
  }
}

private let mistakes: [Hint] = [
  (
    "producer.start()",
    "the stream can fail: use startWithFailed(_:), startWithResult(_:), or first completeOn"
  ),
  (
    "producer.startWithValues { print($0) }",
    "the stream can fail: use startWithResult(_:), or first replaceError"
  ),
  ("producer.startWithValues(on: .shared) { print($0) }", "the stream can fail: use startWithResult(_:)"),
  (
    "producer.startWithCompleted {}",
    "the stream can fail: use start(_:) with a closure, or first completeOnError()"
  ),
  ("producer.startWithCompleted(on: .shared) {}", "the stream can fail: use start(_:) with a closure"),
  ("producer.startWithInterrupted {}", "the stream can fail: use start(_:) with a closure"),
  ("producer.startWithInterrupted(on: .shared) {}", "the stream can fail: use start(_:) with a closure"),
  ("signal.observeValues { print($0) }", "the stream can fail: use observeResult(_:), or first replaceError"),
  ("signal.observeValues(on: .shared) { print($0) }", "the stream can fail: use observeResult(_:)"),
  (
    "signal.observeCompleted {}",
    "the stream can fail: use observe(_:) with a closure, or first completeOnError()"
  ),
  ("signal.observeCompleted(on: .shared) {}", "the stream can fail: use observe(_:) with a closure"),
  ("signal.observeInterrupted {}", "the stream can fail: use observe(_:) with a closure"),
  ("signal.observeInterrupted(on: .shared) {}", "the stream can fail: use observe(_:) with a closure"),
  ("future.start()", "the future can fail: use start(_:), or first recover(_:)"),
  ("future.startWithValue { print($0) }", "the future can fail: use start(_:), or first recover(_:)"),
  ("future.startWithValue(on: .shared) { print($0) }", "the future can fail: use start(_:)"),
]
