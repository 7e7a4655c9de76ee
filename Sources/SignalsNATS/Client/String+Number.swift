#if NATS
  extension String {
    /// A text with a number behind it. An interpolation does the same in steps that take longer than to publish a message.
    init(_ text: String, number: UInt64) {
      // The last digit comes first: they are written backwards.
      self.init(unsafeUninitializedCapacity: text.utf8.count + 20) { buffer in
        var digits = 1
        var rest = number
        while rest >= 10 { (rest, digits) = (rest / 10, digits + 1) }
        let end = text.utf8.count + digits
        _ = buffer.initialize(from: text.utf8)
        rest = number
        for index in stride(from: end - 1, through: text.utf8.count, by: -1) {
          buffer.initializeElement(at: index, to: UInt8(ascii: "0") + UInt8(rest % 10))
          rest /= 10
        }
        return end
      }
    }
  }
#endif
