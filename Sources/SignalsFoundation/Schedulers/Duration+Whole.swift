extension Duration {
  /// At least 1, because zero has another meaning for clients written in C.
  package var wholeMilliseconds: Int64 {
    max(1, whole(perSecond: 1000))
  }

  /// For JetStream, which counts time in nanoseconds.
  package var wholeNanoseconds: Int64 { whole(perSecond: 1_000_000_000) }

  /// In units of which a second has so many; the nearest number, if there is none.
  private func whole(perSecond units: Int64) -> Int64 {
    let (seconds, attoseconds) = components
    let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: units)
    let (sum, isTooMuch) = product.addingReportingOverflow(
      attoseconds / (1_000_000_000_000_000_000 / units))
    return isTooLarge || isTooMuch ? seconds < 0 ? .min : .max : sum
  }
}
