import Signals

extension Future {
  #if compiler(>=6.2)
    /// Does the work and waits for its value.
    ///
    ///     print(try await length.value)
    ///
    /// The calling actor is not left for it (by compilers before 6.2 it is). Cancelling the task cancels the work. Reading it
    /// twice does the work twice.
    ///
    /// - Throws: The error of the work, or `CancellationError`.
    @inlinable nonisolated(nonsending) public var value: T {
      get async throws { try await result().get() }
    }
  #else
    @inlinable public var value: T {
      get async throws { try await result().get() }
    }
  #endif

  @inlinable func result(
    isolation actor: isolated (any Actor)? = #isolation
  ) async -> Result<T, any Error> {
    let subscription = Subscription()
    let result: Result<T, any Error> = await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: actor) { waiting in
        let waiting = OneShot(waiting)
        work.attach(
          Observer(
            next: { waiting.take()?.resume(returning: .success($0)) },
            failed: { waiting.take()?.resume(returning: .failure($0)) },
            interrupted: { waiting.take()?.resume(returning: .failure(CancellationError())) }),
          subscription)
      }
    } onCancel: {
      subscription.dispose()
    }
    await TaskTurn.countOperation(isolation: actor)
    return result
  }
}
