import Signals
import Synchronization

extension Scenario {
  static let sharing = [
    Scenario(
      name: "share", summary: "one run for observers that come and go", rules: "E6, D4, P9", run: shareOneRun),
    Scenario(
      name: "multicast", summary: "connect, observe and dispose from all threads", rules: "E1, D4",
      run: connectFromAllThreads),
    Scenario(
      name: "buffer", summary: "pauses from all threads", rules: "B1, B2, E6", run: pauseFromAllThreads),
  ]

  private static func shareOneRun(_ round: Round) {
    var random = round.random
    let runs = Atomic<Int>(0)
    let (signal, input) = Signal<Item, Oops>.pipe()
    let source = SignalProducer<Item, Oops> { observer, lifetime in
      let others = runs.add(1, ordering: .acquiringAndReleasing).oldValue
      round.expect(others == 0, "P9", "\(others + 1) runs of a shared producer are under way")
      lifetime.onEnd { runs.subtract(1, ordering: .acquiringAndReleasing) }
      lifetime += signal.observe(observer)
    }
    let kinds = [source.share(), source.share(replay: 2), source.share(replay: 1, scope: .forever)]
    let kind = random.below(kinds.count)
    let shared = kinds[kind]
    round.describe(["share()", "share(replay: 2)", "share(replay: 1, scope: .forever)"][kind])
    round.onThreads { worker in
      var number = 0
      while worker.isRunning {
        if worker.index < 2 {
          number += 1
          worker.call("send into a shared producer") { input.send(Item(worker.index, number)) }
        } else {
          let token = Token()
          let listener = Listener("observer", round.faults, isInterrupted: true) { _, _ in
            withExtendedLifetime(token) {}
          }
          worker.call("start of a shared producer") { listener.attached(shared.start(listener.observer())) }
          for _ in 0..<worker.random.below(100) { _ = nanoseconds() }
          worker.call("dispose of a shared producer") { listener.disposeElsewhere() }
          round.count(events: listener.count)
        }
      }
    }
    if kind < 2 {
      round.expect(
        round.eventually { runs.load(ordering: .acquiring) == 0 }, "D4",
        "\(runs.load(ordering: .acquiring)) runs of a shared producer are left that nothing observes")
    }
    round.call("complete") { input.complete() }
  }

  private static func connectFromAllThreads(_ round: Round) {
    let (signal, input) = Signal<Item, Oops>.pipe()
    let connectable = signal.producer.multicast()
    round.onThreads { worker in
      var number = 0
      while worker.isRunning {
        switch worker.random.below(4) {
        case 0:
          let run = worker.call("connect") { connectable.connect() }
          if worker.random.oneIn(10) { worker.call("dispose of a connection") { run.dispose() } }
        case 1:
          let token = Token()
          let listener = Listener("observer", round.faults, isInterrupted: true) { _, _ in
            withExtendedLifetime(token) {}
          }
          worker.call("start of a multicast") {
            listener.attached(connectable.producer.start(listener.observer()))
          }
          worker.call("dispose") { listener.disposeElsewhere() }
          round.count(events: listener.count)
        default:
          number += 1
          worker.call("send into a multicast") { input.send(Item(worker.index, number)) }
        }
      }
    }
    round.call("complete") { input.complete() }
  }

  private static func pauseFromAllThreads(_ round: Round) {
    var random = round.random
    let overflow = random.pick([Overflow.suspend, .dropOldest, .dropNewest])
    round.describe("buffer(4, onOverflow: .\(overflow))")
    let (signal, input) = Signal<Item, Oops>.pipe()
    let drops = MutableProperty(0)
    let listener = Listener("observer behind a buffer", round.faults, isInterrupted: true)
    let start = signal.producer.buffer(4, onOverflow: overflow, drops: drops).start(listener.observer())
    let sent = Atomic<Int>(0)
    round.onThreads { worker in
      var number = 0
      while worker.isRunning, number < 20_000 {
        number += 1
        if worker.index < 2 {
          worker.call("pause") { start.pause() }
          worker.call("resume") { start.resume() }
        } else {
          worker.call("send into a buffer") { input.send(Item(worker.index, number)) }
          sent.add(1, ordering: .relaxed)
        }
      }
    }
    let all = sent.load(ordering: .relaxed)
    round.expect(
      round.eventually { listener.count + drops.value == all }, "B1",
      "\(all) values were sent, \(listener.count) delivered and \(drops.value) dropped")
    round.count(events: listener.count)
    round.call("complete") { input.complete() }
    round.expect(
      round.eventually { listener.ends == ["completed"] }, "B2",
      "a resumed buffer ended with \(listener.ends)")
  }
}
