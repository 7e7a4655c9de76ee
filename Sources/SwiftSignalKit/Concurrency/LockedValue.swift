import Foundation

/// A mutex and a value, in one block of memory: what ``Atomic`` and ``Lock`` are made of.
///
/// The mutex belongs to the caller: functions of the caller run while it is held. A thread that locks it twice stops the
/// program with a message instead of waiting for itself.
///
/// Sendable because the value is reached only while the mutex is held.
@usableFromInline final class LockedValue<Value>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @exclusivity(unchecked) @usableFromInline var value: Value

  @usableFromInline init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    // A normal mutex would let a thread wait for itself without end.
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @inlinable @inline(__always) func lock() {
    if pthread_mutex_lock(mutex) != 0 { stopBecauseTheCallerHoldsTheLock() }
  }

  /// False: another function holds the mutex, of this thread or of another one.
  @inlinable @inline(__always) func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }

  @inlinable @inline(__always) func unlock() { pthread_mutex_unlock(mutex) }

  @usableFromInline @inline(never) func stopBecauseTheCallerHoldsTheLock() -> Never {
    let name = Value.self == Void.self ? "Lock" : "Atomic<\(Value.self)>"
    fatalError("\(name): a function that it runs must not ask it again; this would wait for ever")
  }
}
