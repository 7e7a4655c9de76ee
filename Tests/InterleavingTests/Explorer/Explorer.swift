import Foundation
import Signals

/// Runs the threads of a scenario so that one of them runs at a time, and decides at each access to shared memory which.
///
/// Sendable because one thread at a time touches it: the one that runs, or between runs the one that requests them. The
/// semaphores that hand control over order their accesses.
final class Explorer: InterleavingScheduler, @unchecked Sendable {
  enum Choice {
    case scheduled(Schedule)
    /// Leaves the plain order once in so many steps on average.
    case random(Random, odds: Int)
  }

  /// More steps than any scenario has: threads that wait for one another without end.
  static let stepLimit = 20_000

  private var workers: [Worker] = []
  private let isDone = DispatchSemaphore(value: 0)

  private var outcome = Outcome()
  private var choice = Choice.scheduled(Schedule())
  private var nextSwitch = 0
  private var unfinished: UInt8 = 0
  /// The threads that have accessed nothing yet. To let another one go first is a choice at the beginning already.
  private var fresh: UInt8 = 0
  private var running = 0
  /// The lock that each thread waits for, or 0.
  private var awaited: [UInt] = []
  private var held: Set<UInt> = []
  /// The stores of each thread that the others do not see yet, in their order. Never where `mayKeepStores` is false.
  private var kept: [[KeptStore]] = []
  private var mayKeepStores = false
  private var isAbandoned = false

  // MARK: A run

  /// Builds the scenario, runs its threads as `choice` says, and checks what they did.
  func run(_ scenario: Scenario, _ choice: Choice) -> Outcome {
    let plan = scenario.build(Run(self))
    precondition(plan.threads.count <= Schedule.keeping, "\(scenario.name) has too many threads")
    while workers.count < plan.threads.count { workers.append(Worker(workers.count, self)) }
    outcome = Outcome()
    self.choice = choice
    nextSwitch = 0
    unfinished = UInt8(1 << plan.threads.count - 1)
    fresh = unfinished
    awaited = Array(repeating: 0, count: plan.threads.count)
    held = []
    kept = Array(repeating: [], count: plan.threads.count)
    mayKeepStores = scenario.keepsStores
    isAbandoned = false
    for (worker, body) in zip(workers, plan.threads) { worker.body = body }
    CrashReport.begin(scenario.name, self)
    Exploration.scheduler = self
    running = decide(from: nil, ExploredAccess("begin", 0, "", 0))
    workers[running].go.signal()
    if isDone.wait(timeout: .now() + 60) == .timedOut {
      fatalError("\(scenario.name): a thread waits outside the scheduler; \(outcome.interleaving)")
    }
    Exploration.scheduler = nil
    CrashReport.end()
    if isAbandoned {
      // The threads hang where they are.
      workers = []
    } else {
      plan.check()
    }
    return outcome
  }

  /// Reports a broken rule; the first one counts.
  func fail(_ message: String) {
    if outcome.failure == nil { outcome.failure = message }
  }

  /// The thread that runs.
  var thread: Int { running }

  var scheduleSoFar: Schedule { outcome.schedule }

  // MARK: What the threads say

  func willAccess(_ access: ExploredAccess) { hand(to: decide(from: running, access), isOver: false) }

  func willLock(_ access: ExploredAccess) {
    willAccess(access)
    let thread = running
    while held.contains(access.address) {
      willSettleStores()
      awaited[thread] = access.address
      hand(to: decide(from: thread, ExploredAccess("waits for lock", access.address, "", 0)), isOver: false)
    }
    held.insert(access.address)
  }

  func didUnlock(_ address: UInt) {
    held.remove(address)
    for thread in awaited.indices where awaited[thread] == address { awaited[thread] = 0 }
  }

  /// No store is kept back for ever.
  func yield(_ access: ExploredAccess) {
    for thread in kept.indices { settleStores(of: thread) }
    hand(to: decide(from: running, access, givesWay: true), isOver: false)
  }

  func keeps(_ store: KeptStore) -> Bool {
    guard mayKeepStores else { return false }
    // In order: behind one that is kept, each is.
    guard !kept[running].isEmpty || decideToKeep() else { return false }
    kept[running].append(store)
    return true
  }

  func kept(_ address: UInt) -> KeptStore? {
    mayKeepStores ? kept[running].last { $0.address == address } : nil
  }

  func willSettleStores() {
    if mayKeepStores { settleStores(of: running) }
  }

  private func settleStores(of thread: Int) {
    let stores = kept[thread]
    if stores.isEmpty { return }
    kept[thread] = []
    for store in stores { store.perform() }
  }

  fileprivate func finish(_ thread: Int) {
    if !kept[thread].isEmpty { willAccess(ExploredAccess("settles", 0, "", 0)) }
    willSettleStores()
    unfinished &= ~(1 << UInt8(thread))
    if unfinished == 0 {
      isDone.signal()
    } else {
      hand(to: decide(from: thread, ExploredAccess("ends", 0, "", 0)), isOver: true)
    }
  }

