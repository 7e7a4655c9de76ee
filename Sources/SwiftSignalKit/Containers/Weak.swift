/// Refers to an object without keeping it: to be put into an array, for example.
public final class Weak<T: AnyObject> {
  /// The object, as long as a strong reference to it exists.
  public private(set) weak var value: T?

  /// Refers to `value`.
  public init(_ value: T) { self.value = value }
}
