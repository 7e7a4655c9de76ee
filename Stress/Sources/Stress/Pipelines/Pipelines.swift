import Foundation
import Signals
import SignalsFoundation

extension Scenario {
  /// Random chains of all operators.
  static let pipelines = [
    Scenario(
      name: "pipelines-pull", summary: "random chains of operators on producers", rules: "E1, E6, E7, D2, P5",
      weight: 4, roundLength: 0.05, run: pullAtRandom),
    Scenario(
      name: "pipelines-push", summary: "random chains of operators on signals", rules: "E1, E6, E7, D2, S4",
      weight: 4, roundLength: 0.05, run: pushAtRandom),
  ]

  private static func pullAtRandom(_ round: Round) {
    Attack(round).run { attack, supplies in
      let sources = PipelineSource.all
      let source = sources[supplies.random.oneIn(2) ? 0 : supplies.random.below(sources.count)]
      let (pipeline, names, order) = Self.chain(
        source.make(attack.pipe.output, &supplies), from: PipelineOperator.all, &supplies)
      round.describe(([source.name] + names).joined(separator: " | "))
      return { worker, isInside in
        let listener = attack.listener(order, isInterrupted: true, isInside: isInside, &worker.random)
        worker.call("start of a pipeline") {
          listener.attached(pipeline.start(listener.observer()))
        }
        return listener
      }
    }
  }

  private static func pushAtRandom(_ round: Round) {
    Attack(round).run { attack, supplies in
      let (pipeline, names, order) = Self.chain(attack.pipe.output, from: PipelineOperator.common, &supplies)
      round.describe((["Signal.pipe()"] + names).joined(separator: " | "))
      return { worker, isInside in
        let listener = attack.listener(
          order, isInterrupted: false, isInside: isInside, &worker.random)
        worker.call("observe of a pipeline") {
          listener.attached(pipeline.observe(listener.observer()))
        }
        return listener
      }
    }
  }

  /// One to five operators below a source.
  static func chain<D: Drive>(
    _ source: Items<D>, from operators: [PipelineOperator<D>], _ supplies: inout Supplies
  ) -> (pipeline: Items<D>, names: [String], order: Listener.Order) {
    var (pipeline, names, order) = (source, [String](), Listener.Order.rising)
    for _ in 0...supplies.random.below(5) {
      let next = supplies.random.pick(operators)
      pipeline = next.apply(pipeline, &supplies)
      names.append(next.name)
      order = order.and(next.order)
    }
    return (pipeline, names, order)
  }
}

/// Threads that send into the pipes of a pipeline, start it and dispose of it.
private final class Attack: Sendable {
  typealias Start = @Sendable (Worker, _ isInside: Bool) -> Listener

  let round: Round
  let pipe = Signal<Item, Oops>.pipe()
  private let second = Signal<Item, Oops>.pipe()
  private let isOver = MutableProperty(false)
  private let isHeld = MutableProperty(false)
  private let listeners = Guarded<[Listener]>([])

  init(_ round: Round) { self.round = round }

  func listener(
    _ order: Listener.Order, isInterrupted: Bool, isInside: Bool, _ random: inout Random
  ) -> Listener {
    let limit = random.below(50)
    let token = Token()
    return Listener("the observer of a pipeline", round.faults, order: order, isInterrupted: isInterrupted) {
      _, listener in
      withExtendedLifetime(token) {}
      if isInside, listener.count > limit { listener.disposeHere() }
    }
  }

  /// Runs the attack on what `prepare` makes.
  func run(_ prepare: (Attack, inout Supplies) -> Start) {
    var supplies = Supplies(
      random: round.random, second: second.output, isOver: isOver, isHeld: isHeld, clock: ClockScheduler(),
      queue: QueueScheduler(name: "pipelines"))
    let start = prepare(self, &supplies)
    // What repeats for ever and sends nothing keeps its thread until the round is over: one that starts it, one of a
    // scheduler, or the one that ends what is repeated. So a thread of its own says when it is.
    let (mayEnd, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread { [self] in
      _ = mayEnd.wait(timeout: .now() + .milliseconds(50))
      round.call("end of the round") { isOver.value = true }
      hasEnded.signal()
    }.start()
    round.onThreads { [self] worker in
      // The first few begin before anything is sent.
      if worker.index < 3 { keep(start(worker, worker.index == 1)) }
      for number in 0..<300 where worker.isRunning {
        switch worker.random.below(12) {
        case 0: worker.call("send into a join") { second.input.send(.extra(number)) }
        case 1: worker.call("set") { isHeld.modify { $0.toggle() } }
        case 2 where worker.random.oneIn(10): keep(start(worker, worker.random.oneIn(2)))
        case 3 where worker.random.oneIn(10):
          if let one = listeners.withLock({ $0.randomElement(using: &worker.random) }) {
            worker.call("dispose of a pipeline") { one.disposeElsewhere() }
          }
        default: worker.call("send into a pipeline") { pipe.input.send(Item(worker.index, number)) }
        }
      }
    }
    finish(&supplies.random) { [self] in
      mayEnd.signal()
      round.call("end of the round") { hasEnded.wait() }
    }
  }

  private func keep(_ listener: Listener) { listeners.withLock { $0.append(listener) } }

  private func finish(_ random: inout Random, _ endRound: () -> Void) {
    let end = random.pick([Termination<Oops>.completed, .interrupted, .failed(Oops())])
    round.call("release of what is held back") { isHeld.value = false }
    if random.oneIn(2) { round.call("end of a pipe") { pipe.input.send(end: end) } }
    endRound()
    let all = listeners.withLock { $0 }
    for one in all { round.call("dispose of a pipeline") { one.disposeElsewhere() } }
    for one in all {
      round.count(events: one.count)
      round.expect(
        round.eventually {
          one.isOutside && (!one.isInterrupted || one.ends.count == 1)
        }, "P5",
        "a start that was disposed of got the ends \(one.ends)")
    }
    round.call("end of a pipe") { pipe.input.send(end: end) }
    round.call("end of a pipe") { second.input.complete() }
  }
}
