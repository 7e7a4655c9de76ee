import Signals
import SignalsFoundation
import Synchronization

/// What waits for something else: a run for the end of the one before, groups and windows for their first observer, a value for
/// the newest one of the same source.
extension Scenario {
  static let waiting = [
    Scenario(
      name: "runs", summary: "runs that end on another thread than the one that began them", rules: "P9, P5",
      run: followOneAnother),
    Scenario(
      name: "groups", summary: "groups and windows that wait, move and are paused", rules: "G2, E3, E6",
      run: observeGroupsLate),
    Scenario(
      name: "latest", summary: "streams and properties beside what is derived from them", rules: "S11",
      run: compareWithNewest),
  ]

  // MARK: Runs

  private static func followOneAnother(_ round: Round) {
    var random = round.random
    let (name, fails, operation) = random.pick(operations)
    round.describe(name)
    let (ends, input) = Signal<Int, Never>.pipe()
    round.onThreads { worker in
      var number = 0
      while worker.isRunning {
        number += 1
        if worker.index > 1 {
          worker.call("send of what ends a run") { input.send(number) }
          continue
        }
        let runs = Runs()
        // Each run ends with a value that any thread sends, inside that call.
        let work = Producer { observer, lifetime in
          let others = runs.begin()
          round.expect(others == 0, "P9", "\(others + 1) runs of \(name) are open at once")
          lifetime.onEnd { runs.end() }
          lifetime += ends.observeValues { _ in
            if fails { observer.fail(Oops()) } else { observer.complete() }
          }
        }
        let all = operation(work)
        let listener = Listener("observer of \(name)", round.faults, order: .free, isInterrupted: true)
        listener.attached(worker.call("start of runs") { all.start(listener.observer()) })
        for _ in 0..<worker.random.below(200) { _ = nanoseconds() }
        worker.call("dispose of runs") { listener.disposeElsewhere() }
        round.expect(round.eventually { runs.open == 0 }, "P5", "a run of \(name) is still open")
        round.expect(
          round.eventually { listener.ends.count == 1 }, "E1",
          "a start of \(name) got the ends \(listener.ends)")
        round.count(events: runs.begun)
      }
    }
  }

  /// How many runs are open, of those of one start.
  private final class Runs: Sendable {
    private let openRuns = Atomic<Int>(0)
    private let begunRuns = Atomic<Int>(0)

    var open: Int { openRuns.load(ordering: .acquiring) }
    var begun: Int { begunRuns.load(ordering: .relaxed) }

    /// How many others are open.
    func begin() -> Int {
      begunRuns.add(1, ordering: .relaxed)
      return openRuns.add(1, ordering: .acquiringAndReleasing).oldValue
    }

    func end() { openRuns.subtract(1, ordering: .acquiringAndReleasing) }
  }

  /// Makes a stream of many runs; whether each of them has to fail.
  private typealias Operation = (name: String, fails: Bool, make: @Sendable (Producer) -> Producer)

  private static let operations: [Operation] = [
    ("retry", true, { $0.retry(1000) }),
    (
      "retry of what using opens", true,
      { work in Producer.using({ AnyDisposable {} }, { _ in work }).retry(1000) }
    ),
    ("repeat", false, { $0.repeat(1000) }),
    ("append", false, { $0.append($0).append($0).append($0) }),
    ("prepend", false, { $0.prepend($0).prepend($0).prepend($0) }),
    ("andThen", false, { $0.andThen($0).andThen($0).andThen($0) }),
    ("ifEmpty", false, { $0.ifEmpty(switchTo: $0).ifEmpty(switchTo: $0) }),
    ("catch", true, { work in work.catch { _ in work }.catch { _ in work } }),
    ("flatMap concat", false, { work in Producer((0..<50).map(Item.extra)).flatMap(.concat) { _ in work } }),
    (
      "flatMap with a limit", false,
      { work in Producer((0..<50).map(Item.extra)).flatMap(.concurrent(limit: 1)) { _ in work } }
    ),
    ("retry of a share", true, { $0.share().retry(1000) }),
    (
      "retry of shared work with a key", true,
      { work in KeyedShare<Int, Item, Oops> { _ in work }[1].retry(1000) }
    ),
  ]

  // MARK: Groups

  private static func observeGroupsLate(_ round: Round) {
    var random = round.random
    let strategy = random.pick([FlattenStrategy.concat, .concurrent(limit: 2), .merge])
    let queue = QueueScheduler(name: "groups")
    let (moves, byCount, pauses) = (random.oneIn(2), random.oneIn(3), random.oneIn(2))
    round.describe(
      "\(byCount ? "windows" : "groups"), flatMap(.\(strategy))\(moves ? ", behind receive(on:)" : "")"
        + "\(pauses ? ", paused" : "")")
    let (signal, input) = Signal<Item, Oops>.pipe()
    let listener = Listener("observer of groups", round.faults, order: byCount ? .free : .rising)
    let streams: SignalProducer<Producer, Oops> =
      byCount
      ? signal.producer.windows(ofCount: 3) : signal.producer.grouped { $0.sender }.map(\.values)
    let moved = moves ? streams.receive(on: queue) : streams
    let start = moved.flatMap(strategy) { $0 }.start(listener.observer())
    listener.attached(start)
    let sent = Atomic<Int>(0)
    round.onThreads { worker in
      for number in 0..<2000 where worker.isRunning {
        if pauses, worker.index == 0 {
          worker.call("pause") { start.pause() }
          worker.call("resume") { start.resume() }
          continue
        }
        worker.call("send into groups") { input.send(Item(worker.index, number)) }
        sent.add(1, ordering: .relaxed)
      }
    }
    round.call("complete") { input.complete() }
    let all = sent.load(ordering: .relaxed)
    round.expect(
      round.eventually { listener.ends.count == 1 }, "E3", "groups ended with \(listener.ends)")
    round.expect(listener.count == all, "G2", "\(all) values were sent into groups, \(listener.count) came")
    round.count(events: listener.count)
  }

  // MARK: The newest value

  private static func compareWithNewest(_ round: Round) {
    let (values, input) = Signal<Item, Never>.pipe()
    let number = MutableProperty(0)
    let tenfold = number.map { $0 * 10 }
    @Sendable func check(_ what: String, _ value: Int, _ newest: Int) {
      round.count(events: 1)
      round.expect(value == newest, "S11", "\(what): the newest beside \(value) is \(newest)")
    }
    round.onThreads { worker in
      var count = 0
      while worker.isRunning {
        count += 1
        switch worker.index {
        case 0..<2: worker.call("send") { input.send(Item(worker.index, count)) }
        case 2: worker.call("set") { number.modify { $0 += 1 } }
        default:
          let start =
            switch worker.random.below(3) {
            case 0:
              worker.call("start of withLatest") {
                values.producer.withLatest(from: values.filter { _ in true }).startWithValues {
                  check("a signal", $0.id, $1.id)
                }
              }
            case 1:
              worker.call("start of withLatest, joined") {
                let joined = values.producer.merge(with: values.producer.filter { _ in false })
                return joined.withLatest(from: joined).startWithValues { check("a merge", $0.id, $1.id) }
              }
            default:
              worker.call("start of withLatest of a property") {
                number.producer.withLatest(from: tenfold).startWithValues {
                  // It is read when the value comes, and may be newer.
                  check("a property", min($0 * 10, $1), $0 * 10)
                }
              }
            }
          for _ in 0..<worker.random.below(100) { _ = nanoseconds() }
          worker.call("dispose") { start.dispose() }
        }
      }
    }
    round.call("complete") { input.complete() }
  }
}
