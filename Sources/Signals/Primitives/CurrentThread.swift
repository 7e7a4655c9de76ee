import CSignals

/// The state of the calling thread.
@usableFromInline package enum CurrentThread {
  /// A number that no other living thread has.
  @inlinable @inline(__always) package static var identity: UInt { UInt(signals_thread_identity()) }

  /// Lets other threads run, the longer the more often it is called in a row: from some instructions to half a
  /// millisecond.
  @usableFromInline package static func wait(_ attempt: Int) {
    #if SIGNALS_EXPLORED
      Exploration.yield()
    #else
      signals_wait(UInt32(attempt))
    #endif
  }

  /// Stops the program while there is stack left to say why: a stack that overflows says nothing (contract P8).
  @inlinable @inline(__always) static func checkStack() {
    if signals_may_be_deep() { stopIfStreamsAreDeep() }
  }

  /// The same where a chain of stages is attached that is long: its values may need as much stack again.
  @usableFromInline @inline(never) static func checkHalfOfStack() {
    if isStackHalfUsed { stop("streams", "half of the", adviceForStreams) }
  }

  /// Whether half of the stack is used.
  @inline(__always) package static var isStackHalfUsed: Bool {
    signals_may_be_half_deep() && signals_is_half_deep()
  }

  /// See ``Purpose``.
  @inlinable @inline(__always) static var purposes: UnsafeMutableRawPointer? {
    get { signals_thread().pointee.purposes }
    set { signals_thread().pointee.purposes = newValue }
  }

  /// The gate that this thread is inside of while a message of its lets observers come first.
  static var gateOfMessage: UnsafeMutableRawPointer? {
    get { signals_thread().pointee.gate_of_message }
    set { signals_thread().pointee.gate_of_message = newValue }
  }

  /// See ``Step``.
  static var step: UnsafeMutableRawPointer? {
    get { signals_thread().pointee.step }
    set { signals_thread().pointee.step = newValue }
  }

  @usableFromInline @inline(never) static func stopIfStreamsAreDeep() {
    if signals_is_deep() { stop("streams", "the", adviceForStreams) }
  }

  private static var adviceForStreams: StaticString {
    """
    Recursion needs no stack in the tail of append, andThen, catch and ifEmpty. Elsewhere let receive(on:) break the \
    chain, or run it on a thread with a larger stack
    """
  }

  static func stop(_ what: StaticString, _ share: StaticString, _ advice: StaticString) -> Never {
    #if hasFeature(Embedded)
      stopProgram(what, " are nested too deeply: the stack is used up. ", advice)
    #else
      let stack = "\(signals_stack_size() / 1024) KB stack of this thread"
      fatalError("\(what) are nested too deeply: \(share) \(stack) is used up. \(advice)")
    #endif
  }
}

#if !hasFeature(Embedded)
  extension CurrentThread {
    /// What is recorded of the subscription whose attachment or callback the thread is in.
    static var recorded: AnyObject? {
      signals_thread().pointee.recorded.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    /// Runs `body` with `object` as what is ``recorded``. The caller holds it meanwhile.
    @inline(__always) static func recording(_ object: AnyObject, _ body: () -> Void) {
      let outer = signals_thread().pointee.recorded
      signals_thread().pointee.recorded = Unmanaged.passUnretained(object).toOpaque()
      body()
      signals_thread().pointee.recorded = outer
    }

    /// `Task.isCancelled`, cheap enough to be looked at for each value. The standard library retains the task for that,
    /// with two locked operations; here it is called only when the runtime says that the task was cancelled.
    @inlinable @inline(__always) static var isTaskCancelled: Bool {
      signals_task_may_be_cancelled() && Task.isCancelled
    }

    /// Counts an asynchronous operation. True: it is the last one of a turn; see ``TaskTurn``.
    @inlinable @inline(__always) static func countOperation(of turn: UInt) -> Bool {
      let thread = signals_thread()!
      thread.pointee.operations_of_turn += 1
      if thread.pointee.operations_of_turn < turn { return false }
      thread.pointee.operations_of_turn = 0
      return true
    }
  }
#endif
