/// Properties, and what is done to them, step by step. Every script can run: an action on an observer or a property
/// that does not exist is skipped.
struct GraphScript {
  var properties: [Kind]
  var steps: [Act]

  /// How the value of a property comes about; numbers say which other properties it reads.
  enum Kind {
    case stored(Int)
    /// Stored, and every set is a change.
    case incomparable(Int)
    case mapped(Int)
    case distinct(Int)
    case both(Int, Int)
    case all([Int])
    /// Which of them it reads depends on their values.
    case computed([Int])
    /// One of the inner ones, as the outer one says.
    case flat(Int, [Int])
    /// Read in a transaction that has set another property, directly and through what depends on that.
    case inTransaction(Int)
  }

  indirect enum Act {
    case set(Int, Int)
    case read(Int)
    case transaction([Act])
    case observe(Int, name: Int, isSignal: Bool, Reaction?)
    case dispose(name: Int)
  }

  /// What an observer does, once.
  struct Reaction {
    /// The position of the value.
    var count: Int
    var acts: [Act]
  }
}

extension GraphScript.Kind {
  var isStored: Bool {
    switch self {
    case .stored, .incomparable: true
    default: false
    }
  }

  var isFlat: Bool { if case .flat = self { true } else { false } }

  /// What it may read.
  var sources: [Int] {
    switch self {
    case .stored, .incomparable: []
    case .mapped(let source), .distinct(let source), .inTransaction(let source): [source]
    case .both(let one, let other): [one, other]
    case .all(let sources), .computed(let sources): sources
    case .flat(let outer, let inner): [outer] + inner
    }
  }

  // Few different values, so that many are equal.

  static func mapped(_ value: Int) -> Int { (value * 3 + 1) % 5 }
  static func both(_ one: Int, _ other: Int) -> Int { (one + 2 * other) % 6 }
  static func inTransaction(_ value: Int, _ sum: Int) -> Int { (value + sum) % 5 }
  static func all(_ values: [Int]) -> Int { values.reduce(0, +) % 7 }

  /// Reads from left to right; each value says how many are passed over.
  static func walk(_ count: Int, _ read: (Int) -> Int) -> Int {
    var (sum, next) = (0, 0)
    while next < count {
      let value = read(next)
      sum = (sum * 3 + value) % 7
      next += 1 + value % 3
    }
    return sum
  }
}
