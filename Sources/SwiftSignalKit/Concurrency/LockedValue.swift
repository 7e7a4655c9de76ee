import Foundation
import Synchronization

/// A lock and a value: what ``Atomic`` and ``Lock`` are made of.
///
/// The lock belongs to the caller: functions of the caller run while it is held. A thread that locks it twice stops the
/// program with a message instead of waiting for itself.
///
/// Sendable because `value` is reached only while the lock is held.
@usableFromInline final class LockedValue<Value>: @unchecked Sendable {
  @usableFromInline let mutex = Mutex<Void>(())
  /// The thread that holds the lock, or 0. It also says to ThreadSanitizer, which cannot see into the mutex, that each
  /// holder comes after the one before.
  @usableFromInline let holder = Synchronization.Atomic<UInt>(0)
  @exclusivity(unchecked) @usableFromInline var value: Value

  @usableFromInline init(_ value: Value) { self.value = value }

  @inlinable @inline(__always) func lock() {
    let thread = Self.thread
    if holder.load(ordering: .relaxed) == thread { stop() }
    mutex._unsafeLock()
    begin(thread)
  }

  /// False: another function holds the lock, of this thread or of another one.
  @inlinable @inline(__always) func tryLock() -> Bool {
    let thread = Self.thread
    guard holder.load(ordering: .relaxed) != thread, mutex._unsafeTryLock() else { return false }
    begin(thread)
    return true
  }

  @inlinable @inline(__always) func begin(_ thread: UInt) {
    _ = holder.load(ordering: .acquiring)
    holder.store(thread, ordering: .relaxed)
  }

  @inlinable @inline(__always) func unlock() {
    holder.store(0, ordering: .releasing)
    mutex._unsafeUnlock()
  }

  @inlinable @inline(__always) static var thread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  @usableFromInline @inline(never) func stop() -> Never {
    let name = Value.self == Void.self ? "Lock" : "Atomic<\(Value.self)>"
    fatalError("\(name): a function that it runs must not ask it again; this would wait for ever")
  }
}
