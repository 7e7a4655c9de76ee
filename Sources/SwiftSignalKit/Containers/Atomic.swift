/// A value behind a lock.
///
///     let count = Atomic(value: 0)
///     let now = count.modify { $0 + 1 }
///
/// The functions that are given to it run one at a time, on the calling thread; other callers wait meanwhile, so the
/// functions should be short. One that uses the same atomic again would wait for itself: that stops the program with a
/// message.
public final class Atomic<T>: Sendable {
  @usableFromInline let storage: LockedValue<T>

  /// An atomic with a first value.
  @inlinable public init(value: T) { storage = LockedValue(value) }

  /// What `f` makes of the value, which stays.
  @inlinable public func with<R>(_ f: (T) -> R) -> R {
    storage.lock()
    defer { storage.unlock() }
    return f(storage.value)
  }

  /// What `f` makes of the value, which stays.
  ///
  /// - Throws: ``AtomicLockError/isLocked``, at once, if another function holds the value.
  @inlinable public func tryWith<R>(_ f: (T) -> R) throws -> R {
    guard storage.tryLock() else { throw AtomicLockError.isLocked }
    defer { storage.unlock() }
    return f(storage.value)
  }

  /// Stores what `f` makes of the value.
  ///
  /// - Returns: The new value.
  @inlinable @discardableResult
  public func modify(_ f: (T) -> T) -> T {
    storage.lock()
    let new = f(storage.value)
    replace(with: new)
    return new
  }

  /// Stores another value.
  ///
  /// - Returns: The value before.
  @inlinable @discardableResult
  public func swap(_ value: T) -> T {
    storage.lock()
    return replace(with: value)
  }

  /// Unlocks before the value before is released: what that runs may ask this atomic.
  @inlinable @inline(__always) @discardableResult
  func replace(with value: T) -> T {
    var other = value
    Swift.swap(&storage.value, &other)
    // Without this the optimiser may release the value before earlier.
    withExtendedLifetime(other) { storage.unlock() }
    return other
  }
}

/// Why ``Atomic/tryWith(_:)`` gave no result.
public enum AtomicLockError: Error {
  /// Another function holds the value.
  case isLocked
}
