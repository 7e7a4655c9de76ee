/// What has to hold for every input, whatever its bytes.
struct Property: Sendable {
  /// Also the name of the folder with its corpus.
  let name: String
  /// What does not hold, in a sentence; nil if all is well.
  let violation: @Sendable (_ input: [UInt8]) -> String?

  static let all: [Property] = [.marbles, .expressions, .globs, .commands, .lines]
}

extension [UInt8] {
  /// What stands before and after the first line feed; nil in place of the second part if there is none.
  var halves: (first: [UInt8], second: [UInt8]?) {
    guard let end = firstIndex(of: UInt8(ascii: "\n")) else { return (self, nil) }
    return (Array(self[..<end]), Array(self[(end + 1)...]))
  }

  /// The text, with U+FFFD for what is not UTF-8, as in the arguments of a program.
  var text: String { String(decoding: self, as: UTF8.self) }
}
