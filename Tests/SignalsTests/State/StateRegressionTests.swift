import Foundation
import Signals
import TestSupport
import Testing

/// What goes wrong elsewhere, or went wrong here once.
@Suite(.mayBlock) struct StateRegressionTests {
  @Test func aValueThatRollsBackIsNotStale() {
    let number = MutableProperty(1)
    let runs = Log<Int>()
    let derived = Property {
      runs.add(number.value)
      return number.value
    }
    let last = derived.map { $0 * 10 }
    #expect(last.value == 10)
    number.value = 2
    #expect(derived.value == 2)
    number.value = 1
    #expect(last.value == 10)
    number.value = 2
    #expect(last.value == 20)
    #expect(runs.entries == [1, 2, 1, 2])
  }

  @Test func aRollbackBetweenReadsIsSeenByEveryReader() {
    let (isOn, number) = (MutableProperty(true), MutableProperty(1))
    let one = Property { isOn.value ? number.value : 0 }
    let other = Property { one.value + number.value }
    #expect(other.value == 2)
    isOn.value = false
    #expect(one.value == 0)
    isOn.value = true
    #expect(other.value == 2)
    number.value = 5
    #expect(other.value == 10)
  }

  @Test func anObserverSetsWhileAWaveIsUnderWay() {
    let (a, b) = (MutableProperty(1), MutableProperty(1))
    let sum = Property { a.value + b.value }
    let (first, last) = (sum.map { $0 * 10 }, sum.map { $0 * 100 })
    let heard = Log<Int>()
    first.producer.startWithValues { value in
      heard.add(value)
      if value == 30 { b.value = 5 }
    }
    last.producer.startWithValues(heard.add)
    a.value = 2
    // No observer receives 300 after 700.
    #expect(heard.entries == [20, 200, 30, 700, 70] || heard.entries == [20, 200, 30, 70, 700])
    #expect((first.value, last.value) == (70, 700))
  }

  @Test func anObserverIsAddedDuringPropagation() {
    let number = MutableProperty(1)
    let (first, last) = (number.map { $0 * 10 }, number.map { $0 * 100 })
    let heard = Log<Int>()
    let isFirst = Flag.Shared()
    first.signal.observeValues { _ in
      if isFirst.flag.set() { last.producer.startWithValues(heard.add) }
    }
    last.signal.observeValues { heard.add(-$0) }
    number.value = 2
    #expect(heard.entries == [200, -200])
    number.value = 3
    #expect(heard.entries == [200, -200, -300, 300])
  }

  @Test func anObserverQueuedAtTheGateReceivesLaterValues() {
    // The messages in the queue: a change, the new observer, another change. The first change has to be delivered
    // with its own value. If it were delivered with the value that is current by then, the last change would count
    // as delivered already, and the new observer, which is added in between, would never receive it.
    let number = MutableProperty(0)
    let derived = number.map { $0 }
    let heard = Log<String>()
    let isFirst = Flag.Shared()
    derived.signal.observeValues { value in
      guard isFirst.flag.set() else { return }
      number.value = 2
      derived.producer.startWithValues { heard.add("producer \($0)") }
      derived.signal.observeValues { heard.add("signal \($0)") }
      number.value = 3
    }
    number.value = 1
    #expect(heard.entries == ["producer 2", "producer 3", "signal 3"])
  }

  @Test func aStaleValueIsNotDeliveredAfterANewerOne() {
    let number = MutableProperty(0)
    let derived = number.map { $0 }
    let heard = Log<(observer: Int, value: Int)>()
    number.signal.observeValues { value in
      if value < 5 { number.value = value + 1 }
      derived.producer.startWithValues { heard.add((value, $0)) }
      number.producer.startWithValues { heard.add((10 + value, $0)) }
    }
    number.value = 1
    for value in 1...5 {
      let all = [value, 10 + value].map { name in heard.entries.filter { $0.observer == name }.map(\.value) }
      // Observers of computed values are notified later, and the values may be newer then.
      #expect(all[0].first == Swift.min(value + 1, 5))
      #expect(all[0].last == 5)
      #expect(all[0] == Set(all[0]).sorted())
      #expect(all[1] == Array(Swift.min(value + 1, 5)...5))
    }
  }

  @Test func theValueOfNowByObservingAndDisposingAtOnce() {
    let number = MutableProperty(1)
    let derived = number.map { $0 * 10 }
    let heard = Log<Int>()
    derived.producer.startWithValues { _ in
      for property in [number.readOnly, derived] {
        property.producer.startWithValues { heard.add($0) }.dispose()
      }
    }
    number.value = 2
    transaction { number.value = 3 }
    #expect(heard.entries == [1, 10, 2, 20, 3, 30])
  }

  @Test func aDerivedValueIsUpToDateInsideTheObserverOfItsSource() {
    let (a, b) = (MutableProperty(1), MutableProperty(1))
    let sum = a.combineLatest(with: b).map { $0 + $1 }
    let heard = Log<[Int]>()
    let observed = sum.producer.start()
    for property in [a, b] {
      property.signal.observeValues { heard.add([$0, sum.value, Property { sum.value * 10 }.value]) }
    }
    a.value = 2
    transaction {
      a.value = 3
      b.value = 4
    }
    #expect(heard.entries == [[2, 3, 30], [3, 7, 70], [4, 7, 70]])
    observed.dispose()
  }

