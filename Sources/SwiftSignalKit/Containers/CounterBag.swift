/// Counts those who want something, by the tokens they got. The first token is 1, and none is used again.
///
/// One thread at a time may use it.
public final class CounterBag {
  @usableFromInline var nextToken = 1
  @usableFromInline var tokens: Set<Int> = []

  /// A bag without tokens.
  @inlinable public init() {}

  /// One more.
  ///
  /// - Returns: The token to leave with.
  @inlinable public func add() -> Int {
    defer { nextToken += 1 }
    tokens.insert(nextToken)
    return nextToken
  }

  /// One less, if the token is still there.
  @inlinable public func remove(_ token: Int) { tokens.remove(token) }

  /// Whether no token is left.
  @inlinable public var isEmpty: Bool { tokens.isEmpty }
}
