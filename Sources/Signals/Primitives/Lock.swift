import Synchronization

#if hasFeature(Embedded)

  /// Mutual exclusion on a system with one thread: there is no other thread to wait for.
  @usableFromInline package struct Lock: ~Copyable, Sendable {
    @usableFromInline init() {}

    @inlinable @inline(__always) package func withLock<Result>(_ body: () -> Result) -> Result { body() }

    @inlinable package static var isHeldByCaller: Bool { false }
  }

#else

  /// Mutual exclusion for a few loads and stores. Waiting parks the thread, after a moment.
  ///
  /// Code outside the library never runs while a lock is held (contract E9): decide under the
  /// lock, act after it. Debug builds record which thread is inside a lock, and every place that
  /// calls out asserts that it is not.
  @usableFromInline package struct Lock: ~Copyable, Sendable {
    @usableFromInline let mutex = Mutex<Void>(())
    /// Whether a thread is inside, for those that come: a hint, which decides nothing, so builds that explore interleavings
    /// leave it out.
    ///
    /// It also repeats, in instrumented code, what the mutex guarantees: each section happens after the one before it.
    /// ThreadSanitizer cannot see into the runtime's mutex.
    @usableFromInline let isHeld = Synchronization.Atomic<Bool>(false)

    @usableFromInline init() {}

    @inlinable @inline(__always) package func withLock<Result>(_ body: () -> Result) -> Result {
      #if DEBUG
        // Around the lock, not inside it: a task-local value takes a lock of the task, which is held by a thread that
        // cancels the task and comes here from `onCancel`.
        return Self.audited { locked(body) }
      #else
        return locked(body)
      #endif
    }

    @inlinable @inline(__always) package func locked<Result>(_ body: () -> Result) -> Result {
      #if SIGNALS_EXPLORED
        mutex._unsafeLock()
      #else
        if isHeld.load(ordering: .relaxed) || !mutex._unsafeTryLock() { lockContended() }
      #endif
      _ = isHeld.load(ordering: .acquiring)
      isHeld.store(true, ordering: .relaxed)
      defer {
        isHeld.store(false, ordering: .releasing)
        mutex._unsafeUnlock()
      }
      return body()
    }

    #if !SIGNALS_EXPLORED
      /// Tries for a moment, without being parked. Mutexes of Linux hand over to a thread that is parked: as soon as one is,
      /// each section takes a change of threads, and with more threads than processors that does not end.
      @usableFromInline @inline(never) func lockContended() {
        for attempt in 0..<Self.attemptsOutside {
          CurrentThread.wait(attempt)
          if !isHeld.load(ordering: .relaxed), mutex._unsafeTryLock() { return }
        }
        mutex._unsafeLock()
      }

      /// In the end half a millisecond.
      private static var attemptsOutside: Int { 18 }
    #endif

    #if DEBUG
      @usableFromInline static func audited<Result>(_ body: () -> Result) -> Result {
        LockAudit.$isInside.withValue(true, operation: body)
      }
    #endif

    /// Whether the calling thread is inside a lock; always false in release builds.
    @usableFromInline package static var isHeldByCaller: Bool {
      #if DEBUG
        LockAudit.isInside
      #else
        false
      #endif
    }
  }

  #if DEBUG
    /// A task-local is the thread-local of the standard library: it works outside tasks too.
    private enum LockAudit {
      @TaskLocal static var isInside = false
    }
  #endif

#endif

/// Stops debug builds that are about to run code outside the library while holding a lock (contract E9).
@inlinable @inline(__always)
package func assertNoLockHeld() {
  assert(!Lock.isHeldByCaller, "contract E9: code outside the library is called while a lock is held")
}
