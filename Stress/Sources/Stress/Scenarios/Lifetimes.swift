import Signals
import Synchronization

extension Scenario {
  static let lifetimes = [
    Scenario(
      name: "disposables", summary: "containers that all threads fill, empty and dispose of",
      rules: "D1, D3, D4",
      run: disposeFromAllThreads),
    Scenario(
      name: "starts", summary: "starts that are disposed of while they begin", rules: "P4, P5, D2, E1",
      run: disposeWhileStarting),
  ]

  private static func disposeFromAllThreads(_ round: Round) {
    let made = Atomic<Int>(0)
    let disposed = Atomic<Int>(0)
    @Sendable func disposable() -> AnyDisposable {
      made.add(1, ordering: .relaxed)
      let times = Atomic<Int>(0)
      let token = Token()
      return AnyDisposable {
        withExtendedLifetime(token) {}
        let before = times.add(1, ordering: .relaxed).oldValue
        round.expect(before == 0, "D1", "the action of a disposable ran twice")
        disposed.add(1, ordering: .relaxed)
      }
    }
    let slots = (0..<4).map { _ in Slot() }
    round.onThreads { worker in
      while worker.isRunning {
        let slot = slots[worker.random.below(slots.count)]
        let (all, one) = slot.get()
        switch worker.random.below(5) {
        case 0: worker.call("add to CompositeDisposable") { all += disposable() }
        case 1: worker.call("inner of SerialDisposable") { one.inner = disposable() }
        case 2:
          let own = disposable()
          worker.call("add to CompositeDisposable") { all += own }
          worker.call("dispose of a member") { own.dispose() }
        case 3: worker.call("release of ScopedDisposable") { _ = ScopedDisposable(disposable()) }
        default:
          if worker.random.oneIn(5) {
            let old = slot.replace()
            worker.call("dispose of CompositeDisposable") { old.all.dispose() }
            worker.call("dispose of SerialDisposable") { old.one.dispose() }
          }
        }
        round.count(events: 1)
      }
    }
    for slot in slots {
      let (all, one) = slot.get()
      all.dispose()
      one.dispose()
    }
    let (total, count) = (made.load(ordering: .relaxed), disposed.load(ordering: .relaxed))
    round.expect(
      total == count, "D3", "of \(total) disposables in disposed containers, \(count) were disposed of")
  }

  private static func disposeWhileStarting(_ round: Round) {
    round.onThreads { worker in
      while worker.isRunning {
        let ended = Atomic<Int>(0)
        let begun = Atomic<Int>(0)
        let token = Token()
        let endless = SignalProducer<Item, Oops> { observer, lifetime in
          begun.add(1, ordering: .relaxed)
          lifetime.onEnd {
            withExtendedLifetime(token) {}
            ended.add(1, ordering: .relaxed)
          }
          var number = 0
          while !lifetime.hasEnded {
            number += 1
            observer.send(Item(0, number))
          }
        }
        let limit = worker.random.below(20)
        let listener = Listener("observer of an endless start", round.faults, isInterrupted: true) {
          _, listener in
          if listener.count > limit { listener.disposeHere() }
        }
        worker.call("startWithSignal of an endless producer") {
          _ = endless.startWithSignal { signal, interrupter in
            listener.attached(interrupter)
            signal.observe(listener.observer())
            if limit == 0 { listener.disposeHere() }
          }
        }
        let (starts, ends) = (begun.load(ordering: .relaxed), ended.load(ordering: .relaxed))
        round.expect(starts == ends, "P5", "\(starts) works began and \(ends) lifetimes ended")
        round.expect(limit > 0 || starts == 0, "P4", "work began that was disposed of before")
        round.expect(
          listener.ends == ["interrupted"], "P5", "a start that was disposed of ended with \(listener.ends)")
        round.count(events: listener.count)
      }
    }
  }
}

/// Containers that any thread may take, and replace with empty ones.
private final class Slot: Sendable {
  private let containers = Guarded((all: CompositeDisposable(), one: SerialDisposable()))

  func get() -> (all: CompositeDisposable, one: SerialDisposable) { containers.withLock { $0 } }

  func replace() -> (all: CompositeDisposable, one: SerialDisposable) {
    containers.withLock { containers in
      defer { containers = (CompositeDisposable(), SerialDisposable()) }
      return containers
    }
  }
}