  @Test func aTransactionWhoseSetsCancelOutChangesNothing() {
    let (a, b) = (MutableProperty(1), MutableProperty(2))
    let heard = Log<Int>()
    let sum = Property { a.value + b.value }
    sum.producer.startWithValues(heard.add)
    transaction {
      a.value = 5
      #expect(sum.value == 7)
      a.value = 1
      transaction { b.value = 2 }
    }
    #expect(heard.entries == [3])
    // The sum is the same; that is no change either.
    transaction {
      a.value = 2
      b.value = 1
    }
    #expect(heard.entries == [3])
  }

  @Test("R5: a later value stays, whether it is observed or not", arguments: [true, false])
  func boundValues(isObserved: Bool) {
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    b.signal.observeValues { if $0 == 1 { a.value = 5 } }
    a <~ b
    let observing = isObserved ? a.producer.start() : nil
    b.value = 1
    #expect(a.value == 5, "it was set after the change that the binding brings")
    withExtendedLifetime(observing) {}
  }

  @Test("R5: what a stream brings back is no later change", arguments: [true, false])
  func storedValues(isStored: Bool) {
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    a.producer.start()
    b.signal.observeValues { if $0 == 1 { a.value = 5 } }
    let stored = b.producer.stored(initial: 0)
    if isStored { a <~ stored } else { a <~ b }
    b.value = 1
    #expect(stored.value == 1)
    #expect(a.value == 5, "it was set after the change that the binding brings")
  }

  @Test func theLastValueComesBeforeTheEnd() {
    let first = MutableProperty(0)
    let property = Guarded<MutableProperty<Int>?>(MutableProperty(0))
    let (read, log) = (property.withLock { $0!.readOnly.withoutSource }, Log<String>())
    let (numbers, input) = Signal<Int, Never>.pipe()
    let stored = numbers.stored(initial: 0)
    read.producer.start { log.add("\($0)") }
    read.map { $0 * 10 }.producer.start { log.add("map \($0)") }
    stored.map { $0 * 100 }.producer.start { log.add("stored \($0)") }
    first.signal.observeValues { _ in
      // Announced after this observer has returned.
      property.withLock { $0! }.value = 5
      input.send(7)
      onThreads(1) { _ in
        _ = property.withLock { $0.take() }
        input.complete()
      }
    }
    first.value = 1
    #expect(log.entries.filter { $0.hasPrefix("map") } == ["map next(0)", "map next(50)", "map completed"])
    #expect(
      log.entries.filter { $0.hasPrefix("stored") } == [
        "stored next(0)", "stored next(700)", "stored completed",
      ])
    #expect(
      log.entries.filter { !$0.hasPrefix("map") && !$0.hasPrefix("stored") } == [
        "next(0)", "next(5)", "completed",
      ])
  }

  @Test func aBindingSetsNothingAfterTheEnd() {
    let property = Guarded<MutableProperty<Looked>?>(MutableProperty(Looked(0)))
    let read = property.withLock { $0!.readOnly.withoutSource }
    let (numbers, input) = Signal<Looked, Never>.pipe()
    property.withLock { $0! } <~ numbers
    let log = Log<String>()
    read.producer.start { log.add($0.map(\.number).description) }
    Looked.onComparison.withLock { $0 = { _ = property.withLock { $0.take() } } }
    input.send(Looked(1))
    #expect(read.value.number == 0)
    #expect(log.entries.count == 2, "\(log.entries)")
  }

  @Test("R5: bound values that other threads set come to rest") func boundByWayOfAnother() {
    for _ in 0..<60 {
      let (a, b, c) = (MutableProperty(0), MutableProperty(0), MutableProperty("0"))
      a <~ b
      b <~ a
      c <~ a.map { "\($0)" }
      a <~ c.map { Int($0)! }
      onThreads(3) { thread in
        for number in 0..<200 {
          switch thread {
          case 0: a.value = number * 2
          case 1: b.value = number * 4
          default: c.value = "\(number * 6)"
          }
        }
      }
      #expect(a.value == b.value && "\(a.value)" == c.value)
    }
  }

  @Test("R5: a chain that never comes back may be long") func chainsOfNewProperties() {
    let steps = Counter()
    @Sendable func step() {
      steps.increment()
      if steps.value == 100_000 { return }
      let next = MutableProperty(0)
      next.signal.observeValues { _ in step() }
      next.value = 1
    }
    step()
    #expect(steps.value == 100_000)
  }

  @Test("R5: what was in a ring can be read when it is final") func finalRings() {
    let itself = Guarded<Property<Int>?>(nil)
    var number: MutableProperty<Int>? = MutableProperty(1)
    let readOnly = number!.readOnly.withoutSource
    let ring = Property(onCycle: 0) { untracked { itself.withLock { $0 }!.value } + readOnly.value }
    itself.withLock { $0 = ring }
    let ended = Counter()
    ring.producer.startWithCompleted { ended.increment() }
    #expect(ring.value == 0)
    number = nil
    #expect(ended.value == 1)
    // Another thread is computing what is read together with it.
    let (entered, goesOn, returned) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let isFirst = Guarded(true)
    let slow = Property {
      if isFirst.withLock({ exchange(&$0, with: false) }) {
        entered.signal()
        goesOn.wait()
      }
      return 1
    }
    let sum = Property { slow.value + ring.value }
    Thread {
      _ = slow.value
      returned.signal()
    }.start()
    entered.wait()
    #expect(sum.value == 1)
    goesOn.signal()
    returned.wait()
  }
}

/// A value that runs something when it is compared, once.
private struct Looked: Equatable {
  static let onComparison = Guarded<(@Sendable () -> Void)?>(nil)
  let number: Int

  init(_ number: Int) { self.number = number }

  static func == (one: Looked, other: Looked) -> Bool {
    onComparison.withLock { $0.take() }?()
    return one.number == other.number
  }
}
