/// Counts those who want something, by the tokens they got. The first token is 1, and none is used again.
///
/// One thread at a time may use it.
public final class CounterBag {
  private var nextToken = 1
  private var tokens: Set<Int> = []

  public init() {}

  /// One more.
  ///
  /// - Returns: The token to leave with.
  public func add() -> Int {
    defer { nextToken += 1 }
    tokens.insert(nextToken)
    return nextToken
  }

  /// One less, if the token is still there.
  public func remove(_ token: Int) { tokens.remove(token) }

  /// Whether nobody is left.
  public var isEmpty: Bool { tokens.isEmpty }
}
