import Testing

@testable import SignalBox

@Suite struct UTF8ValidatorTests {
  private func isValid(_ bytes: [UInt8]) -> Bool {
    var validator = UTF8Validator()
    return bytes.allSatisfy { validator.accepts($0) } && !validator.isInsideCharacter
  }

  @Test func agreesWithTheStandardLibraryOnShortTexts() {
    // The borders of all ranges in the table of well-formed sequences.
    let borders: [UInt8] = [
      0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
      0xEF,
      0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    var texts: [[UInt8]] = [[]]
    for _ in 0..<3 { texts += texts.flatMap { text in borders.map { text + [$0] } } }
    texts += texts.filter { $0.count == 3 && $0[0] >= 0xF0 }.flatMap { text in borders.map { text + [$0] } }
    let wrong = texts.filter { isValid($0) != (String(validating: $0, as: UTF8.self) != nil) }
    #expect(wrong == [])
  }
}
