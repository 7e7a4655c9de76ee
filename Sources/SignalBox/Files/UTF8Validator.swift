/// Says byte by byte whether a text is valid UTF-8, with the table of well-formed sequences of the
/// Unicode standard (table 3-7).
struct UTF8Validator: Sendable {
  /// How many bytes of the character are still to come.
  private var missing = 0
  /// What the next of them may be.
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  var isInsideCharacter: Bool { missing > 0 }

  /// Whether the text can still be valid with this byte.
  mutating func accepts(_ byte: UInt8) -> Bool {
    if missing == 0 { return begins(with: byte) }
    guard allowed.contains(byte) else {
      missing = 0
      return false
    }
    missing -= 1
    allowed = 0x80...0xBF
    return true
  }

  private mutating func begins(with byte: UInt8) -> Bool {
    switch byte {
    case 0x00...0x7F: return true
    case 0xC2...0xDF: missing = 1
    case 0xE0...0xEF: missing = 2
    case 0xF0...0xF4: missing = 3
    default: return false
    }
    allowed =
      switch byte {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    return true
  }
}
