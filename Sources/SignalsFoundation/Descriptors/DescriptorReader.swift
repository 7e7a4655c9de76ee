import Dispatch
import Foundation
import Signals

/// Reads what arrives at a descriptor, whenever something is there, on a queue.
///
/// The ``DescriptorMonitor`` waits, so neither the queue nor the thread that starts does. It reads one piece per turn of
/// the queue. While a pause is requested it does not read, so that the process that writes has to wait.
///
/// When it has ended or was disposed of, nothing keeps it or its descriptor.
final class DescriptorReader: Disposable {
  private struct State {
    var registration: DescriptorMonitor.Registration?
    var hasEnded = false
    /// How many pauses are requested.
    var pauses = 0
    /// It goes on when no pause is requested any more.
    var isResting = false
  }

  private let descriptor: Descriptor
  private let size: Int
  private let queue: DispatchQueue
  private let deliver: @Sendable (Descriptor.Chunk) -> Void
  private let state = Guarded(State())

  /// `queue` is serial. `deliver` receives the end, or a failure, at most once and last.
  init(
    _ descriptor: Descriptor, atMost size: Int = 64 * 1024, on queue: DispatchQueue,
    deliver: @escaping @Sendable (Descriptor.Chunk) -> Void
  ) {
    self.descriptor = descriptor
    self.size = size
    self.queue = queue
    self.deliver = deliver
  }

  /// From here on the reader stays until it has ended. Call it once.
  ///
  /// - Throws: When the system refuses what the waiting needs. Then nothing is read.
  func begin() throws(SystemFailure) {
    let registration = try DescriptorMonitor.shared.register(descriptor) { [self] in
      queue.async { [self] in goOn() }
    }
    let isOver = state.withLock { state in
      if !state.hasEnded { state.registration = registration }
      return state.hasEnded
    }
    if isOver { registration.cancel() } else { registration.wait() }
  }

  var isDisposed: Bool { state.withLock { $0.hasEnded } }

  func dispose() { _ = end() }

  func pause() { state.withLock { $0.pauses += 1 } }

  func resume() {
    let wasResting = state.withLock { state in
      state.pauses -= 1
      guard state.pauses == 0, state.isResting else { return false }
      state.isResting = false
      return true
    }
    if wasResting { queue.async { [self] in goOn() } }
  }

  /// On the queue: delivers what has arrived, then ends. For when no process writes any more, or only one that is not
  /// waited for. That one may write as fast as this reads, so what arrives meanwhile does not count.
  func drain() {
    var rest = descriptor.waitingByteCount
    while rest > 0, let count = readOnce() { rest -= count }
    dispose()
  }

  /// On the queue: reads, and sees to it that the reading goes on.
  private func goOn() {
    let rests = state.withLock { state in
      if state.pauses > 0 { state.isResting = true }
      return state.isResting
    }
    if rests { return }
    if readOnce() != nil {
      queue.async { [self] in goOn() }
    } else {
      state.withLock { $0.registration }?.wait()
    }
  }

  /// On the queue: how many bytes it has read. Nil: there is no more now.
  private func readOnce() -> Int? {
    // Inside the lock, so that nothing is read after `dispose` has returned: it is there for the next reader.
    let chunk = descriptor.takingTurns(atMost: size) { readIfReady in
      state.withLock { $0.hasEnded ? .failure(EAGAIN) : readIfReady() }
    }
    switch chunk {
    case .failure(EAGAIN): return nil
    case .bytes(let bytes):
      deliver(.bytes(bytes))
      return bytes.count
    case let last:
      if end() { deliver(last) }
      return nil
    }
  }

  /// True for the first to end it.
  private func end() -> Bool {
    let (registration, isFirst) = state.withLock { state in
      defer { (state.registration, state.hasEnded) = (nil, true) }
      return (state.registration, !state.hasEnded)
    }
    registration?.cancel()
    return isFirst
  }
}
