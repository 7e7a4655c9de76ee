import Synchronization

#if hasFeature(Embedded) && (arch(arm) || arch(riscv32))

  /// Stands for an atomic of 64 bits on processors that have none of that size.
  ///
  /// There is one thread on these targets (see ``Lock``), and an interrupt handler calls nothing of the core: no
  /// other code sees one half changed and the other one not. The halves are atomics, because an atomic can be
  /// changed in a constant.
  @usableFromInline package struct AtomicUInt64: ~Copyable, Sendable {
    @usableFromInline let low: Atomic<UInt32>
    @usableFromInline let high: Atomic<UInt32>

    @inlinable @inline(__always) package init(_ value: UInt64) {
      low = Atomic(UInt32(truncatingIfNeeded: value))
      high = Atomic(UInt32(truncatingIfNeeded: value >> 32))
    }

    @inlinable @inline(__always) package func load(ordering: AtomicLoadOrdering) -> UInt64 {
      UInt64(high.load(ordering: .relaxed)) << 32 | UInt64(low.load(ordering: .relaxed))
    }

    @inlinable @inline(__always) package func store(_ value: UInt64, ordering: AtomicStoreOrdering) {
      low.store(UInt32(truncatingIfNeeded: value), ordering: .relaxed)
      high.store(UInt32(truncatingIfNeeded: value >> 32), ordering: .relaxed)
    }

    @inlinable @inline(__always)
    package func exchange(_ value: UInt64, ordering: AtomicUpdateOrdering) -> UInt64 {
      let before = load(ordering: .relaxed)
      store(value, ordering: .relaxed)
      return before
    }

    @inlinable @inline(__always)
    package func compareExchange(
      expected: UInt64, desired: UInt64, ordering: AtomicUpdateOrdering
    ) -> (exchanged: Bool, original: UInt64) {
      let before = load(ordering: .relaxed)
      if before == expected { store(desired, ordering: .relaxed) }
      return (before == expected, before)
    }

    @discardableResult
    @inlinable @inline(__always)
    package func wrappingAdd(
      _ operand: UInt64, ordering: AtomicUpdateOrdering
    ) -> (oldValue: UInt64, newValue: UInt64) {
      let before = load(ordering: .relaxed)
      store(before &+ operand, ordering: .relaxed)
      return (before, before &+ operand)
    }
  }

  /// The same, for what is no step of an explored run.
  typealias UnexploredAtomicUInt64 = AtomicUInt64

#else

  @usableFromInline package typealias AtomicUInt64 = Atomic<UInt64>

  /// The same, for what is no step of an explored run.
  typealias UnexploredAtomicUInt64 = Synchronization.Atomic<UInt64>

#endif
