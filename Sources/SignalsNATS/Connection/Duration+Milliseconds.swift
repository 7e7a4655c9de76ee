#if NATS
  extension Duration {
    /// At least 1, because zero has another meaning for the C client.
    var wholeMilliseconds: Int64 {
      let (seconds, attoseconds) = components
      let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1000)
      return max(
        1,
        isTooLarge ? .max : product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000).partialValue)
    }

    /// For JetStream, which counts time in nanoseconds.
    var wholeNanoseconds: Int64 {
      let (seconds, attoseconds) = components
      let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      if isTooLarge { return seconds < 0 ? .min : .max }
      return product.addingReportingOverflow(attoseconds / 1_000_000_000).partialValue
    }
  }
#endif
