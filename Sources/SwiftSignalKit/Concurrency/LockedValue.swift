import Foundation
import Synchronization

/// A lock and a value: what ``Atomic`` and ``Lock`` are made of.
///
/// The lock belongs to the caller: functions of the caller run while it is held. A thread that locks it twice stops the
/// program with a message instead of waiting for itself.
///
/// A free lock is taken and released with one atomic operation each. A thread that finds it taken marks it and waits for a
/// condition, which the holder signals when it finds the mark.
///
/// Sendable because the value is reached only while the lock is held.
@usableFromInline final class LockedValue<Value>: @unchecked Sendable {
  /// The thread that holds the lock, or 0. The lowest bit says that others wait.
  @usableFromInline let holder = Synchronization.Atomic<UInt>(0)
  @exclusivity(unchecked) @usableFromInline var value: Value
  private let waiting = NSCondition()

  @usableFromInline init(_ value: Value) { self.value = value }

  @inlinable @inline(__always) func lock() {
    if !tryLock() { waitForLock() }
  }

  /// False: another function holds the lock, of this thread or of another one.
  @inlinable @inline(__always) func tryLock() -> Bool {
    holder.compareExchange(expected: 0, desired: Self.thread, ordering: .acquiring).exchanged
  }

  @inlinable @inline(__always) func unlock() {
    if holder.exchange(0, ordering: .releasing) & 1 != 0 { wakeOne() }
  }

  /// Threads are told apart by an address, whose lowest bit is 0.
  @inlinable @inline(__always) static var thread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  @usableFromInline @inline(never) func waitForLock() {
    waiting.lock()
    defer { waiting.unlock() }
    while true {
      let seen = holder.load(ordering: .relaxed)
      if seen & ~1 == Self.thread { stop() }
      if seen == 0 {
        // Others may wait still: the mark makes this thread wake one of them.
        let isTaken = holder.compareExchange(expected: 0, desired: Self.thread | 1, ordering: .acquiring)
          .exchanged
        if isTaken { return }
      } else if seen & 1 != 0
        || holder.compareExchange(expected: seen, desired: seen | 1, ordering: .relaxed).exchanged
      {
        waiting.wait()
      }
    }
  }

  /// The waiting thread has either seen that the lock is free, or waits: it holds the condition in between.
  @usableFromInline @inline(never) func wakeOne() {
    waiting.lock()
    waiting.signal()
    waiting.unlock()
  }

  private func stop() -> Never {
    let name = Value.self == Void.self ? "Lock" : "Atomic<\(Value.self)>"
    fatalError("\(name): a function that it runs must not ask it again; this would wait for ever")
  }
}
