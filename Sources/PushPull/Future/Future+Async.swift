import Signals

extension Future {
  /// Does the work and waits for its value.
  ///
  ///     print(try await length.value)
  ///
  /// Cancelling the task cancels the work. Reading it twice does the work twice.
  ///
  /// - Throws: The error of the work, or `CancellationError`.
  @inlinable public var value: T {
    get async throws {
      let subscription = Subscription()
      let result: Result<T, any Error> = await withTaskCancellationHandler {
        await withCheckedContinuation { waiting in
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
      await TaskTurn.countOperation()
      return try result.get()
    }
  }
}
