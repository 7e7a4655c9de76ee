import Dispatch
import Foundation
import Signals

/// Reads what arrives at a descriptor, on a queue, whenever something is there: nobody waits.
///
/// It reads one piece per call of the system, so this is the place to stop reading for a while.
final class DescriptorReader: Disposable {
  private struct State {
    var source: (any DispatchSourceRead)?
    var hasEnded = false
  }

  private let descriptor: Descriptor
  private let queue: DispatchQueue
  private let deliver: @Sendable (Descriptor.Chunk) -> Void
  private let state = Guarded(State())

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
    state.withLock { state in
      if state.hasEnded { return }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: queue)
      source.setEventHandler { _ = self.readOnce() }
      // Closed only when the system no longer looks at it.
      source.setCancelHandler { [descriptor] in withExtendedLifetime(descriptor) {} }
      source.activate()
      state.source = source
    }
  }

  var isDisposed: Bool { state.withLock { $0.hasEnded } }

  func dispose() { _ = end() }

  /// On the queue: delivers what has arrived, then ends. For when nobody writes any more.
  func drain() {
    while readOnce() {}
    dispose()
  }

  /// True: there may be more.
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
    state.withLock { state in
      if state.hasEnded { return false }
      state.hasEnded = true
      state.source?.cancel()
      state.source = nil
      return true
    }
  }
}
