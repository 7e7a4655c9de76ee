#if NATS
  import Foundation
  import Signals
  import SignalsTesting
  import TestSupport
  import Testing

  extension EventStream where D == Pull {
    /// Starts the producer and waits for its end.
    @discardableResult
    func outcome(within limit: Duration = .seconds(60)) async throws -> [Event<Value, Failure>] {
      let recorder = Recorder<Value, Failure>()
      let start = start(recorder.observer)
      defer { start.dispose() }
      try #require(await eventually(within: limit) { recorder.hasEnded }, "it does not end")
      #expect(recorder.violations.isEmpty)
      return recorder.events
    }

    /// Starts the producer and waits for its end, which must be no failure.
    @discardableResult
    func completion(within limit: Duration = .seconds(60), sourceLocation: SourceLocation = #_sourceLocation)
      async throws -> [Value]
    {
      let events = try await outcome(within: limit)
      let last = try #require(events.last)
      if case .completed = last { return events.compactMap(\.value) }
      Issue.record("\(last)", sourceLocation: sourceLocation)
      return events.compactMap(\.value)
    }
  }

  extension EventStream where D == Push {
    /// Observes the values of a signal whose failure is no concern of the test.
    @discardableResult
    func onValues(_ action: @escaping @Sendable (Value) -> Void) -> any Disposable {
      observe(Observer(next: action))
    }
  }

  /// What happened, from any thread.
  final class Log<Entry: Sendable>: Sendable {
    private let stored = Guarded<[Entry]>([])

    var entries: [Entry] { stored.withLock { $0 } }

    var count: Int { stored.withLock { $0.count } }

    func add(_ entry: Entry) { stored.withLock { $0.append(entry) } }
  }
#endif
