#if !hasFeature(Embedded)

  #if DEBUG
    /// The continuation of a task that waits. Debug builds stop when it is resumed twice (contract A1).
    @usableFromInline package typealias Waiter<Output> = CheckedContinuation<Output, Never>
  #else
    @usableFromInline package typealias Waiter<Output> = UnsafeContinuation<Output, Never>
  #endif

  /// Hands a waiter to `hand`, and waits until the waiter is resumed.
  @inlinable func untilResumed<Output: Sendable>(
    isolation actor: isolated (any Actor)? = #isolation, _ hand: (Waiter<Output>) -> Void
  ) async -> Output {
    #if DEBUG
      await withCheckedContinuation(isolation: actor, hand)
    #else
      await withUnsafeContinuation(isolation: actor, hand)
    #endif
  }

#endif
