import Foundation
import Signals
import SignalsFoundation
import Synchronization

extension Scenario {
  static let async = [
    Scenario(
      name: "async-values", summary: "loops over values() while all threads send", rules: "A1, A2, E6",
      run: iterateWhileSending),
    Scenario(
      name: "async-results", summary: "firstValue, lastValue, allValues against ends and cancellation",
      rules: "A1, A2", run: awaitResults),
    Scenario(
      name: "async-tasks",
      summary: "task, flatMap with async, and asynchronous sequences, disposed of at random",
      rules: "A1, A2, E1", run: disposeOfTasks),
  ]

  private static func iterateWhileSending(_ round: Round) {
    let (signal, input) = Signal<Item, Never>.pipe()
    let loops = Countdown()
    var random = round.random
    for number in 0..<6 {
      let limit = random.oneIn(3) ? random.below(50) : Int.max
      let buffering = random.pick([Buffering.newest(16), .oldest(16), .newest(1000)])
      loops.enter()
      let begun = DispatchSemaphore(value: 0)
      let task = Task {
        let iterator = signal.values(buffering: buffering).makeAsyncIterator()
        begun.signal()
        var last: [Int: Int] = [:]
        var count = 0
        while count < limit, let item = await iterator.next() {
          count += 1
          if item.number <= last[item.sender] ?? 0 {
            round.fault("E6", "a loop got number \(item.number) of a sender after \(last[item.sender] ?? 0)")
          }
          last[item.sender] = item.number
        }
        round.count(events: count)
        loops.leave()
      }
      round.call("makeAsyncIterator") { begun.wait() }
      if number == 0 {
        let delay = random.below(100)
        Task {
          try? await Task.sleep(for: .milliseconds(delay))
          task.cancel()
        }
      }
    }
    round.onThreads { worker in
      var number = 0
      while worker.isRunning {
        number += 1
        worker.call("send into values()") { input.send(Item(worker.index, number)) }
      }
    }
    round.call("complete") { input.complete() }
    round.call("the end of a loop over values()") { loops.wait() }
  }

  private static func awaitResults(_ round: Round) {
    round.onThreads { worker in
      while worker.isRunning {
        let token = Token()
        let (signal, input) = Signal<Item, Oops>.pipe()
        let attached = DispatchSemaphore(value: 0)
        let producer = SignalProducer<Item, Oops> { observer, lifetime in
          lifetime += signal.observe(observer)
          attached.signal()
        }
        let done = Countdown()
        let kind = worker.random.below(3)
        done.enter()
        let task = Task {
          // How it ends is chance; that it ends is what counts.
          do {
            switch kind {
            case 0: _ = try await producer.firstValue()
            case 1: _ = try await producer.lastValue()
            default: _ = try await producer.allValues()
            }
          } catch { withExtendedLifetime(token) {} }
          done.leave()
        }
        worker.call("start of an awaited producer") { attached.wait() }
        // Two threads at once: the canceller and the sender.
        if worker.random.oneIn(2) { DispatchQueue.global().async { task.cancel() } }
        worker.call("send to a task") { input.send(Item(0, 1)) }
        switch worker.random.below(3) {
        case 0: worker.call("complete to a task") { input.complete() }
        case 1: worker.call("fail to a task") { input.fail(Oops()) }
        default: worker.call("interrupt to a task") { input.interrupt() }
        }
        worker.call("the end of an awaited result") { done.wait() }
        round.count(events: 1)
      }
    }
  }

  private static func disposeOfTasks(_ round: Round) {
    let running = Atomic<Int>(0)
    round.onThreads { worker in
      while worker.isRunning {
        let work: @Sendable (Item) async -> Item = { item in
          running.add(1, ordering: .relaxed)
          defer { running.subtract(1, ordering: .relaxed) }
          if item.number % 2 == 0 { await Task.yield() }
          return item
        }
        let count = 1 + worker.random.below(20)
        let strategy = worker.random.pick(strategies)
        let items = SignalProducer<Item, Never>((1...count).map { Item(0, $0) })
        let producer: SignalProducer<Item, Never>
        switch worker.random.below(3) {
        case 0: producer = SignalProducer.task { await work(.extra(1)) }
        case 1: producer = items.flatMap(strategy, work)
        default: producer = SignalProducer(items.values())
        }
        let isOrdered = strategy == .concat || strategy == .latest
        let listener = Listener(
          "observer of tasks", round.faults, order: isOrdered ? .rising : .free, isInterrupted: true)
        worker.call("start of tasks") { listener.attached(producer.start(listener.observer(Never.self))) }
        if worker.random.oneIn(2) {
          for _ in 0..<worker.random.below(2000) { _ = nanoseconds() }
          worker.call("dispose of tasks") { listener.disposeElsewhere() }
        }
        let ended = worker.call("the end of tasks") { round.eventually { !listener.ends.isEmpty } }
        round.expect(ended, "A1", "a producer of tasks, \(strategy), has not ended after 3 s")
        round.count(events: listener.count)
      }
    }
    round.expect(
      round.eventually { running.load(ordering: .relaxed) == 0 }, "A2",
      "\(running.load(ordering: .relaxed)) tasks run on")
  }
}

/// Counts what is still under way, and waits for it.
final class Countdown: Sendable {
  private let group = DispatchGroup()

  func enter() { group.enter() }
  func leave() { group.leave() }
  func wait() { group.wait() }
}
