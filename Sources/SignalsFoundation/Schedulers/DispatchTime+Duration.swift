import Dispatch

extension DispatchTime {
  /// How long after this moment `other` is; zero if it is not after it.
  func duration(to other: DispatchTime) -> Duration {
    let (from, to) = (uptimeNanoseconds, other.uptimeNanoseconds)
    return .nanoseconds(to > from ? Int64(clamping: to - from) : 0)
  }

  /// The moment `duration` later; the distant future if that is too far away.
  func advanced(by duration: Duration) -> DispatchTime {
    let (seconds, attoseconds) = duration.components
    let (whole, isHuge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !isHuge, whole < .max / 4 else { return seconds < 0 ? self : .distantFuture }
    // Rounded up: an alarm must not ring early.
    let nanoseconds = max(0, whole + (attoseconds + 999_999_999) / 1_000_000_000)
    return DispatchTime(uptimeNanoseconds: uptimeNanoseconds + UInt64(nanoseconds))
  }
}
