/// Lets one thread at a time run something.
///
/// Waiting for oneself stops the program with a message.
public final class Lock: Sendable {
  @usableFromInline let storage = LockedValue(())

  /// A lock that is free.
  public init() {}

  /// Runs `f` when nothing else runs here.
  @inlinable public func locked(_ f: () -> Void) {
    storage.lock()
    defer { storage.unlock() }
    f()
  }

  /// Runs `f` when nothing else runs here, and gives what it returns or throws.
  @inlinable @discardableResult
  public func throwingLocked<R>(_ f: () throws -> R) throws -> R {
    storage.lock()
    defer { storage.unlock() }
    return try f()
  }
}
