import Foundation
import Signals
import SignalsFoundation
import Synchronization

extension Scenario {
  static let schedulers = [
    Scenario(
      name: "schedulers", summary: "timers armed and cancelled from all threads", rules: "D1, D2, D4",
      run: armFromAllThreads),
    Scenario(
      name: "receive", summary: "values taken to queues, with slow observers and disposal",
      rules: "E6, D2, B1",
      run: receiveOnQueues),
    Scenario(
      name: "main-actor", summary: "observers on the main actor, that come and go", rules: "A3, E6, D2",
      run: observeOnMainActor),
  ]

  private static func armFromAllThreads(_ round: Round) {
    let schedulers: [any Scheduler] = [
      ClockScheduler(), QueueScheduler(name: "stress"), MainActorScheduler.shared,
    ]
    let due = Atomic<Int>(0)
    let done = Atomic<Int>(0)
    round.onThreads { worker in
      while worker.isRunning {
        let token = Token()
        let runs = Atomic<Int>(0)
        let wait = Duration.microseconds(worker.random.below(2000))
        let action: @Sendable () -> Void = {
          withExtendedLifetime(token) {}
          let before = runs.add(1, ordering: .relaxed).oldValue
          round.expect(before == 0, "D1", "a scheduled action ran twice")
          done.add(1, ordering: .relaxed)
        }
        let scheduler = worker.random.pick(schedulers)
        let timer = worker.call("schedule") {
          wait < .microseconds(500) ? scheduler.schedule(action) : scheduler.schedule(after: wait, action)
        }
        if worker.random.oneIn(2) {
          worker.call("cancel") { timer.dispose() }
        } else {
          due.add(1, ordering: .relaxed)
        }
        // Timers pile up otherwise: arming is much faster than running.
        if worker.random.oneIn(100) { usleep(1000) }
      }
    }
    let expected = due.load(ordering: .relaxed)
    round.expect(
      round.eventually { Token.live == 0 }, "D4", "\(Token.live) actions of timers are alive, all were due")
    let count = done.load(ordering: .relaxed)
    round.expect(count >= expected, "D1", "\(expected) actions were due, \(count) ran")
    round.count(events: count)
  }

  private static func receiveOnQueues(_ round: Round) {
    let (signal, input) = Signal<Item, Oops>.pipe()
    let drops = MutableProperty(0)
    let queues = (0..<3).map { QueueScheduler(name: "receiver \($0)") }
    let all = Listener("observer on a queue", round.faults) { item, _ in
      if item.number % 64 == 0 { work(microseconds: 50) }
    }
    signal.receive(on: queues[0], buffering: .newest(64), drops: drops).observe(all.observer())
    let sent = Atomic<Int>(0)
    round.onThreads { worker in
      var number = 0
      // One at a time: observers that pile up would make each value dearer than the one before.
      var previous: Listener?
      while worker.isRunning {
        number += 1
        worker.call("send to a queue") { input.send(Item(worker.index, number)) }
        if !worker.random.oneIn(50) { continue }
        worker.call("dispose") { previous?.disposeElsewhere() }
        let limit = worker.random.below(5)
        let token = Token()
        let listener = Listener("observer on a queue that leaves", round.faults) { _, listener in
          withExtendedLifetime(token) {}
          if listener.count > limit { listener.disposeHere() }
        }
        let queue = queues[1 + worker.random.below(2)]
        worker.call("observe on a queue") {
          listener.attached(signal.receive(on: queue, buffering: .newest(16)).observe(listener.observer()))
        }
        if worker.random.oneIn(2) { worker.call("dispose") { listener.disposeElsewhere() } }
        previous = listener
      }
      worker.call("dispose") { previous?.disposeElsewhere() }
      sent.add(number, ordering: .relaxed)
    }
    round.call("complete") { input.complete() }
    round.expect(
      round.eventually { all.ends == ["completed"] }, "E1", "an observer on a queue got the ends \(all.ends)")
    let total = sent.load(ordering: .relaxed)
    round.expect(
      all.count + drops.value == total, "B1",
      "\(total) values were sent, \(all.count) delivered and \(drops.value) dropped")
    round.count(events: all.count)
  }

  private static let mainQueue = DispatchSpecificKey<Bool>()

  private static func observeOnMainActor(_ round: Round) {
    let (signal, input) = Signal<Item, Oops>.pipe()
    DispatchQueue.main.setSpecific(key: mainQueue, value: true)
    let lasting = Listener("observer on the main actor", round.faults)
    @Sendable func checkPlace() {
      // The queue says it: `dispatchMain` may let another thread than the first one work for it.
      let isOnMainQueue = DispatchQueue.getSpecific(key: mainQueue) != nil
      round.expect(isOnMainQueue, "A3", "an observer of the main actor was called elsewhere")
    }
    signal.observe(on: .shared) { event in
      checkPlace()
      lasting.take(event)
    }
    // Others are added to the derived signal and taken out while the main actor delivers.
    let received = signal.receive(on: MainActorScheduler.shared)
    let sent = Atomic<Int>(0)
    round.onThreads { worker in
      var number = 0
      // A pipe cannot wait for the main actor: what it has not come to stays in memory.
      while worker.isRunning, number < 2000 {
        number += 1
        worker.call("send to the main actor") { input.send(Item(worker.index, number)) }
        if !worker.random.oneIn(20) { continue }
        let token = Token()
        let limit = worker.random.below(5)
        let listener = Listener("observer on the main actor that leaves", round.faults) { _, listener in
          withExtendedLifetime(token) {}
          checkPlace()
          if listener.count > limit { listener.disposeHere() }
        }
        let isDerived = worker.random.oneIn(2)
        worker.call("observe on the main actor") {
          listener.attached(
            isDerived
              ? received.observe(listener.observer()) : signal.observe(on: .shared) { listener.take($0) })
        }
        if worker.random.oneIn(2) { worker.call("dispose") { listener.disposeElsewhere() } }
      }
      sent.add(number, ordering: .relaxed)
    }
    round.call("complete") { input.complete() }
    let ended = round.eventually(within: 10) { lasting.ends == ["completed"] }
    round.expect(ended, "A3", "an observer on the main actor got the ends \(lasting.ends)")
    let all = sent.load(ordering: .relaxed)
    round.expect(
      lasting.count == all, "E6", "\(all) values were sent to the main actor, \(lasting.count) arrived")
    round.count(events: lasting.count)
  }
}
