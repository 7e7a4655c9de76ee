/// What a stage disposes of to end its source early.
///
/// Unowned, because the source keeps the stage: a strong reference back would be a retain cycle, and a start
/// that is not referenced any more would never be cleaned up (contract P5). Sound because only the source
/// calls a stage, and the calling thread holds a reference to the source during the call.
@usableFromInline package struct Upstream: @unchecked Sendable {
  @usableFromInline unowned(unsafe) let source: any Disposable

  @inlinable package init(_ source: any Disposable) { self.source = source }

  @inlinable package func dispose() { source.dispose() }

  /// Runs an action when the start is over, as the last of what was registered so far: the newest comes first.
  ///
  /// - Precondition: The stream is a producer.
  @usableFromInline package func onEnd(_ action: @escaping @Sendable () -> Void) {
    guard let subscription = source as? Subscription else { preconditionFailure("a producer has a start") }
    subscription.onEnd(action)
  }

  /// Whether the stream below has been disposed of. A stage that sends several values for one checks it
  /// between them, and one that sends values at the end checks it before: the last value may have come in the same call
  /// (contract D2).
  @inlinable package var isDisposed: Bool { source.isDisposed }
}