  // MARK: Decisions

  private var options: UInt8 {
    var options = unfinished
    for thread in awaited.indices where awaited[thread] != 0 { options &= ~(1 << UInt8(thread)) }
    return options
  }

  private func decide(from thread: Int?, _ access: ExploredAccess, givesWay: Bool = false) -> Int {
    var options = options
    if let thread, !givesWay, fresh & options & (1 << UInt8(thread)) != 0 { options = 1 << UInt8(thread) }
    if let thread { fresh &= ~(1 << UInt8(thread)) }
    if options == 0 {
      abandon("deadlock: each thread waits for a lock that another one holds")
    }
    if outcome.steps.count >= Self.stepLimit {
      abandon("no end after \(Self.stepLimit) steps")
    }
    let canGoOn = thread.map { options & (1 << UInt8($0)) != 0 } ?? false
    let isPreemptible = canGoOn && !givesWay
    let plain = isPreemptible ? thread! : next(after: thread ?? -1, in: options)
    let chosen = choose(plain, options, thread, givesWay)
    outcome.steps.append(
      Outcome.Step(
        thread: thread, access: access, options: options, plain: plain, chosen: chosen,
        isPreemptible: isPreemptible, givesWay: givesWay))
    return chosen
  }

  /// Whether the store that the running thread is about to do is kept back: a choice as if a thread of its own could go on,
  /// and as dear as a preemption.
  private func decideToKeep() -> Bool {
    let options = UInt8(1) << UInt8(running) | 1 << UInt8(Schedule.keeping)
    let chosen = choose(running, options, running, false)
    outcome.steps.append(
      Outcome.Step(
        thread: running, access: ExploredAccess("may keep it back", 0, "", 0), options: options,
        plain: running, chosen: chosen, isPreemptible: true, givesWay: false))
    return chosen == Schedule.keeping
  }

  /// The next one in turn; the same again if it is the only one.
  private func next(after thread: Int, in options: UInt8) -> Int {
    let count = awaited.count
    for distance in 1...count where options & (1 << UInt8((thread + distance) % count)) != 0 {
      return (thread + distance) % count
    }
    return thread
  }

  private func choose(_ plain: Int, _ options: UInt8, _ thread: Int?, _ givesWay: Bool) -> Int {
    switch choice {
    case .scheduled(let schedule):
      guard nextSwitch < schedule.switches.count,
        schedule.switches[nextSwitch].step == outcome.steps.count
      else { return plain }
      let chosen = schedule.switches[nextSwitch].thread
      nextSwitch += 1
      guard options & (1 << UInt8(chosen)) != 0 else {
        outcome.isPossible = false
        return plain
      }
      return chosen
    case .random(var random, let odds):
      defer { choice = .random(random, odds: odds) }
      guard options.nonzeroBitCount > 1, Int.random(in: 0..<odds, using: &random) == 0 else { return plain }
      let others = (0..<8).filter { $0 != plain && options & (1 << UInt8($0)) != 0 }
      // A thread that gives way has to, or the run might not end.
      return others.filter { !(givesWay && $0 == thread) }.randomElement(using: &random) ?? plain
    }
  }

  private func hand(to thread: Int, isOver: Bool) {
    let from = running
    if thread == from { return }
    let own = workers[from].go
    running = thread
    workers[thread].go.signal()
    // From here on the others own everything but this: the run may be over, and the next one may have begun.
    if !isOver { own.wait() }
  }

  /// Ends a run that cannot go on. The thread that finds it out hangs, as the others do.
  private func abandon(_ message: String) {
    fail(message)
    isAbandoned = true
    isDone.signal()
    while true { Thread.sleep(forTimeInterval: 3600) }
  }
}

/// One thread, for many runs.
private final class Worker: @unchecked Sendable {
  let go = DispatchSemaphore(value: 0)
  var body: (@Sendable () -> Void)?

  init(_ number: Int, _ explorer: Explorer) {
    Thread.detachNewThread { [self] in
      while true {
        go.wait()
        body?()
        body = nil
        explorer.finish(number)
      }
    }
  }
}

/// Says which run a crash belongs to: a broken precondition of the library ends the process.
private enum CrashReport {
  nonisolated(unsafe) private static var current: (name: String, explorer: Explorer)?
  nonisolated(unsafe) private static var isInstalled = false

  static func begin(_ name: String, _ explorer: Explorer) {
    current = (name, explorer)
    if isInstalled { return }
    isInstalled = true
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS] {
      signal(number) { number in
        signal(number, SIG_DFL)
        if let (name, explorer) = CrashReport.current {
          print("crash in \(replay(name, explorer.scheduleSoFar))")
          fflush(nil)
        }
        raise(number)
      }
    }
  }

  static func end() { current = nil }
}

/// How a run is done again.
func replay(_ name: String, _ schedule: Schedule) -> String { "SIGNALS_REPLAY='\(name)/\(schedule)'" }
