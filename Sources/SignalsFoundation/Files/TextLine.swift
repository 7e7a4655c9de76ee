import Signals

/// A line of a text, without what ends it.
///
/// Lines are equal if they say the same, wherever they stand.
public struct TextLine: Sendable {
  /// What it says; what was not valid UTF-8 is replaced.
  public let text: String
  /// How many times something in the line was not valid UTF-8, and U+FFFD stands for it.
  public let replacementCount: Int
  /// Whether the line was cut, because it was longer than a limit: the next one goes on with it.
  public let isCut: Bool
  /// Where the line ends: a program that has dealt with it goes on there with ``FilePosition/after(_:)``, when it is started
  /// again. Nil where it does not come of a file that is followed.
  public private(set) var place: FilePlace?

  /// A line, as tests make it.
  public init(_ text: String, replacementCount: Int = 0, isCut: Bool = false, place: FilePlace? = nil) {
    self.text = text
    self.replacementCount = replacementCount
    self.isCut = isCut
    self.place = place
  }

  func placed(_ place: FilePlace) -> TextLine {
    var line = self
    line.place = place
    return line
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

extension TextLine: Hashable {
  public static func == (a: TextLine, b: TextLine) -> Bool {
    a.text == b.text && a.replacementCount == b.replacementCount && a.isCut == b.isCut
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension TextLine: CustomStringConvertible {
  public var description: String { text }
}
