#if !hasFeature(Embedded)

  /// What one task waits for. Whoever is first gives it, before or after the task asks; the task goes on exactly once
  /// (contract A1).
  final class Answer<Output: Sendable>: Sendable {
    private enum State: Sendable {
      case open
      case awaited(UnsafeContinuation<Output, Never>)
      case given(Output)
      case over
    }
    private let state = Guarded(State.open)

    /// Only the first call counts.
    func give(_ output: Output) {
      let waiting: UnsafeContinuation<Output, Never>? = state.withLock { state in
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
    func output() async -> Output {
      await withUnsafeContinuation { waiting in
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

  extension Lifetime {
    /// Waits until nobody asks for a pause, the lifetime ends, or the task is cancelled.
    func resumption() async {
      let answer = Answer<Void>()
      await withTaskCancellationHandler {
        onEnd { answer.give(()) }
        whenResumed { answer.give(()) }
        await answer.output()
      } onCancel: {
        answer.give(())
      }
    }
  }

#endif
