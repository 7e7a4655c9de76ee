/// A chain of calls, as the user typed it: `uppercase.delay(2)`.
struct Expression: Equatable {
  let calls: [Call]

  /// An event goes through all operators in one call, so their number is a number of stack frames.
  static let mostCalls = 100

  struct Call: Equatable {
    let name: String
    let arguments: [Argument]
    let position: Int
  }

  struct Argument: Equatable {
    let label: String?
    let literal: Literal
    let position: Int
  }
}

/// A value as it was written.
struct Literal: Equatable {
  enum Kind: Equatable {
    /// `2`
    case number(Int)
    /// `'a-b|'`, without the quotes
    case quoted(String)
    /// `isVowel`
    case word(String)
    /// `!isVowel`
    case not(String)
    /// `+`
    case plus
    /// `.latest`, `.concurrent(limit: 2)`
    case choice(String, limit: Int?)
  }

  let kind: Kind
  let position: Int
}
