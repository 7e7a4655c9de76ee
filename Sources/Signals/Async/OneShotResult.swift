#if !hasFeature(Embedded)

  /// What one task waits for. The first call of `give(_:)` sets the output, before or after the task begins to wait;
  /// the task goes on exactly once (contract A1).
  package final class OneShotResult<Output: Sendable>: Sendable {
    private enum State: Sendable {
      case open
      case awaited(Waiter<Output>)
      case given(Output)
      case over
    }
    private let state = Guarded(State.open)

    package init() {}

    /// Only the first call counts.
    package func give(_ output: Output) {
      let waiting: Waiter<Output>? = state.withLock { state in
        switch state {
        case .open:
          state = .given(output)
          return nil
        case .awaited(let waiting):
          state = .over
          return waiting
        case .given, .over: return nil
        }
      }
      waiting?.resume(returning: output)
    }

    /// Waits for it. Call it once.
    package func output(isolation actor: isolated (any Actor)? = #isolation) async -> Output {
      await untilResumed(isolation: actor) { waiting in
        let given: Output? = state.withLock { state in
          if case .given(let output) = state {
            state = .over
            return output
          }
          state = .awaited(waiting)
          return nil
        }
        if let given { waiting.resume(returning: given) }
      }
    }
  }

  extension OneShotResult<Void> {
    /// Waits for it, or until the task is cancelled.
    fileprivate func outputOrCancellation() async {
      await withTaskCancellationHandler {
        await output()
      } onCancel: {
        give(())
      }
    }
  }

  /// Waits until the task is cancelled; returns at once if it is already.
  func untilCancelled() async { await OneShotResult<Void>().outputOrCancellation() }

  extension Lifetime {
    /// Waits until downstream requests no pause, or the task is cancelled, as that of a start is when it ends.
    package func resumption() async {
      let answer = OneShotResult<Void>()
      whenResumed { answer.give(()) }
      await answer.outputOrCancellation()
    }
  }

#endif
