import Signals
import Synchronization

extension Scenario {
  /// Many senders, one pipe.
  static let pipes = [
    Scenario(
      name: "pipe-order", summary: "all threads send, observers come and go", rules: "E6, E7, S4",
      run: sendFromAllThreads),
    Scenario(
      name: "pipe-reentrant", summary: "observers send from inside values", rules: "E6, E7",
      run: sendFromInside),
    Scenario(
      name: "pipe-ends", summary: "an end among values, also inside one", rules: "E1, S5, S8",
      roundLength: 0.02,
      run: endAmongValues),
    Scenario(
      name: "pipe-dispose", summary: "random disposal, here and elsewhere", rules: "D1, D2, S4",
      run: disposeAmongValues),
    Scenario(
      name: "pipe-slow", summary: "an observer slower than the senders", rules: "E6a", weight: 6,
      roundLength: nil,
      run: sendToSlowObserver),
  ]

  private static func sendFromAllThreads(_ round: Round) {
    let (signal, input) = Signal<Item, Oops>.pipe()
    let lasting = (0..<4).map { Listener("observer \($0)", round.faults, keepsLog: true) }
    for listener in lasting { signal.observe(listener.observer()) }
    let passing = Guarded<[Listener]>([])
    let sent = Atomic<Int>(0)
    round.onThreads { worker in
      var number = 0
      // As many as the logs should hold.
      while worker.isRunning, number < 10_000 {
        number += 1
        worker.call("send") { input.send(Item(worker.index, number)) }
        if worker.random.oneIn(500) {
          let listener = Listener("late observer", round.faults, keepsLog: true)
          worker.call("observe") { listener.attached(signal.observe(listener.observer())) }
          passing.withLock { $0.append(listener) }
          for _ in 0..<worker.random.below(20) {
            number += 1
            worker.call("send") { input.send(Item(worker.index, number)) }
          }
          worker.call("dispose") { listener.disposeElsewhere() }
        }
      }
      sent.add(number, ordering: .relaxed)
    }
    let reference = lasting[0].log
    round.count(events: reference.count * lasting.count)
    round.expect(
      reference.count == sent.load(ordering: .relaxed), "E6",
      "\(sent.load(ordering: .relaxed)) values were sent, \(reference.count) were delivered")
    for listener in lasting.dropFirst() {
      if let difference = OrderCheck.difference(listener.log, from: reference) {
        round.fault("E6", "two observers of one pipe differ: " + difference)
      }
    }
    for listener in passing.withLock({ $0 }) {
      if let gap = OrderCheck.gap(in: listener.log, of: reference) {
        round.fault("S4", "an observer that came and went missed something: " + gap)
      }
    }
    round.call("complete") { input.complete() }
  }

  private static func sendFromInside(_ round: Round) {
    let (signal, input) = Signal<Item, Oops>.pipe()
    // What observers send belongs to senders of its own: thread 100 + n sends inside the values of thread n.
    let listeners = (0..<3).map { place in
      Listener("observer \(place)", round.faults, keepsLog: true) { item, _ in
        if place == 1, item.sender < 100, item.number % 3 == 0 {
          input.send(Item(item.sender + 100, 2 * item.number))
          input.send(Item(item.sender + 100, 2 * item.number + 1))
        }
      }
    }
    for listener in listeners { signal.observe(listener.observer()) }
    round.onThreads { worker in
      var number = 0
      while worker.isRunning, number < 5000 {
        number += 1
        worker.call("send with sends inside") { input.send(Item(worker.index, number)) }
      }
    }
    let reference = listeners[0].log
    round.count(events: reference.count * listeners.count)
    for listener in listeners.dropFirst() {
      if let difference = OrderCheck.difference(listener.log, from: reference) {
        round.fault("E7", "observers differ when values are sent inside values: " + difference)
      }
    }
    round.call("complete") { input.complete() }
  }

  private static func endAmongValues(_ round: Round) {
    var random = round.random
    let (signal, input) = Signal<Item, Oops>.pipe()
    let last = random.below(400)
    let endsInside = random.oneIn(2)
    let listeners = Guarded<[Listener]>([])
    let end: @Sendable (Int) -> Void = { kind in
      switch kind % 3 {
      case 0: input.complete()
      case 1: input.fail(Oops())
      default: input.interrupt()
      }
    }
    @Sendable func listen(_ name: String) {
      let listener = Listener(name, round.faults, keepsLog: true) { item, _ in
        if endsInside, item.number == last { end(item.sender) }
      }
      signal.observe(listener.observer())
      listeners.withLock { $0.append(listener) }
    }
    for _ in 0..<4 { listen("observer from the beginning") }
    round.onThreads { worker in
      var number = 0
      while worker.isRunning, number < 1000 {
        number += 1
        worker.call("send") { input.send(Item(worker.index, number)) }
        if number == last { worker.call("end") { end(worker.index) } }
        if worker.random.oneIn(100) { worker.call("observe") { listen("observer that came later") } }
      }
    }
    round.call("complete") { input.complete() }
    round.call("observe after the end") { listen("observer of an ended signal") }
    for listener in listeners.withLock({ $0 }) {
      round.count(events: listener.count + 1)
      round.expect(listener.ends.count == 1, "E1", "\(listener.name) got the ends \(listener.ends)")
    }
    let late = listeners.withLock { $0.last! }
    round.expect(late.ends == ["interrupted"], "S5", "an observer of an ended signal got \(late.ends)")
  }

  private static func disposeAmongValues(_ round: Round) {
    let (signal, input) = Signal<Item, Oops>.pipe()
    round.onThreads { worker in
      var number = 0
      while worker.isRunning {
        number += 1
        worker.call("send") { input.send(Item(worker.index, number)) }
        if !worker.random.oneIn(20) { continue }
        let limit = worker.random.below(10)
        let token = Token()
        let isInside = worker.random.oneIn(2)
        let listener = Listener("observer", round.faults) { item, listener in
          if isInside, listener.count >= limit { listener.disposeHere() }
          withExtendedLifetime(token) {}
        }
        worker.call("observe") { listener.attached(signal.observe(listener.observer())) }
        for _ in 0..<limit {
          number += 1
          worker.call("send") { input.send(Item(worker.index, number)) }
        }
        worker.call("dispose") { listener.disposeElsewhere() }
        round.count(events: listener.count)
      }
    }
    // The pipe goes on: what was disposed of must not wait for its end.
    round.call("send") { input.send(.extra()) }
    round.expect(
      round.eventually { Token.live == 0 }, "D4",
      "\(Token.live) observers that were disposed of are still alive while the pipe goes on")
    round.call("complete") { input.complete() }
  }

  private static func sendToSlowObserver(_ round: Round) {
    let (signal, input) = Signal<Item, Oops>.pipe()
    let listener = Listener("slow observer", round.faults) { _, _ in work(microseconds: 20) }
    signal.observe(listener.observer())
    round.onThreads { worker in
      var number = 0
      while worker.isRunning {
        number += 1
        worker.call("send to a slow observer") { input.send(Item(worker.index, number)) }
      }
    }
    round.count(events: listener.count)
    round.call("complete") { input.complete() }
  }
}
