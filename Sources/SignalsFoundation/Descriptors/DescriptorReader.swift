import Dispatch
import Foundation
import Signals

/// Reads what arrives at a descriptor, whenever something is there, on a queue.
///
/// A thread of its own waits, so nobody else does. (Not a Dispatch source: on Linux, cancelling one while the
/// other end of a pipe closes makes Dispatch use memory that it has freed.) It reads one piece per call of
/// the system and waits for the queue to take it. While somebody asks for a pause it does not read, so that whoever
/// writes has to wait.
final class DescriptorReader: Disposable {
  private struct State {
    /// Closing it wakes the thread.
    var wake: Descriptor?
    var hasEnded = false
    /// How many ask for a pause.
    var pauses = 0
  }

  private let descriptor: Descriptor
  private let queue: DispatchQueue
  private let deliver: @Sendable (Descriptor.Chunk) -> Void
  private let state = Guarded(State())
  /// Signalled when the thread is to look whether it may go on.
  private let mayGoOn = DispatchSemaphore(value: 0)

  /// `queue` is serial. `deliver` hears of the end, or of a failure, at most once and last.
  init(
    _ descriptor: Descriptor, on queue: DispatchQueue,
    deliver: @escaping @Sendable (Descriptor.Chunk) -> Void
  ) {
    self.descriptor = descriptor
    self.queue = queue
    self.deliver = deliver
  }

  /// From here on the reader stays until it has ended. Call it once.
  func begin() {
    do throws(SystemFailure) {
      let pipe = try OpenPipe()
      state.withLock { if !$0.hasEnded { $0.wake = pipe.writing } }
      Thread.detachNewThread { [self] in
        while !isDisposed {
          if state.withLock({ $0.pauses > 0 && !$0.hasEnded }) {
            mayGoOn.wait()
          } else if isReady(or: pipe.reading) {
            _ = queue.sync { readOnce() }
          }
        }
      }
    } catch {
      queue.async { [self] in if end() { deliver(.failure(error.code)) } }
    }
  }

  var isDisposed: Bool { state.withLock { $0.hasEnded } }

  func dispose() { _ = end() }

  func pause() { state.withLock { $0.pauses += 1 } }

  func resume() {
    if state.withLock({ state in
      state.pauses -= 1
      return state.pauses == 0
    }) {
      mayGoOn.signal()
    }
  }

  /// On the queue: delivers what has arrived, then ends. For when nobody writes any more.
  func drain() {
    while readOnce() {}
    dispose()
  }

  /// Waits. False: it was woken, or waited for nothing.
  private func isReady(or wake: Descriptor) -> Bool {
    var waiting = [descriptor, wake].map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    return poll(&waiting, nfds_t(waiting.count), -1) > 0 && waiting[0].revents != 0
  }

  /// On the queue. True: there may be more.
  private func readOnce() -> Bool {
    if isDisposed { return false }
    switch descriptor.read(atMost: 64 * 1024) {
    case .failure(EAGAIN): return false
    case .bytes(let bytes):
      deliver(.bytes(bytes))
      return true
    case let last:
      if end() { deliver(last) }
      return false
    }
  }

  /// True for the first to end it.
  private func end() -> Bool {
    let (wake, isFirst) = state.withLock { state in
      defer { (state.wake, state.hasEnded) = (nil, true) }
      return (state.wake, !state.hasEnded)
    }
    if isFirst { mayGoOn.signal() }
    return withExtendedLifetime(wake) { isFirst }
  }
}
