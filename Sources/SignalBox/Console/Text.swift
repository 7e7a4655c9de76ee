import SignalsFoundation

extension String {
  /// Filled with spaces on the right, up to a number of columns.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, columns - count))
  }

  /// Filled with spaces on the left, up to a number of columns.
  func aligned(to columns: Int) -> String {
    String(repeating: " ", count: Swift.max(0, columns - count)) + self
  }

  /// Cut in the middle, if it has to be: the beginning and the end of a path tell the most.
  func shortened(to columns: Int) -> String {
    guard count > columns else { return self }
    let head = (columns - 1) / 2
    return prefix(head) + "…" + suffix(columns - 1 - head)
  }

  /// Broken between words into lines of at most a number of columns. A longer word stays whole.
  func wrapped(to columns: Int) -> [String] {
    split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
  }

  /// What was typed, fit for a message of one line.
  var quoted: String { "'\(printable.shortened(to: 60))'" }
}

extension Int {
  /// With a comma between groups of three digits.
  var grouped: String {
    let digits = String(magnitude)
    let groups = stride(from: digits.count, to: 0, by: -3).map { end in
      digits.dropLast(digits.count - end).suffix(3)
    }
    return (self < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
  }

  /// With the noun it counts: "1 file", "2 files".
  func of(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}
