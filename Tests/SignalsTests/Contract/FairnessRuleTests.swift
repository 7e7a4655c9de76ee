import Foundation
import Signals
import Synchronization
import TestSupport
import Testing

/// One thread counts its calls, seven make as many as they can until it has made enough. Where the thread inside a gate
/// has to deliver all that the others enqueue, one of the calls never returns, and the queue grows without end.
@Suite("Contract, fairness", .mayBlock)
struct FairnessRuleTests {
  @Test("E6a: send returns while seven threads send")
  func sendReturns() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let sum = Atomic<Int>(0)
    signal.observeValues { sum.wrappingAdd($0, ordering: .relaxed) }
    let load = Load { input.send(1) }
    load.run(calls: 20_000) { input.send(0) }
    #expect(sum.load(ordering: .relaxed) == load.calls)
  }

  @Test(
    "E6a: send returns while seven threads observe and dispose"
  )
  func sendReturnsUnderChurn() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let load = Load(counting: { alive in
      let probe = alive.probe()
      signal.observeValues { _ in probe.touch() }.dispose()
    })
    load.run(calls: 20_000) { input.send(0) }
    #expect(load.mostAlive < 2_000)
    #expect(load.alive == 0)
  }

  @Test("E6a: set returns while seven threads start and dispose")
  func setReturnsUnderChurn() {
    let property = MutableProperty(0)
    let load = Load(counting: { alive in
      let probe = alive.probe()
      property.producer.startWithValues { _ in probe.touch() }.dispose()
    })
    let number = Atomic<Int>(0)
    load.run(calls: 20_000) { property.value = number.wrappingAdd(1, ordering: .relaxed).newValue }
    #expect(load.mostAlive < 2_000)
    #expect(load.alive == 0)
  }

  @Test("E6a: observing returns while seven threads send and set")
  func observingReturns() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let property = MutableProperty(0)
    let number = Atomic<Int>(0)
    let load = Load {
      input.send(1)
      property.value = number.wrappingAdd(1, ordering: .relaxed).newValue
    }
    load.run(calls: 2_000) {
      signal.observeValues { _ in }.dispose()
      property.producer.startWithValues { _ in }.dispose()
    }
  }

  @Test("E6a: send returns while seven threads feed a slow observer")
  func slowObserver() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let delivered = Atomic<Int>(0)
    signal.observeValues { _ in
      usleep(200)
      delivered.wrappingAdd(1, ordering: .relaxed)
    }
    let load = Load { input.send(1) }
    let mostWaiting = Guarded(0)
    let sent = Atomic<Int>(0)
    load.run(calls: 300) {
      input.send(0)
      let own = sent.wrappingAdd(1, ordering: .relaxed).newValue
      let waiting = load.calls + own - delivered.load(ordering: .relaxed)
      mostWaiting.withLock { $0 = Swift.max($0, waiting) }
    }
    // Without an upper bound it is hundreds of thousands.
    #expect(mostWaiting.withLock { $0 } < 20_000)
    #expect(delivered.load(ordering: .relaxed) == load.calls + sent.load(ordering: .relaxed))
  }

  @Test("E6a: the thread inside a gate hands over after its share")
  func handsOver() {
    let gate = Gate()
    let inside = ThreadIdentity()
    let isOut = Flag()
    let delivered = Guarded(0)
    onThreads(4) { index in
      if index == 0 {
        gate.run {
          inside.set()
          // Leaves when others have enqueued something.
          while gate.isIdle {}
        }
        _ = isOut.set()
      } else {
        while !inside.isSet {}
        while !isOut.isSet {
          gate.run { if inside.isCurrent, !isOut.isSet { delivered.withLock { $0 += 1 } } }
        }
      }
    }
    // It takes turns with three others, and each of them is late by a time slice at most.
    #expect(delivered.withLock { $0 } > 0)
    #expect(delivered.withLock { $0 } < 1_000_000)
  }

  @Test("E6a: a thread that sends in its own callback is not delayed")
  func reentrantSendsAreNotHeldUp() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let received = Guarded(0)
    let waits = Guarded<[Int]>([])
    signal.observeValues { value in
      received.withLock { $0 += 1 }
      if value == 0 {
        for next in 1...rounds(100_000) { input.send(next) }
        // None of them has been delivered: there was nothing to wait for.
        waits.withLock { $0.append(received.withLock { $0 }) }
      }
    }
    input.send(0)
    #expect(waits.withLock { $0 } == [1])
    #expect(received.withLock { $0 } == rounds(100_000) + 1)
  }

  @Test("E6a: a blocked observer does not block those who send")
  func blockedObserver() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let isInside = DispatchSemaphore(value: 0)
    let isSent = DispatchSemaphore(value: 0)
    let received = Guarded(0)
    signal.observeValues { value in
      if value == 0 {
        isInside.signal()
        isSent.wait()
      }
      received.withLock { $0 += 1 }
    }
    onThreads(2) { index in
      if index == 0 {
        input.send(0)
      } else {
        isInside.wait()
        for _ in 0..<1_000 { input.send(1) }
        isSent.signal()
      }
    }
    #expect(received.withLock { $0 } == 1_001)
  }

  @Test("D4: disposal of a pending observer releases its captures")
  func waitingObserverIsReleased() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let released = Log<Bool>()
    let isGone = Flag()
    signal.observeValues { _ in
      func observeAndDispose() {
        let probe = Probe { _ = isGone.set() }
        // The gate is busy with the event that this callback is about.
        signal.observeValues { _ in probe.touch() }.dispose()
      }
      observeAndDispose()
      released.add(isGone.isSet)
    }
    input.send(1)
    #expect(released.entries == [true])
  }
}

/// Seven threads that do the same again and again.
private final class Load: Sendable {
  private let work: @Sendable (Alive) -> Void
  private let isOver = Flag()
  private let others = Atomic<Int>(0)
  private let living = Alive()
  private let most = Atomic<Int>(0)

  init(_ work: @escaping @Sendable () -> Void) { self.work = { _ in work() } }

  init(counting work: @escaping @Sendable (Alive) -> Void) { self.work = work }

  var alive: Int { living.count.load(ordering: .relaxed) }
  var mostAlive: Int { most.load(ordering: .relaxed) }
  /// Of the other threads.
  var calls: Int { others.load(ordering: .relaxed) }

  /// Makes a number of calls beside the others. All have returned when this does.
  func run(calls: Int, _ call: @escaping @Sendable () -> Void) {
    onThreads(8) { [self] index in
      if index > 0 {
        while !isOver.isSet {
          work(living)
          others.wrappingAdd(1, ordering: .relaxed)
        }
      } else {
        for _ in 0..<rounds(calls) {
          call()
          most.max(alive, ordering: .relaxed)
        }
        _ = isOver.set()
      }
    }
  }
}

/// How many captures are alive.
private final class Alive: Sendable {
  let count = Atomic<Int>(0)

  func probe() -> Probe {
    count.wrappingAdd(1, ordering: .relaxed)
    return Probe { self.count.wrappingSubtract(1, ordering: .relaxed) }
  }
}

/// Which thread has called ``set()``.
private final class ThreadIdentity: Sendable {
  private let identity = Atomic<UInt>(0)

  var isSet: Bool { identity.load(ordering: .acquiring) != 0 }
  var isCurrent: Bool { identity.load(ordering: .acquiring) == CurrentThread.identity }

  func set() { identity.store(CurrentThread.identity, ordering: .releasing) }
}

extension Gate {
  /// Whether nothing waits; for the thread inside.
  fileprivate var isIdle: Bool { !hasMessages }
}
