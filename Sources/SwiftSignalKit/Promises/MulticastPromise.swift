/// The parts of a value that several wait for: the value, those who wait, and a lock for both. The user of it puts them
/// together.
public final class MulticastPromise<T> {
  /// Those who wait.
  public let subscribers = Bag<(T) -> Void>()
  /// For whoever touches the others.
  public let lock = Lock()
  /// The value, when it is there.
  public var value: T?

  /// Nobody waits yet.
  public init() {}
}
