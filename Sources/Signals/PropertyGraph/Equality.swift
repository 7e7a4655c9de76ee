/// Which values are no change.
///
/// Not copyable, so that a value is compared without retaining the closure.
@frozen @usableFromInline enum Equality<Value>: ~Copyable, Sendable {
  /// Every value is a change.
  case none
  case by(@Sendable (Value, Value) -> Bool)

  @inlinable init(_ areEqual: (@Sendable (Value, Value) -> Bool)?) {
    if let areEqual { self = .by(areEqual) } else { self = .none }
  }

  @inlinable @inline(__always) var isComparable: Bool {
    switch self {
    case .none: false
    case .by: true
    }
  }

  @inlinable @inline(__always) func holds(_ before: Value, _ after: Value) -> Bool {
    switch self {
    case .none: false
    case .by(let areEqual): areEqual(before, after)
    }
  }

  /// The same where a computation or a transaction is around: what is compared may read properties.
  @inlinable @inline(__always) func holdsUntracked(_ before: Value, _ after: Value) -> Bool {
    if CurrentThread.graphFrame == nil { return holds(before, after) }
    return Frame.untracked { holds(before, after) }
  }
}

/// Whether a value that is set over another one is no change: equal, or the same without being equal to itself, as NaN
/// over NaN (contract R6).
@inlinable @inline(__always) func isSame<Value: Equatable>(_ one: Value, _ other: Value) -> Bool {
  one == other || one != one && other != other && isSameUnequal(one, other)
}

/// Of two values that are not equal to themselves. Of several parts, as a point with a NaN, only one may be such: unless
/// all bits are the same, it counts as a change, so that none is lost.
@inlinable @inline(never) func isSameUnequal<Value>(_ one: Value, _ other: Value) -> Bool {
  #if !hasFeature(Embedded)
    // Any NaN.
    if Value.self == Double.self || Value.self == Float.self { return true }
  #endif
  guard _isPOD(Value.self) else { return false }
  return withUnsafePointer(to: one) { one in
    withUnsafePointer(to: other) { other in
      (0..<(MemoryLayout<Value>.size + 7) / 8).allSatisfy {
        copiedWord($0, of: one) == copiedWord($0, of: other)
      }
    }
  }
}
