import CSignals

/// What a thread knows of itself.
@usableFromInline enum CurrentThread {
  /// A number that no other living thread has.
  @inlinable @inline(__always) static var identity: UInt { UInt(signals_thread_identity()) }

  /// What the thread knows. Valid on this thread only.
  @inlinable @inline(__always) static var local: UnsafeMutablePointer<signals_thread> { signals_thread() }

  /// The innermost frame of the property graph.
  @inlinable @inline(__always) static var graphFrame: UnsafeMutableRawPointer? {
    signals_thread().pointee.graph_frame
  }

  /// Lets other threads run, the longer the more often it is called in a row: from some instructions to half a
  /// millisecond.
  static func wait(_ attempt: Int) {
    #if SIGNALS_EXPLORED
      Exploration.yield()
    #else
      signals_wait(UInt32(attempt))
    #endif
  }

  /// Stops the program while there is stack left to say why: a stack that overflows says nothing (contract P8).
  @inlinable @inline(__always) static func checkStack() {
    if signals_may_be_deep() { stopIfDeep() }
  }

  /// Whether half of the stack is used.
  static var isStackHalfUsed: Bool { signals_is_half_deep() }

  @usableFromInline @inline(never) static func stopIfDeep() {
    if !signals_is_deep() { return }
    #if hasFeature(Embedded)
      fatalError()
    #else
      fatalError(
        """
        streams are nested too deeply: the stack of this thread, \(signals_stack_size() / 1024) KB, is used up. \
        Recursion needs no stack in the tail of append, andThen and catch. Elsewhere let receive(on:) break the chain, \
        or run it on a thread with a larger stack
        """)
    #endif
  }
}
