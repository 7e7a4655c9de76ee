import Dispatch
import Foundation
import Signals
import SignalsFoundation

/// A Dispatch queue that knows whether the caller is on it.
///
/// If the caller is on the queue, ``async(_:)`` and ``sync(_:)`` run their closure at once. Two kinds of queues are
/// special: every caller on the main thread is on the main queue, and no caller is ever on one of the system's shared
/// concurrent queues.
public final class Queue: Sendable {
  private static let main = Queue(queue: .main)
  private static let concurrentDefault = Queue(queue: .global(qos: .default))
  private static let concurrentBackground = Queue(queue: .global(qos: .background))

  /// The queue of the main thread.
  public static func mainQueue() -> Queue { main }

  /// The system's queue for usual work, which runs many things at the same time.
  public static func concurrentDefaultQueue() -> Queue { concurrentDefault }

  /// The system's queue for background work, which runs many things at the same time.
  public static func concurrentBackgroundQueue() -> Queue { concurrentBackground }

  /// The queue of Dispatch.
  public let queue: DispatchQueue
  /// Is set on the queue, so that code that runs there finds it; nil for queues of the system, which take no keys.
  private let mark: DispatchSpecificKey<Void>?
  private let isMain: Bool
  /// The queue's alarm clock: however many wait, the system keeps one wake-up.
  let timers: QueueScheduler

  /// A queue of Dispatch, under this name.
  public init(queue: DispatchQueue) {
    self.queue = queue
    // Not by identity: on some systems each question for the main queue is answered with another object.
    isMain = queue.label == DispatchQueue.main.label
    let isOfTheSystem = queue.label.hasPrefix("com.apple.root.")
    mark = isOfTheSystem ? nil : DispatchSpecificKey()
    timers = QueueScheduler(targeting: queue)
    if let mark { queue.setSpecific(key: mark, value: ()) }
  }

  /// A queue of its own, which runs one thing at a time. Debuggers and crash reports show its name.
  public convenience init(name: String? = nil, qos: DispatchQoS = .default) {
    self.init(queue: DispatchQueue(label: name ?? "Queue", qos: qos))
  }

  deinit {
    if let mark { queue.setSpecific(key: mark, value: nil) }
  }

  /// Whether the caller is on the queue.
  public func isCurrent() -> Bool {
    if isMain, MainThread.isCurrent { return true }
    return mark.map { DispatchQueue.getSpecific(key: $0) != nil } ?? false
  }

  /// Runs `f` on the queue: at once if the caller is on it, and later otherwise.
  @preconcurrency public func async(_ f: @escaping @Sendable () -> Void) {
    if isCurrent() { f() } else { queue.async(execute: f) }
  }

  /// Runs `f` on the queue, and waits for it: at once if the caller is on it.
  @preconcurrency public func sync(_ f: @Sendable () -> Void) {
    if isCurrent() { f() } else { queue.sync(execute: f) }
  }

  /// Runs `f` on the queue later, also if the caller is on it.
  @preconcurrency public func justDispatch(_ f: @escaping @Sendable () -> Void) { queue.async(execute: f) }

  /// Runs `f` on the queue later, as urgently as said, also if the caller is on it.
  @preconcurrency public func justDispatchWithQoS(qos: DispatchQoS, _ f: @escaping @Sendable () -> Void) {
    queue.async(qos: qos, flags: .enforceQoS, execute: f)
  }

  /// Runs `f` on the queue after so many seconds.
  @preconcurrency public func after(_ delay: Double, _ f: @escaping @Sendable () -> Void) {
    QueueTurns(self).schedule(after: Duration(inSeconds: delay), f)
  }
}
