import Dispatch
import Foundation
import Signals

/// Writes to a descriptor what there is room for, and goes on as soon as there is room again.
///
/// It writes on the thread that brings the bytes. Where it has to wait, the ``DescriptorMonitor`` waits, its source is
/// paused, and it goes on on a queue.
final class DescriptorWriter: Disposable {
  private struct State {
    /// What is being written.
    var current: ArraySlice<UInt8> = []
    /// What a source has sent that cannot wait.
    var waiting = Fifo<[UInt8]>()
    /// A thread writes, or there is no room.
    var isWriting = false
    var isSourcePaused = false
    /// The source is over.
    var isComplete = false
    var hasEnded = false
    var registration: DescriptorMonitor.Registration?
  }

  private enum Step {
    case write(ArraySlice<UInt8>)
    case resumeSource
    case end
    case stop
  }

  private let descriptor: Descriptor
  private let way: Descriptor.WritingWay
  private let source: any Disposable
  private let queue: DispatchQueue
  private let onEnd: @Sendable (SystemFailure?) -> Void
  private let state = Guarded(State())

  /// - Parameter onEnd: Called once, when everything is written or cannot be; not after `dispose`.
  init(
    _ descriptor: Descriptor, from source: any Disposable, onEnd: @escaping @Sendable (SystemFailure?) -> Void
  ) {
    let descriptor = descriptor.terminalThatNeverWaits ?? descriptor
    self.descriptor = descriptor
    self.source = source
    self.onEnd = onEnd
    way = descriptor.writingWay
    queue = DispatchQueue(label: "writing to descriptor \(descriptor.number)")
  }

  var isDisposed: Bool { state.withLock { $0.hasEnded } }

  func dispose() { _ = end() }

  func write(_ bytes: [UInt8]) {
    let isFirst = state.withLock { state in
      if state.hasEnded { return false }
      state.waiting.append(bytes)
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if isFirst { writeOn() }
  }

  /// Nothing more comes.
  func complete() {
    let isOver = state.withLock { state in
      state.isComplete = true
      return !state.isWriting
    }
    if isOver { finish(nil) }
  }

  // MARK: Writing, by one thread at a time

  private func writeOn() {
    while true {
      switch state.withLock(Self.nextStep) {
      case .write(let bytes):
        switch descriptor.write(bytes, way) {
        case .success(let count): state.withLock { $0.current = $0.current.dropFirst(count) }
        case .failure(let failure) where failure.code == EINTR: continue
        case .failure(let failure) where failure.code == EAGAIN: return waitForRoom()
        case .failure(let failure): return finish(failure)
        }
      // It may send on this thread, which then writes inside the call.
      case .resumeSource: return source.resume()
      case .end: return finish(nil)
      case .stop: return
      }
    }
  }

  private static func nextStep(_ state: inout State) -> Step {
    if state.hasEnded { return .stop }
    while state.current.isEmpty {
      guard let next = state.waiting.popFirst() else {
        defer { (state.isWriting, state.isSourcePaused) = (false, false) }
        return state.isComplete ? .end : state.isSourcePaused ? .resumeSource : .stop
      }
      state.current = next[...]
    }
    return .write(state.current)
  }

  private func waitForRoom() {
    let (pauses, registration) = state.withLock { state in
      defer { state.isSourcePaused = true }
      return (!state.isSourcePaused, state.registration)
    }
    if pauses { source.pause() }
    if let registration { return registration.wait() }
    do throws(SystemFailure) {
      let made = try DescriptorMonitor.shared.register(descriptor, for: .writing) { [self] in
        queue.async { [self] in writeOn() }
      }
      let isOver = state.withLock { state in
        if !state.hasEnded { state.registration = made }
        return state.hasEnded
      }
      if isOver { made.cancel() } else { made.wait() }
    } catch {
      finish(error)
    }
  }

  private func finish(_ failure: SystemFailure?) { if end() { onEnd(failure) } }

  /// True for the first to end it.
  private func end() -> Bool {
    let (old, isFirst) = state.withLock { state in
      let old = state
      state = State()
      state.hasEnded = true
      return (old, !old.hasEnded)
    }
    old.registration?.cancel()
    return isFirst
  }
}
