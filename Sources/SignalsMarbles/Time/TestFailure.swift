/// The failure that an `x` in a marble diagram stands for.
public struct TestFailure: Error, Hashable, CustomStringConvertible {
  public init() {}

  public var description: String { "x" }
}
