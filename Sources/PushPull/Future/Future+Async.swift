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
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { waiting in
          let waiting = OneShot(waiting)
          work.attach(
            Observer(
              next: { waiting.take()?.resume(returning: $0) },
              failed: { waiting.take()?.resume(throwing: $0) },
              interrupted: { waiting.take()?.resume(throwing: CancellationError()) }),
            subscription)
        }
      } onCancel: {
        subscription.dispose()
      }
    }
  }
}
