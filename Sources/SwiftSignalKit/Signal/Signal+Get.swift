import Signals

extension Signal where E == NoError {
  /// Starts the signal and waits for its first value. One that comes at once is returned, also if the task is cancelled.
  ///
  /// A signal that completes without a value, a task that is cancelled while it waits, and a signal of the core that is
  /// interrupted, stop the program with a message: there is nothing to return. Where that can happen, use
  /// ``getOrThrow(isolation:)``.
  public func get(isolation actor: isolated (any Actor)? = #isolation) async -> T {
    await TaskTurn.countOperation(isolation: actor)
    switch await first(isolation: actor) {
    case .success(let value): return value.value
    case .failure(let reason):
      let what =
        if reason is SignalWithoutValue {
          "the signal completed without a value"
        } else {
          Task.isCancelled ? "the task was cancelled" : "the signal was interrupted"
        }
      fatalError("Signal.get(): \(what); use getOrThrow() where that can happen")
    }
  }

  /// Starts the signal and waits for its first value.
  ///
  /// - Throws: ``SignalWithoutValue`` if it completes before, or `CancellationError`, when the task is cancelled, or when a
  ///   signal of the core is interrupted. If the task was cancelled before, the signal is not started.
  public func getOrThrow(isolation actor: isolated (any Actor)? = #isolation) async throws -> T {
    await TaskTurn.countOperation(isolation: actor)
    try Task.checkCancellation()
    return try await first(isolation: actor).get().value
  }

  private func first(isolation actor: isolated (any Actor)?) async -> Result<Carried<T>, any Error> {
    let start = Subscription()
    let answer = FirstAnswer<Result<Carried<T>, any Error>>()
    // Before the cancellation is looked at: what comes at once is the answer.
    core.prefix(1).attach(
      Observer(
        next: { answer.give(.success($0)) },
        end: {
          answer.give(.failure($0.isCompleted ? SignalWithoutValue() as any Error : CancellationError()))
        }),
      start)
    return await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: actor) { waiting in
        answer.expect { waiting.resume(returning: $0) }
      }
    } onCancel: {
      answer.give(.failure(CancellationError()))
      start.dispose()
    }
  }
}

/// Hands the first of several answers to a function that may be there before it or come after it.
private final class FirstAnswer<Answer: Sendable>: Sendable {
  private struct State {
    var answer: Answer?
    var receiver: (@Sendable (Answer) -> Void)?
    var isGiven = false
  }
  private let state = Guarded(State())

  func expect(_ receiver: @escaping @Sendable (Answer) -> Void) {
    let early = state.withLock { state in
      if state.answer == nil { state.receiver = receiver }
      return state.answer.take()
    }
    if let early { receiver(early) }
  }

  func give(_ answer: Answer) {
    let receiver = state.withLock { state -> (@Sendable (Answer) -> Void)? in
      if state.isGiven { return nil }
      state.isGiven = true
      if state.receiver == nil { state.answer = answer }
      return state.receiver.take()
    }
    receiver?(answer)
  }
}

/// A signal has completed before it had a value.
public struct SignalWithoutValue: Error, Equatable, CustomStringConvertible {
  /// The one such error.
  public init() {}

  public var description: String { "the signal completed without a value" }
}
