import Signals
import SignalsTesting
import TestSupport
import Testing

extension EventStream where D == Pull {
  /// Starts the producer and waits for its end.
  func outcome() async throws -> [Event<Value, Failure>] {
    let recorder = Recorder<Value, Failure>()
    let start = start(recorder.observer)
    defer { start.dispose() }
    try #require(await eventually { recorder.hasEnded }, "it does not end")
    #expect(recorder.violations.isEmpty)
    return recorder.events
  }
}
