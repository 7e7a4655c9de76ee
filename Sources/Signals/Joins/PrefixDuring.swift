extension EventStream {
  /// Passes on values until a lifetime ends, then completes.
  ///
  ///     in        --a--b--c--d--|
  ///     lifetime  -------|
  ///               prefix(during: lifetime)
  ///     out       --a--b-|
  ///
  /// For streams that must not outlive an object that has a lifetime, as an ``Action`` or a start has. To observe a signal
  /// until a lifetime ends, `observe(during:)` needs no operator.
  ///
  /// - Completes: with the end of the lifetime, on the thread that ends it, or with the source; at once, without starting
  ///   the source, when the lifetime has ended before (pushed: its observers see `interrupted`, contract S5).
  /// - Fails: with the source.
  @inlinable public func prefix(during lifetime: Lifetime) -> Self {
    join { junction in
      let end = AnyDisposable { junction.end(.completed) }
      lifetime += end
      // The lifetime keeps nothing of a stream that has ended before it (contract D4).
      junction.subscription += end
      junction.connect(self, next: junction.next, end: junction.output.end)
    }
  }
}
