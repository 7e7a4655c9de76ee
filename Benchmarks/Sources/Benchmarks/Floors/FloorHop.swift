import Dispatch
import Synchronization

/// What it costs at least to take values to another queue: a lock, an array, and one job that fetches what
/// has come together.
final class FloorHop: Sendable {
  private struct State {
    var waiting: [Int] = []
    var hasJob = false
  }

  private let state = Mutex(State())
  private let queue: DispatchQueue
  private let receive: @Sendable (Int) -> Void

  init(_ queue: DispatchQueue, _ receive: @escaping @Sendable (Int) -> Void) {
    self.queue = queue
    self.receive = receive
  }

  @inline(__always) func send(_ value: Int) {
    let mustHop = state.withLock { state in
      state.waiting.append(value)
      defer { state.hasJob = true }
      return !state.hasJob
    }
    if mustHop { queue.async { self.drain() } }
  }

  private func drain() {
    var batch: [Int] = []
    while true {
      let isDone = state.withLock { state in
        swap(&batch, &state.waiting)
        state.hasJob = !batch.isEmpty
        return batch.isEmpty
      }
      if isDone { return }
      batch.forEach(receive)
      batch.removeAll(keepingCapacity: true)
    }
  }
}
