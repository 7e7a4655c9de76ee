#if NATS
  extension UInt64 {
    /// A number that is written with one to nineteen decimal digits, and nothing else.
    init?(digits: Slice<UnsafeRawBufferPointer>) {
      // With so many it cannot be too large.
      guard (1...19).contains(digits.count) else { return nil }
      self = 0
      for index in digits.startIndex..<digits.endIndex {
        let digit = digits.base[index] &- UInt8(ascii: "0")
        if digit > 9 { return nil }
        self = self &* 10 &+ UInt64(digit)
      }
    }
  }
#endif
