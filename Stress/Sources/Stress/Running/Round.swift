import Foundation
import Signals
import Synchronization

/// One round of a scenario: its seed, its time, its threads and what they find.
final class Round: Sendable {
  let seed: UInt64
  let threads: Int
  let faults: Faults
  private let watchdog: Watchdog
  private let end: Int
  private let delivered = Atomic<Int>(0)
  /// What was drawn for this round, for reports.
  private let plan = Guarded("")

  init(seed: UInt64, threads: Int, seconds: Double, faults: Faults, watchdog: Watchdog) {
    self.seed = seed
    self.threads = threads
    self.faults = faults
    self.watchdog = watchdog
    end = nanoseconds() + Int(seconds * 1e9)
  }

  /// Whether the load is to go on.
  var isRunning: Bool { nanoseconds() < end }

  /// The choices that are made before the threads begin.
  var random: Random { Random(seed: seed) }

  var events: Int { delivered.load(ordering: .relaxed) }

  func count(events: Int) { delivered.add(events, ordering: .relaxed) }

  var planned: String { plan.withLock { $0 } }

  func describe(_ text: String) { plan.withLock { $0 = text } }

  func fault(_ rule: String, _ message: String) { faults.add(rule, message) }

  func expect(_ condition: Bool, _ rule: String, _ message: @autoclosure () -> String) {
    if !condition { fault(rule, message()) }
  }

  /// Runs `body` on so many threads that begin together, and returns when all of them are done.
  func onThreads(_ count: Int? = nil, _ body: @escaping @Sendable (Worker) -> Void) {
    let gathering = Gathering(count ?? threads)
    var generator = Random(seed: seed ^ 0x5EED)
    for index in 0..<(count ?? threads) {
      let random = generator.fork()
      let thread = Thread { [self] in
        watchdog.watching { slot in
          gathering.arrive()
          body(Worker(index: index, random: random, slot: slot, round: self))
        }
        gathering.leave()
      }
      thread.stackSize = 1 << 20
      thread.start()
    }
    gathering.wait()
  }

  /// Makes a call on the thread of the round.
  @discardableResult func call<Result>(_ name: StaticString, _ body: () -> Result) -> Result {
    watchdog.watching { $0.call(name, body) }
  }

  /// Waits for something that other threads bring about soon; false when they do not.
  func eventually(within seconds: Double = 3, _ condition: () -> Bool) -> Bool {
    let limit = nanoseconds() + Int(seconds * 1e9)
    while !condition() {
      if nanoseconds() > limit { return false }
      usleep(200)
    }
    return true
  }
}

/// One of the threads of a round.
final class Worker {
  let index: Int
  var random: Random
  let slot: CallSlot
  let round: Round

  init(index: Int, random: Random, slot: CallSlot, round: Round) {
    self.index = index
    self.random = random
    self.slot = slot
    self.round = round
  }

  var isRunning: Bool { round.isRunning }

  @discardableResult @inline(__always) func call<Result>(_ name: StaticString, _ body: () -> Result) -> Result
  {
    slot.call(name, body)
  }
}

/// Lets threads begin together, and waits for all of them.
private final class Gathering: Sendable {
  private let expected: Int
  private let arrived = Atomic<Int>(0)
  private let done = DispatchGroup()

  init(_ expected: Int) {
    self.expected = expected
    for _ in 0..<expected { done.enter() }
  }

  func arrive() {
    arrived.add(1, ordering: .relaxed)
    while arrived.load(ordering: .relaxed) < expected { usleep(50) }
  }

  func leave() { done.leave() }

  func wait() { done.wait() }
}
