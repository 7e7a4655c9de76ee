/// Steps that are taken one after the other, each when the one before has returned.
///
/// Each step attaches a source, and the end of that source requests the next step: so one waits at most. A source that
/// ends on another thread, while another thread is still attaching it, does not wait for that thread.
package final class Succession: Sendable {
  package typealias Step = @Sendable () -> Void

  private struct State {
    /// The thread that takes the newest step, or 0.
    var runner: UInt = 0
    var next: Step?
  }
  private let state = Guarded(State())

  package init() {}

  package func proceed(_ step: @escaping Step) {
    let thread = CurrentThread.identity
    let isInsideStep = state.withLock { state in
      if state.runner == thread {
        state.next = step
        return true
      }
      state.runner = thread
      return false
    }
    if isInsideStep { return }
    var current: Step? = step
    while let step = current {
      step()
      current = state.withLock { state in
        guard state.runner == thread else { return nil }
        if let next = state.next.take() { return next }
        state.runner = 0
        return nil
      }
    }
  }
}
