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

/// What waits for a job of an actor: a lock, an array, and one job that fetches what has come together.
struct FloorMailbox: ~Copyable {
  private struct State {
    var waiting: [Int] = []
    var spare: [Int] = []
    var hasJob = false
  }

  private let state = Mutex(State())

  /// True: a job is needed.
  @inline(__always) func add(_ value: Int) -> Bool {
    state.withLock { state in
      state.waiting.append(value)
      defer { state.hasJob = true }
      return !state.hasJob
    }
  }

  func takeAll() -> [Int] {
    state.withLock { state in
      defer {
        state.waiting = state.spare
        state.spare = []
      }
      return state.waiting
    }
  }

  /// True: another job is needed.
  func finish(_ batch: consuming [Int]) -> Bool {
    batch.removeAll(keepingCapacity: true)
    let storage = batch
    return state.withLock { state in
      state.spare = storage
      state.hasJob = !state.waiting.isEmpty
      return state.hasJob
    }
  }
}

/// To the main actor.
final class FloorMainHop: Sendable {
  private let mailbox = FloorMailbox()
  private let action: @MainActor @Sendable (Int) -> Void

  init(_ action: @escaping @MainActor @Sendable (Int) -> Void) { self.action = action }

  @inline(__always) func send(_ value: Int) {
    if mailbox.add(value) { sendJob() }
  }

  private func sendJob() { Task.detached { @MainActor in self.run() } }

  @MainActor private func run() {
    let batch = mailbox.takeAll()
    for value in batch { action(value) }
    if mailbox.finish(batch) { sendJob() }
  }
}

/// To any actor.
final class FloorActorHop<A: Actor>: Sendable {
  private let mailbox = FloorMailbox()
  private let actor: A
  private let action: @Sendable (isolated A, Int) -> Void

  init(_ actor: A, _ action: @escaping @Sendable (isolated A, Int) -> Void) {
    self.actor = actor
    self.action = action
  }

  @inline(__always) func send(_ value: Int) {
    if mailbox.add(value) { sendJob() }
  }

  private func sendJob() { Task.detached { await self.run(on: self.actor) } }

  private func run(on actor: isolated A) {
    let batch = mailbox.takeAll()
    for value in batch { action(actor, value) }
    if mailbox.finish(batch) { sendJob() }
  }
}
