import CSignals

/// The property graph's state of the thread; see CSignals.h.
extension CurrentThread {
  /// Stops the program while there is stack left to say why (contract P8).
  static func checkStackOfProperties() {
    if signals_may_be_deep() { stopIfPropertiesAreDeep() }
  }

  @inline(never) private static func stopIfPropertiesAreDeep() {
    if signals_is_deep() { stop("computed properties", "the", adviceForProperties) }
  }

  private static var adviceForProperties: StaticString {
    """
    A chain of them needs no stack if each is read once before the next one is made, or is made by map, combineLatest \
    or flatMap. Otherwise read it on a thread with a larger stack
    """
  }

  @inlinable @inline(__always) static var graphFrame: UnsafeMutableRawPointer? {
    get { signals_thread().pointee.graph_frame }
    set { signals_thread().pointee.graph_frame = newValue }
  }

  @inlinable @inline(__always) static var graphWave: UnsafeMutableRawPointer? {
    get { signals_thread().pointee.graph_wave }
    set { signals_thread().pointee.graph_wave = newValue }
  }

  @inlinable @inline(__always) static var graphReleases: UnsafeMutableRawPointer? {
    get { signals_thread().pointee.graph_releases }
    set { signals_thread().pointee.graph_releases = newValue }
  }

  @inlinable @inline(__always) static var graphWalks: UInt {
    get { UInt(signals_thread().pointee.graph_walks) }
    set { signals_thread().pointee.graph_walks = newValue }
  }

  @inlinable @inline(__always) static var graphAnnounced: UnsafeMutableRawPointer? {
    get { signals_thread().pointee.graph_announced }
    set { signals_thread().pointee.graph_announced = newValue }
  }

  @inlinable @inline(__always) static var graphRun: UInt64 {
    get { signals_thread().pointee.graph_run }
    set { signals_thread().pointee.graph_run = newValue }
  }

  @inlinable @inline(__always) static var graphRunEnd: UInt64 {
    get { signals_thread().pointee.graph_run_end }
    set { signals_thread().pointee.graph_run_end = newValue }
  }

  static var graphOwnChanges: (since: UInt64, until: UInt64) {
    get {
      let thread = signals_thread()!
      return (thread.pointee.graph_own_changes_since, thread.pointee.graph_own_changes_until)
    }
    set {
      let thread = signals_thread()!
      thread.pointee.graph_own_changes_since = newValue.since
      thread.pointee.graph_own_changes_until = newValue.until
    }
  }
}
