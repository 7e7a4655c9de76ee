import Signals

extension Signal where E == NoError {
  /// Starts the signal and waits for its first value.
  ///
  /// A signal that completes without a value, and a task that is cancelled, stop the program with a message: there is
  /// nothing to return. Where that can happen, use ``getOrThrow()``.
  public func get() async -> T {
    switch await first() {
    case .success(let value): return value.value
    case .failure(let reason):
      let isCancelled = reason is CancellationError
      let what = isCancelled ? "the task was cancelled" : "the signal completed without a value"
      fatalError("Signal.get(): \(what); use getOrThrow() where that can happen")
    }
  }

  /// Starts the signal and waits for its first value.
  ///
  /// - Throws: ``SignalWithoutValue`` if it completes before, or `CancellationError`, when the task is cancelled.
  public func getOrThrow() async throws -> T { try await first().get().value }

  private func first() async -> Result<Carried<T>, any Error> {
    let start = Start()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiting in
        let waiting = TakeOnce(waiting)
        core.prefix(1).attach(
          Observer(
            next: { waiting.take()?.resume(returning: .success($0)) },
            completed: { waiting.take()?.resume(returning: .failure(SignalWithoutValue())) },
            interrupted: { waiting.take()?.resume(returning: .failure(CancellationError())) }),
          start)
      }
    } onCancel: {
      start.dispose()
    }
  }
}

/// A signal has completed before it had a value.
public struct SignalWithoutValue: Error, Equatable, CustomStringConvertible {
  /// The one such error.
  public init() {}

  public var description: String { "the signal completed without a value" }
}
