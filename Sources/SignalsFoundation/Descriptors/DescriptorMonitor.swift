import Foundation
import Signals

/// Waits until descriptors have something to read, or room for writing: for all of them in one thread, which ends when
/// none is registered any more.
///
/// (Not a Dispatch source: on Linux, cancelling one while the other end of a pipe closes makes Dispatch use memory that
/// it has freed.)
///
/// - Complexity: each wait takes time for all descriptors that are waited for.
final class DescriptorMonitor: Sendable {
  static let shared = DescriptorMonitor()

  /// What a descriptor is waited for to be ready for. When it has failed, or its other end is closed, it is ready too.
  enum Purpose {
    case reading, writing

    fileprivate var events: Int16 { Int16(self == .reading ? POLLIN : POLLOUT) }
  }

  private struct Member {
    let descriptor: Descriptor
    let purpose: Purpose
    let ready: @Sendable () -> Void
    /// It is to be notified when the descriptor is ready.
    var isWaiting = false

    var polled: pollfd { pollfd(fd: descriptor.number, events: purpose.events, revents: 0) }
  }

  private struct State {
    var members: [UInt64: Member] = [:]
    var latest: UInt64 = 0
    /// A byte written here makes the thread look at the members again. Nil while there is no thread.
    var wake: Descriptor?
    /// There is a byte in the pipe. One is enough, so that the pipe never fills.
    var isWoken = false

    /// Inside the lock, because the thread closes the other end when it ends, outside of it.
    mutating func wakeThread() {
      guard let wake, !isWoken else { return }
      isWoken = withUnsafeBytes(of: UInt8(0)) { write(wake.number, $0.baseAddress, 1) } == 1
    }
  }
  private let state = Guarded(State())

  /// A descriptor of which the monitor knows, until the registration is cancelled.
  struct Registration: Sendable {
    fileprivate let monitor: DescriptorMonitor
    fileprivate let number: UInt64

    /// Calls `ready` once, as soon as the descriptor is ready.
    func wait() { monitor.wait(for: number) }

    /// Forgets the descriptor and `ready`; again has no effect.
    func cancel() { monitor.remove(number) }
  }

  /// Makes a descriptor known. Nothing is waited for yet.
  ///
  /// - Parameter ready: Called on the thread of the monitor, outside its lock. It hands the work over to a queue: while
  ///   it runs, no other descriptor is waited for.
  /// - Throws: When the system refuses the pipe that wakes the thread.
  func register(
    _ descriptor: Descriptor, for purpose: Purpose = .reading, _ ready: @escaping @Sendable () -> Void
  ) throws(SystemFailure) -> Registration {
    let member = Member(descriptor: descriptor, purpose: purpose, ready: ready)
    if let number = state.withLock({ $0.wake == nil ? nil : Self.add(member, to: &$0) }) {
      return Registration(monitor: self, number: number)
    }
    let pipe = try OpenPipe()
    let (number, needsThread) = state.withLock { state in
      let needsThread = state.wake == nil
      if needsThread { (state.wake, state.isWoken) = (pipe.writing, false) }
      return (Self.add(member, to: &state), needsThread)
    }
    if needsThread {
      // Not the whole pipe: its writing end is for those who wake the thread.
      Thread.detachNewThread { [wakeUp = pipe.reading] in self.run(wakeUp) }
    }
    return Registration(monitor: self, number: number)
  }

  private static func add(_ member: Member, to state: inout State) -> UInt64 {
    state.latest += 1
    state.members[state.latest] = member
    return state.latest
  }

  private func wait(for number: UInt64) {
    state.withLock { state in
      guard state.members[number] != nil else { return }
      state.members[number]?.isWaiting = true
      state.wakeThread()
    }
  }

  private func remove(_ number: UInt64) {
    let removed = state.withLock { state in
      let removed = state.members.removeValue(forKey: number)
      // The kernel keeps what the thread waits for, also when it is closed: so the thread has to stop waiting for it.
      if removed != nil { state.wakeThread() }
      return removed
    }
    withExtendedLifetime(removed) {}  // Released here, outside the lock.
  }

  // MARK: The thread

  private func run(_ wakeUp: Descriptor) {
    while let waiting = waiting(wakeUp) {
      // Each descriptor once: the system refuses more entries than the program may have descriptors.
      var polled = Dictionary(waiting.map { ($0.polled.fd, $0.polled) }) { first, other in
        pollfd(fd: first.fd, events: first.events | other.events, revents: 0)
      }
      let woken = pollfd(fd: wakeUp.number, events: Int16(POLLIN), revents: 0)
      var entries = polled.values + [woken]
      guard poll(&entries, nfds_t(entries.count), -1) > 0 else { continue }
      for entry in entries { polled[entry.fd] = entry }
      // A failure, or the other end that is closed, is news for all.
      let ready = waiting.filter { _, requested in
        let found = polled[requested.fd]?.revents ?? 0
        return found & requested.events != 0 || found & ~Int16(POLLIN | POLLOUT) != 0
      }
      takeReady(ready.map(\.number)).forEach { $0() }
    }
  }

  /// What is waited for now. Nil: no descriptor is registered, and the thread ends.
  private func waiting(_ wakeUp: Descriptor) -> [(number: UInt64, polled: pollfd)]? {
    state.withLock { state in
      if state.members.isEmpty {
        state.wake = nil
        return nil
      }
      if state.isWoken {
        _ = wakeUp.read(atMost: 1)
        state.isWoken = false
      }
      return state.members.filter(\.value.isWaiting).map { ($0.key, $0.value.polled) }
    }
  }

  private func takeReady(_ numbers: [UInt64]) -> [@Sendable () -> Void] {
    state.withLock { state in
      numbers.compactMap { number in
        guard state.members[number]?.isWaiting == true else { return nil }
        state.members[number]?.isWaiting = false
        return state.members[number]?.ready
      }
    }
  }
}
