import Foundation
import Signals
import SignalsTesting
import Synchronization
import TestSupport
import Testing

@Suite("Contract, events", .mayBlock)
struct EventRuleTests {
  @Test("E1: nothing follows a terminating event", arguments: Termination<Oops>.all)
  func nothingFollowsTheEnd(end: Termination<Oops>) {
    let pushed = Log<Event<Int, Oops>>()
    let (signal, input) = Signal<Int, Oops>.pipe()
    signal.observe(pushed.observer())
    let sendAll: @Sendable (Observer<Int, Oops>) -> Void = { observer in
      observer.send(1)
      observer.send(end: end)
      observer.send(2)
      observer.complete()
      observer.fail(Oops(code: 9))
      observer.interrupt()
    }
    sendAll(input)
    #expect(pushed.entries == [.next(1), Event(end)])

    let pulled = Log<Event<Int, Oops>>()
    SignalProducer<Int, Oops> { observer, _ in sendAll(observer) }.start(pulled.observer())
    #expect(pulled.entries == [.next(1), Event(end)])
  }

  @Test("E1: nothing follows a terminating event sent in a callback")
  func nothingFollowsAnEndFromInside() {
    let log = Log<Event<Int, Oops>>()
    let (signal, input) = Signal<Int, Oops>.pipe()
    signal.assertNoFailure().observeValues { value in
      input.complete()
      input.send(value + 1)
    }
    signal.observe(log.observer())
    input.send(1)
    #expect(log.entries == [.next(1), .completed])
  }

  @Test("E2: operators that shift time pass on a failure at once")
  func failuresDoNotWait() {
    let (time, log) = (TestScheduler(), Log<Event<Int, Oops>>())
    let (signal, input) = Signal<Int, Oops>.pipe()
    signal.delay(.seconds(1), on: time).observe(log.observer())
    signal.debounce(for: .seconds(1), on: time).observe(log.observer())
    signal.collect().map(\.count).observe(log.observer())
    input.send(1)
    #expect(log.entries == [])
    input.fail(Oops(code: 7))
    #expect(log.entries == [.failed(Oops(code: 7))])
    // A scheduler has to come to it, and no time passes.
    time.advance(by: .zero)
    #expect(log.entries == Array(repeating: .failed(Oops(code: 7)), count: 3))
  }

  @Test("E3: joins complete when all inputs have")
  func joinsCompleteTogether() {
    let log = Log<Event<Int, Never>>()
    let (first, firstInput) = Signal<Int, Never>.pipe()
    let (second, secondInput) = Signal<Int, Never>.pipe()
    first.merge(with: second).observe(log.observer())
    firstInput.complete()
    secondInput.send(1)
    #expect(log.entries == [.next(1)])
    secondInput.complete()
    #expect(log.entries == [.next(1), .completed])
  }

  @Test("E4: an interruption passes through stages and joins at once")
  func interruptionPasses() {
    let (time, log) = (TestScheduler(), Log<Event<Int, Never>>())
    let (signal, input) = Signal<Int, Never>.pipe()
    let merged = signal.map { $0 }.merge(with: SignalProducer.never)
    merged.filter { _ in false }.observe(log.observer())
    merged.delay(.seconds(1), on: time).observe(log.observer())
    input.send(1)
    input.interrupt()
    #expect(log.entries == [.interrupted])
    time.advance(by: .zero)
    #expect(log.entries == [.interrupted, .interrupted], "on a scheduler in its turn")
  }

  @Test(
    "E4: an interrupted inner stream counts as completed",
    arguments: [FlattenStrategy.merge, .concat, .latest])
  func innerInterruption(strategy: FlattenStrategy) {
    let log = Log<Event<Int, Never>>()
    SignalProducer<Int, Never>(1...2).flatMap(strategy) { value in
      SignalProducer<Int, Never> { observer, _ in
        observer.send(value)
        observer.interrupt()
      }
    }.start(log.observer())
    #expect(log.entries == [.next(1), .next(2), .completed])
  }

