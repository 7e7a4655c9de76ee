import Dispatch
import Signals

extension DispatchTime {
  /// How long after this moment `other` is; zero if it is not after it.
  func duration(to other: DispatchTime) -> Duration {
    let (from, to) = (uptimeNanoseconds, other.uptimeNanoseconds)
    return .nanoseconds(to > from ? Int64(clamping: to - from) : 0)
  }

  /// The moment `duration` later, this one if it is negative; the distant future if that is too far away.
  func advanced(by duration: Duration) -> DispatchTime {
    let (seconds, attoseconds) = min(max(duration, .zero), .never).components
    let (whole, isHuge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !isHuge, whole < .max / 4 else { return .distantFuture }
    // Rounded up: an alarm must not ring early.
    let nanoseconds = whole + (attoseconds + 999_999_999) / 1_000_000_000
    return DispatchTime(uptimeNanoseconds: uptimeNanoseconds + UInt64(nanoseconds))
  }
}
