import Signals

/// A line of a text, without what ends it.
public struct TextLine: Hashable, Sendable {
  /// What it says; what was not valid UTF-8 is replaced.
  public let text: String
  /// How many times something in the line was not valid UTF-8, and U+FFFD stands for it.
  public let replacementCount: Int
  /// Whether the line was cut, because it was longer than a limit: the next one goes on with it.
  public let isCut: Bool

  /// A line, as tests make it.
  public init(_ text: String, replacementCount: Int = 0, isCut: Bool = false) {
    self.text = text
    self.replacementCount = replacementCount
    self.isCut = isCut
  }

  init(_ bytes: some Collection<UInt8>, isCut: Bool = false) {
    self.isCut = isCut
    text = String(decoding: bytes, as: UTF8.self)
    replacementCount = bytes.allSatisfy { $0 < 0x80 } ? 0 : Self.replacements(in: text, of: bytes)
  }

  /// All U+FFFD of the text but those that were there before. (No other bytes contain these three.)
  private static func replacements(in text: String, of bytes: some Collection<UInt8>) -> Int {
    let shown = text.unicodeScalars.count { $0 == "\u{FFFD}" }
    if shown == 0 { return 0 }
    let bytes = Array(bytes)
    return shown
      - bytes.indices.dropLast(2).count { bytes[$0...].prefix(3).elementsEqual([0xEF, 0xBF, 0xBD]) }
  }
}

extension TextLine: CustomStringConvertible {
  public var description: String { text }
}
