/// Steps that are taken one after the other, each when the one before has returned.
///
/// Each step attaches a source, and the end of that source requests the next step: so one waits at most. A source that
/// ends on another thread, while another thread is still attaching it, does not wait for that thread.
///
/// Sendable because `state` is touched only under the lock.
@usableFromInline package final class Succession: @unchecked Sendable {
  @usableFromInline package typealias Step = @Sendable () -> Void

  private struct State {
    /// The thread that takes the newest step, or 0.
    var runner: UInt = 0
    var next: Step?
  }
  private let lock = Lock()
  @exclusivity(unchecked) private var state = State()

  package init() {}

  @usableFromInline package func proceed(_ step: @escaping Step) {
    if !begin(orKeep: step) { return }
    step()
    goOn()
  }

  /// True: the caller takes its step at once, and then calls ``goOn()``. False: this thread is inside a step, and the caller
  /// calls ``proceed(_:)``. So a step that is taken at once needs no memory.
  @usableFromInline func begin(orKeep step: Step? = nil) -> Bool {
    let thread = CurrentThread.identity
    return lock.withLock {
      if state.runner == thread {
        if let step { state.next = step }
        return false
      }
      state.runner = thread
      return true
    }
  }

  /// Takes the steps that were requested inside the one before.
  @usableFromInline func goOn() {
    let thread = CurrentThread.identity
    while true {
      let next: Step? = lock.withLock {
        guard state.runner == thread else { return nil }
        if let next = state.next.take() { return next }
        state.runner = 0
        return nil
      }
      guard let next else { return }
      next()
    }
  }
}
