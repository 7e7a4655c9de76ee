import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

/// A port: who opens it while it is open has begun too early.
private final class Port: Sendable {
  private let state = Guarded((isOpen: false, opened: 0, faults: 0))

  var opened: Int { state.withLock { $0.opened } }
  var faults: Int { state.withLock { $0.faults } }

  func open() {
    state.withLock { state in
      if state.isOpen { state.faults += 1 }
      state.isOpen = true
      state.opened += 1
    }
  }

  func close() { state.withLock { $0.isOpen = false } }
}

@Suite("Contract, one run at a time", .mayBlock)
struct RunRuleTests {
  /// When a run ends.
  fileprivate enum Moment: CaseIterable { case inside, later, onAnotherThread }

  /// What stands around the work, and disposes of it in its own way.
  fileprivate enum Wrapping: CaseIterable {
    case nothing, merge, latest, concat, timeout, materialize, windows, receive, using, share, race
  }

  fileprivate typealias Work = SignalProducer<Int, TestFailure>
  private typealias Operation =
    @Sendable (_ fails: Work, _ completes: Work) -> SignalProducer<Int, TestFailure>

  private static let operations: [(name: String, runs: Int?, apply: Operation)] = [
    ("retry", 3, { fails, _ in fails.retry(2) }),
    (
      "retry when", 3,
      { fails, _ in fails.retry(when: { _ in SignalProducer<Void, Never>(value: ()) }).prefix(3) }
    ),
    ("repeat", 3, { $1.repeat(3) }),
    ("append", 2, { $1.append($1) }),
    ("prepend", 2, { $1.prepend($1) }),
    ("andThen", 2, { $1.andThen($1) }),
    ("catch", 2, { fails, completes in fails.catch { _ in completes } }),
    ("ifEmpty", 2, { $1.filter { _ in false }.ifEmpty(switchTo: $1) }),
    ("concat", 3, { _, work in SignalProducer(1...3).flatMap(.concat) { _ in work } }),
    ("concurrent", 3, { _, work in SignalProducer(1...3).flatMap(.concurrent(limit: 1)) { _ in work } }),
    ("conflate", nil, { _, work in SignalProducer(1...3).flatMap(.conflate) { _ in work } }),
    ("share and retry", 3, { fails, _ in fails.share().retry(2) }),
    ("share with replay and repeat", 3, { $1.share(replay: 1).repeat(3) }),
    (
      "keyed share and retry", 3,
      { fails, _ in
        let keyed = KeyedShare<Int, Int, TestFailure> { _ in fails }
        return keyed[1].retry(2)
      }
    ),
  ]

  @Test("P9: the next run begins when the one before is over", arguments: operations.indices)
  func oneAtATime(_ index: Int) {
    let (name, runs, apply) = Self.operations[index]
    for moment in Moment.allCases {
      for wrapping in Wrapping.allCases {
        let port = Port()
        let ended = apply(
          Self.work(port, moment, wrapping, fails: true), Self.work(port, moment, wrapping, fails: false))
        runToEnd(ended)
        #expect(port.faults == 0, "\(name), ends \(moment), inside \(wrapping)")
        #expect(port.opened == runs ?? port.opened, "\(name), ends \(moment), inside \(wrapping)")
      }
    }
  }

  /// Blocks the thread, and no task takes part in it: how tasks hand values over, ThreadSanitizer does not see in release.
  private func runToEnd<Value, Failure>(_ producer: SignalProducer<Value, Failure>) {
    let ended = DispatchSemaphore(value: 0)
    producer.start { event in if event.isTerminating { ended.signal() } }
    ended.wait()
  }

  private static func work(_ port: Port, _ moment: Moment, _ wrapping: Wrapping, fails: Bool) -> Work {
    let work = Work { observer, lifetime in
      port.open()
      lifetime.onEnd { port.close() }
      let end: @Sendable () -> Void = {
        observer.send(1)
        if fails { observer.fail(TestFailure()) } else { observer.complete() }
      }
      switch moment {
      case .inside: end()
      case .later: DispatchQueue.global().async(execute: end)
      case .onAnotherThread: Thread.detachNewThread(end)
      }
    }
    return wrapping.apply(to: work)
  }

  @Test("P9: a start that is cleaned up slowly is waited for") func slowCleaning() {
    let port = Port()
    let (values, input) = Signal<Int, TestFailure>.pipe()
    let slow = Work { observer, lifetime in
      port.open()
      lifetime.onEnd {
        Thread.sleep(forTimeInterval: 0.02)
        port.close()
      }
      lifetime += values.observe(observer)
    }
    let failing = Work { observer, _ in
      // While another thread is inside of the slow one.
      DispatchQueue.global().async { observer.fail(TestFailure()) }
    }
    Thread.detachNewThread { for value in 0..<200 { input.send(value) } }
    runToEnd(slow.merge(with: failing).retry(5))
    #expect(port.faults == 0)
    #expect(port.opened == 6)
  }

  @Test("P9: an action is free again when its run is over") func actions() {
    let port = Port()
    let action = Action<Void, Int, TestFailure> { Self.work(port, .later, .nothing, fails: false) }
    for _ in 1...3 {
      runToEnd(action.isEnabled.producer.filter { $0 }.prefix(1))
      runToEnd(action.apply())
    }
    #expect(port.faults == 0)
    #expect(port.opened == 3)
  }

  @Test("P9: what joins a share again waits for the run before") func sharedAgain() {
    let (log, starts) = (Log<String>(), Log<any Disposable>())
    let again = Guarded<(@Sendable () -> Void)?>(nil)
    let shared = SignalProducer<Int, Never> { observer, lifetime in
      log.add("begin")
      lifetime.onEnd { log.add("end") }
      observer.send(1)
    }.on(next: { _ in again.withLock { $0.take() }?() }).share()
    let first = Subscription()
    again.withLock {
      $0 = {
        first.dispose()
        starts.add(shared.startWithValues { log.add("\($0)") })
      }
    }
    shared.attach(Observer(), first)
    #expect(log.entries == ["begin", "end", "begin", "1"])
    starts.entries.forEach { $0.dispose() }
    #expect(log.entries.last == "end")
  }

  @Test("D4: what is followed again and again leaves nothing") func leavesNothing() {
    let alive = Counter()
    SignalProducer<Int, TestFailure> { observer, lifetime in
      let probe = Probe { alive.increment() }
      lifetime.onEnd { probe.touch() }
      observer.fail(TestFailure())
    }.retry(1000).start { _ in }
    #expect(alive.value == 1001)
  }
}

extension RunRuleTests.Wrapping {
  fileprivate func apply(to work: RunRuleTests.Work) -> RunRuleTests.Work {
    switch self {
    case .nothing: work
    case .merge: work.merge(with: RunRuleTests.Work.empty)
    case .latest: RunRuleTests.Work(value: 1).flatMap(.latest) { _ in work }
    case .concat: RunRuleTests.Work(value: 1).flatMap(.concat) { _ in work }
    case .timeout: work.timeout(.total, .seconds(1000), failingWith: TestFailure(), on: TestScheduler())
    case .materialize: work.materialize().dematerialize()
    case .windows: work.windows(ofCount: 2).flatten()
    case .receive: work.receive(on: ImmediateScheduler())
    case .using: .using({ CompositeDisposable() }) { _ in work }
    case .share: work.share()
    case .race: work.race(with: RunRuleTests.Work.never)
    }
  }
}