  @Test("E5: with Failure == Never a failure cannot be written down")
  func neverFails() {
    // Compiles only because there is no failure to handle.
    func describe(_ event: Event<Int, Never>) -> String {
      switch event {
      case .next(let value): "next \(value)"
      case .completed: "completed"
      case .interrupted: "interrupted"
      }
    }
    #expect(describe(.next(1)) == "next 1")
    #expect(describe(.completed) == "completed")
    #expect(describe(.interrupted) == "interrupted")
  }

  @Test("E6: events of any number of sending threads are serial")
  func serialUnderFourThreads() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let check = SerialCheck()
    signal.observeValues(check.enter)
    onThreads(4) { thread in
      for value in 0..<20_000 { input.send(thread * 1_000_000 + value) }
    }
    #expect(check.overlaps == 0)
    #expect(check.values.count == 80_000)
    #expect(check.keepsTheOrderOfEachThread)
  }

  @Test("E6: generator and join put events of threads into one order")
  func serialBehindJoinsAndGenerators() {
    let check = SerialCheck()
    let pipes = (0..<4).map { _ in Signal<Int, Never>.pipe() }
    Signal.merge(pipes.map(\.output)).map { $0 }.observeValues(check.enter)
    onThreads(4) { thread in
      for value in 0..<5_000 { pipes[thread].input.send(thread * 1_000_000 + value) }
    }
    #expect(check.overlaps == 0)
    #expect(check.values.count == 20_000)
    #expect(check.keepsTheOrderOfEachThread)

    let pulledCheck = SerialCheck()
    SignalProducer<Int, Never> { observer, _ in
      onThreads(4) { thread in
        for value in 0..<5_000 { observer.send(thread * 1_000_000 + value) }
      }
    }.startWithValues(pulledCheck.enter)
    #expect(pulledCheck.overlaps == 0)
    #expect(pulledCheck.values.count == 20_000)
    #expect(pulledCheck.keepsTheOrderOfEachThread)
  }

  @Test("E6: two observers never see different orders")
  func oneOrderForAll() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let (first, second) = (Log<Int>(), Log<Int>())
    signal.observeValues(first.add)
    signal.map { $0 }.observeValues(second.add)
    onThreads(4) { thread in
      for value in 0..<10_000 { input.send(thread * 1_000_000 + value) }
    }
    #expect(first.entries.count == 40_000)
    #expect(first.entries == second.entries)
  }

  @Test("E7: what a callback sends waits for the event in flight")
  func reentrantSendsKeepTheOrder() {
    let log = Log<String>()
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.observeValues { value in
      log.add("a\(value)")
      if value == 1 {
        input.send(2)
        input.send(3)
        log.add("a1 returns")
      }
    }
    signal.observeValues { log.add("b\($0)") }
    input.send(1)
    #expect(log.entries == ["a1", "a1 returns", "b1", "a2", "b2", "a3", "b3"])
  }

  @Test("E7: 100,000 nested sends keep the stack and the order")
  func deepReentrancy() {
    onSmallStack {
      let log = Log<Int>()
      let (signal, input) = Signal<Int, Never>.pipe()
      signal.observeValues { value in
        log.add(value)
        if value < rounds(100_000) { input.send(value + 1) }
      }
      input.send(0)
      #expect(log.entries == Array(0...rounds(100_000)))
    }
  }

  @Test("E7: a re-entrant send inside a started producer waits too")
  func reentrantSendsInProducers() {
    let log = Log<Int>()
    let input = Guarded<Observer<Int, Never>?>(nil)
    SignalProducer<Int, Never> { observer, _ in
      input.withLock { $0 = observer }
      observer.send(1)
      observer.send(10)
      observer.complete()
    }.startWithValues { value in
      if value < 5 { input.withLock { $0 }?.send(value + 1) }
      log.add(value)
    }
    #expect(log.entries == [1, 2, 3, 4, 5, 10])
  }

  @Test("E7: pipes that send into each other never deadlock")
  func crossSending() {
    let (left, leftInput) = Signal<Int, Never>.pipe()
    let (right, rightInput) = Signal<Int, Never>.pipe()
    let (leftCheck, rightCheck) = (SerialCheck(), SerialCheck())
    left.observeValues(leftCheck.enter)
    right.observeValues(rightCheck.enter)
    left.observeValues { if $0 < 1_000_000 { rightInput.send($0 + 1_000_000) } }
    right.observeValues { if $0 < 1_000_000 { leftInput.send($0 + 1_000_000) } }
    onThreads(2) { thread in
      for value in 0..<20_000 { (thread == 0 ? leftInput : rightInput).send(value) }
    }
    #expect(leftCheck.values.count == 40_000)
    #expect(rightCheck.values.count == 40_000)
    #expect(leftCheck.overlaps + rightCheck.overlaps == 0)
  }

  @Test("E8: delivery is synchronous, on the sending thread")
  func synchronousDelivery() {
    let threads = Log<ObjectIdentifier>()
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.map { $0 }.merge(with: SignalProducer.never).observeValues { _ in
      threads.add(ObjectIdentifier(Thread.current))
    }
    input.send(1)
    SignalProducer<Int, Never>(value: 1).combineLatest(with: SignalProducer(value: 2))
      .startWithValues { _ in threads.add(ObjectIdentifier(Thread.current)) }
    let here = ObjectIdentifier(Thread.current)
    #expect(threads.entries == [here, here])
  }

  @Test("E9: no lock is held when code outside the library runs")
  func noLockIsHeld() {
    // Each `add` stops the program if a lock is held; see Log.
    let log = Log<String>()
    let composite = CompositeDisposable()
    let serial = SerialDisposable()
    composite += AnyDisposable { log.add("composite") }
    composite += CheckingDisposable(log)
    for _ in 0..<100 { composite += CheckingDisposable(log) }
    serial.inner = AnyDisposable { log.add("serial") }
    serial.inner = nil
    let producer = SignalProducer<Int, Oops> { observer, lifetime in
      lifetime.onEnd { log.add("lifetime") }
      log.add("generator")
      observer.send(1)
      observer.fail(Oops())
    }.share()
    producer.retry(1)
      .flatMap(.concat) { value in
        log.add("transform")
        return SignalProducer<Int, Oops>(value: value)
      }
      .receive(on: ImmediateScheduler())
      .debounce(for: .seconds(1), on: ImmediateScheduler())
      .on(disposed: { log.add("disposed") })
      .start { _ in log.add("event") }
    composite.dispose()
    #expect(
      Set(log.entries) == [
        "composite", "asked", "told", "serial", "lifetime", "generator", "transform", "event", "disposed",
      ])
  }

  #if DEBUG
    @Test("E9: debug builds stop when a lock is held at a call out")
    func lockAuditStops() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let (_, input) = Signal<Int, Never>.pipe()
        Guarded(0).withLock { _ in input.send(1) }
      }
      let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
      #expect(message?.contains("contract E9") == true)
    }
  #endif
}

extension Termination<Oops> {
  static let all: [Self] = [.completed, .interrupted, .failed(Oops(code: 1))]
}

/// Notices when two threads are in one callback.
final class SerialCheck: Sendable {
  private let inside = Atomic<Int>(0)
  private let overlapping = Atomic<Int>(0)
  private let log = Log<Int>()

  var overlaps: Int { overlapping.load(ordering: .relaxed) }
  var values: [Int] { log.entries }

  /// Values are sent as thread * 1,000,000 + counter.
  var keepsTheOrderOfEachThread: Bool {
    Dictionary(grouping: values) { $0 / 1_000_000 }.values.allSatisfy { $0 == $0.sorted() }
  }

  func enter(_ value: Int) {
    if inside.wrappingAdd(1, ordering: .relaxed).oldValue != 0 {
      overlapping.wrappingAdd(1, ordering: .relaxed)
    }
    log.add(value)
    inside.wrappingSubtract(1, ordering: .relaxed)
  }
}

/// A disposable from outside the library, which logs each call.
private final class CheckingDisposable: Disposable {
  private let log: Log<String>

  init(_ log: Log<String>) { self.log = log }

  var isDisposed: Bool {
    log.add("asked")
    return false
  }

  func dispose() { log.add("told") }
}
