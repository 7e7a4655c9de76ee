import CSignals

/// Blocks of memory whose addresses are multiples of eight.
///
/// The allocation of the standard library requests an alignment, for which some systems take 16 bytes more for each block,
/// and longer.
enum Heap {
  static func allocate(byteCount: Int) -> UnsafeMutableRawPointer { signals_allocate(UInt(byteCount)) }

  static func deallocate(_ block: UnsafeMutableRawPointer) {
    #if SIGNALS_EXPLORED
      // What is kept back may write there.
      Exploration.scheduler?.willSettleStores()
    #endif
    signals_deallocate(block)
  }
}
