import Signals
import SignalsMarbles
import Testing

extension EventStream where D == Pull {
  /// Starts the producer and waits for its end.
  @discardableResult
  package func outcome(within limit: Duration = .seconds(60)) async throws -> [Event<Value, Failure>] {
    let recorder = Recorder<Value, Failure>()
    let start = start(recorder.observer)
    defer { start.dispose() }
    try #require(await eventually(within: limit) { recorder.hasEnded }, "it does not end")
    #expect(recorder.violations.isEmpty)
    return recorder.events
  }

  /// Starts the producer and waits for its end, which must be no failure.
  @discardableResult
  package func completion(
    within limit: Duration = .seconds(60), sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [Value] {
    let events = try await outcome(within: limit)
    let last = try #require(events.last)
    if case .completed = last { return events.compactMap(\.value) }
    Issue.record("\(last)", sourceLocation: sourceLocation)
    return events.compactMap(\.value)
  }
}
