import Testing

@testable import Signals

/// What goes wrong elsewhere, or went wrong here once.
@Suite struct StateRegressionTests {
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

  @Test func tasksInsideComputationsAndTransactionsAreOnTheirOwn() async {
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    let tasks = Log<Task<Void, Never>>()
    let computed = Property {
      tasks.add(Task { b.modify { $0 += 1 } })
      return a.value
    }
    transaction {
      a.value = 1
      tasks.add(Task { b.modify { $0 += 10 } })
      #expect(computed.value == 1)
    }
    _ = computed.value
    var index = 0
    while index < tasks.entries.count {
      await tasks.entries[index].value
      index += 1
    }
    #expect(b.value >= 11)
    let before = tasks.entries.count
    #expect(computed.value == 1)
    #expect(tasks.entries.count == before)
  }
}
