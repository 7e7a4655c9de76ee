/// The parts of a value that several wait for: the value, those who wait, and a lock for both. The user of it puts them
/// together.
public final class MulticastPromise<T> {
  /// Those who wait.
  public let subscribers = Bag<(T) -> Void>()
  /// Protects `subscribers` and `value`: the caller holds the lock while using them.
  public let lock = Lock()
  /// The value, when it is there.
  public var value: T?

  /// No value, and no subscribers yet.
  public init() {}
}
