/// When to start over after a failure, and how long to wait before.
///
///     let patient = RetryPolicy<NetworkError>(
///       limit: 5, delay: .exponential(first: .milliseconds(200)), cap: .seconds(10),
///       jitter: 0.5, retries: { $0.isTemporary })
public struct RetryPolicy<Failure: Error>: Sendable {
  /// How long to wait before an attempt.
  public enum Delay: Hashable, Sendable {
    /// The same each time.
    case constant(Duration)
    /// `first`, then `step` more each time.
    case linear(first: Duration, step: Duration)
    /// `first`, then `factor` times as long each time.
    case exponential(first: Duration, factor: Double = 2)
  }

  @usableFromInline let limit: Int?
  @usableFromInline let resetsOnValue: Bool
  @usableFromInline let retries: @Sendable (Failure) -> Bool
  private let delay: Delay
  private let cap: Duration?
  private let jitter: Double
  /// A number from 0 up to 1, another one each time.
  private let random: @Sendable () -> Double

  /// A policy. As it is without arguments, every failure is followed by another attempt at once, without end: give a
  /// `limit` or a `delay`.
  ///
  /// - Parameters:
  ///   - limit: How many further attempts there are in a row; nil for any number.
  ///   - delay: How long to wait before each.
  ///   - cap: The longest wait.
  ///   - jitter: Which part of the wait is left to chance, so that many clients do not come back at once: 0
  ///     for none, 1 for all of it. A wait of 10 s with a jitter of 0.5 becomes 5 to 10 s.
  ///   - generator: Where chance comes from.
  ///   - resetsOnValue: Whether a value means that all is well again, so that the next failure counts as
  ///     the first.
  ///   - retries: Which failures are worth another attempt; the others are passed on at once.
  /// - Precondition: `limit` and all durations are not negative, `factor` is at least 1, and `jitter` is
  ///   between 0 and 1.
  public init(
    limit: Int? = nil, delay: Delay = .constant(.zero), cap: Duration? = nil, jitter: Double = 0,
    using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    resetsOnValue: Bool = false, retries: @escaping @Sendable (Failure) -> Bool = { _ in true }
  ) {
    require(limit ?? 0 >= 0, "RetryPolicy", "the limit must not be negative", limit ?? 0)
    require(cap ?? .zero >= .zero, "RetryPolicy", "the cap must not be negative", cap ?? .zero)
    require((0...1).contains(jitter), "RetryPolicy", "the jitter must be between 0 and 1", jitter)
    delay.requireValid()
    self.limit = limit
    self.delay = delay
    self.cap = cap
    self.jitter = jitter
    self.resetsOnValue = resetsOnValue
    self.retries = retries
    let state = Guarded((generator: generator, draws: 0))
    random = {
      while true {
        // The generator is code outside the library: it runs outside the lock, and again if another thread was faster.
        var (generator, draws) = state.withLock { $0 }
        let number = Double.random(in: 0..<1, using: &generator)
        let isFirst = state.withLock { state in
          if state.draws != draws { return false }
          swap(&state.generator, &generator)
          state.draws += 1
          return true
        }
        if isFirst { return number }
      }
    }
  }

  /// How long to wait before an attempt, counted from 1.
  @usableFromInline package func wait(before attempt: Int) -> Duration {
    var wait = delay.wait(before: attempt, cap: cap)
    if jitter > 0 { wait = wait * (1 - jitter * random()) }
    return wait
  }
}

extension RetryPolicy.Delay {
  fileprivate func requireValid() {
    switch self {
    case .constant(let wait):
      require(wait >= .zero, "RetryPolicy", "the delay must not be negative", wait)
    case .linear(let first, let step):
      require(first >= .zero, "RetryPolicy", "the first delay must not be negative", first)
      require(step >= .zero, "RetryPolicy", "the step must not be negative", step)
    case .exponential(let first, let factor):
      require(first >= .zero, "RetryPolicy", "the first delay must not be negative", first)
      require(factor >= 1, "RetryPolicy", "the factor must be at least 1", factor)
    }
  }

  fileprivate func wait(before attempt: Int, cap: Duration?) -> Duration {
    // Longer than any program waits, and far from the end of what a duration can hold.
    let cap = Swift.min(cap ?? .longest, .longest)
    switch self {
    case .constant(let wait): return Swift.min(wait, cap)
    case .linear(let first, let step):
      return Swift.min(first, cap).adding(step, times: attempt - 1, upTo: cap)
    case .exponential(let first, let factor):
      var wait = Swift.min(first, cap)
      for _ in 1..<attempt {
        let next = wait >= cap / factor ? cap : wait * factor
        if next == wait { break }
        wait = next
      }
      return wait
    }
  }
}

extension Duration {
  /// A hundred years.
  fileprivate static var longest: Duration { .seconds(3_155_760_000 as Int64) }

  fileprivate func adding(_ step: Duration, times: Int, upTo cap: Duration) -> Duration {
    if step == .zero { return self }
    return Double(times) >= (cap - self) / step ? cap : self + step * times
  }
}
