import Signals
import SignalsMarbles

/// What an operator can send in a picture. Named as `marbleName(of:)` names it, which Embedded Swift does not have.
protocol MarbleConvertible {
  var marble: Marble { get }
}

extension Marble: MarbleConvertible {
  var marble: Marble { self }

  /// A pair of values.
  init(_ pair: (some MarbleConvertible, some MarbleConvertible)) {
    self.init(pair.0.marble.name + pair.1.marble.name)
  }
}

extension String: MarbleConvertible {
  var marble: Marble { Marble(self) }
}

extension Int: MarbleConvertible {
  var marble: Marble { Marble("\(self)") }
}

extension Bool: MarbleConvertible {
  var marble: Marble { Marble(self ? "true" : "false") }
}

extension Never: MarbleConvertible {
  var marble: Marble { switch self {} }
}

extension Array: MarbleConvertible where Element: MarbleConvertible {
  var marble: Marble { Marble("[\(map { $0.marble.name }.joined(separator: ", "))]") }
}

extension Event: MarbleConvertible where Value: MarbleConvertible, Failure == TestFailure {
  var marble: Marble {
    switch self {
    case .next(let value): Marble("next(\(value.marble.name))")
    case .failed(let failure): Marble("failed(\(failure.description))")
    case .completed: Marble("completed")
    case .interrupted: Marble("interrupted")
    }
  }
}
