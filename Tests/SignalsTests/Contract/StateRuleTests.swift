import Signals
import TestSupport
import Testing

@Suite("Contract, state", .mayBlock)
struct StateRuleTests {
  @Test("R1: a property always has a value, also inside observers")
  func alwaysHasAValue() {
    let number = MutableProperty(1)
    let derived = number.map { $0 * 10 }
    let heard = Log<[Int]>()
    derived.producer.startWithValues { heard.add([$0, number.value, derived.value]) }
    number.producer.startWithValues { heard.add([$0, number.value, derived.value]) }
    number.value = 2
    #expect(heard.entries == [[10, 1, 10], [1, 1, 10], [2, 2, 20], [20, 2, 20]])
  }

  @Test("R1: any thread can read and set, whatever other threads do")
  func anyThread() {
    let number = MutableProperty([0, 0])
    let derived = number.map { $0[0] - $0[1] }
    let wrong = Counter()
    onThreads(4) { thread in
      for value in 1...500 {
        if thread == 0 { number.value = [value, value] }
        let now = number.value
        if derived.value != 0 || now[0] != now[1] { wrong.increment() }
      }
    }
    #expect(wrong.value == 0)
    #expect(number.value == [500, 500])
  }

  @Test("R2: the new value can be read before observers receive it")
  func visibleBeforeHeard() {
    let (a, b) = (MutableProperty(1), MutableProperty(1))
    let sum = Property { a.value + b.value }
    let heard = Log<[Int]>()
    a.signal.observeValues { heard.add([$0, a.value, b.value, sum.value]) }
    b.signal.observeValues { heard.add([$0, a.value, b.value, sum.value]) }
    transaction {
      a.value = 2
      b.value = 20
    }
    #expect(heard.entries == [[2, 2, 20, 22], [20, 2, 20, 22]])
  }

  @Test("R2: observing sends the present value, then every change")
  func valueThenChanges() {
    let number = MutableProperty(1)
    let heard = Log<String>()
    number.value = 2
    number.producer.startWithValues { heard.add("a \($0)") }
    heard.add("returned")
    number.signal.observeValues { value in
      guard value == 3 else { return }
      number.value = 4
      number.producer.startWithValues { heard.add("b \($0)") }
      heard.add("returned")
    }
    number.value = 3
    number.value = 5
    // The third observer begins with 4, and does not receive it again.
    #expect(heard.entries == ["a 2", "returned", "a 3", "b 4", "returned", "a 4", "a 5", "b 5"])
  }

  @Test("R2: no gap and no duplicate, whenever an observer attaches")
  func neitherGapsNorDuplicates() {
    let number = MutableProperty(0)
    let heard = (0..<4).map { _ in Log<Int>() }
    onThreads(4) { thread in
      if thread == 0 {
        for value in 1...2000 { number.value = value }
      } else {
        number.producer.startWithValues(heard[thread].add)
      }
    }
    for log in heard.dropFirst() { #expect(log.entries == Array(log.entries[0]...2000)) }
  }

  @Test("R3: no observer gets values that never existed together")
  func noHalfways() {
    let number = MutableProperty(1)
    let (double, triple) = (number.map { $0 * 2 }, number.map { $0 * 3 })
    let heard = Log<[Int]>()
    Property { [number.value, double.value, triple.value] }.producer.startWithValues(heard.add)
    double.combineLatest(with: triple).producer.startWithValues { heard.add([$0, $1]) }
    number.value = 2
    #expect(heard.entries == [[1, 2, 3], [2, 3], [2, 4, 6], [4, 6]])
  }

  @Test("R3: a derived property notifies once per transaction")
  func oncePerTransaction() {
    let all = (0..<10).map { MutableProperty($0) }
    let sum = Property { all.reduce(0) { $0 + $1.value } }
    let heard = Log<Int>()
    sum.producer.startWithValues(heard.add)
    transaction {
      for property in all { property.value += 1 }
      _ = sum.value
      for property in all { property.value += 1 }
    }
    #expect(heard.entries == [45, 65])
  }

  @Test("R4: derived values are computed on demand, once per change")
  func computedOncePerChange() {
    let number = MutableProperty(1)
    let runs = Log<Int>()
    let derived = Property {
      runs.add(number.value)
      return number.value
    }
    let others = (0..<3).map { factor in derived.map { $0 * factor } }
    #expect(runs.entries == [])
    number.value = 2
    #expect(others.map(\.value) == [0, 2, 4])
    number.value = 3
    let observations = others.map { $0.producer.start() }
    number.value = 4
    #expect(derived.value == 4)
    #expect(runs.entries == [2, 3, 4])
    for observation in observations { observation.dispose() }
    number.value = 5
    #expect(runs.entries == [2, 3, 4])
  }

  @Test("R4: derived values are not computed without a change")
  func notComputedWithoutNeed() {
    let (number, other) = (MutableProperty(1), MutableProperty(1))
    let runs = Log<Int>()
    let parity = number.map { $0 % 2 }
    let derived = Property {
      runs.add(parity.value)
      return parity.value
    }
    derived.producer.start()
    number.value = 3
    number.value = 5
    other.value = 2
    transaction {
      number.value = 2
      number.value = 5
      other.value = 3
    }
    #expect(derived.value == 1)
    #expect(runs.entries == [1])
  }

  @Test("R5: properties that set one another stop at equal values")
  func ringsOfSetsComeToRest() {
    let all = (0..<3).map { _ in MutableProperty(0) }
    let heard = Log<Int>()
    for (index, property) in all.enumerated() {
      property.signal.observeValues { value in
        heard.add(value)
        all[(index + 1) % 3].value = min(value + 1, 10)
      }
    }
    all[0].value = 1
    #expect(heard.entries == Array(1...10) + [10, 10])
    #expect(all.map(\.value) == [10, 10, 10])
  }

  @Test("R5: a ring of computed properties stops with their places")
  func ringsOfComputedProperties() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let ring = Guarded<Property<Int>?>(nil)
      let first = Property(fileID: "Here", line: 1) { ring.withLock { $0 }!.value }
      let second = Property(fileID: "There", line: 2) { first.value }
      ring.withLock { $0 = second }
      _ = first.value
    }
    #expect(result.message.contains("a property is computed from itself: Here:1 -> There:2 -> Here:1. Give"))
  }

  @Test("R6: setting an equal value changes nothing")
  func equalValues() {
    let number = MutableProperty(1)
    let runs = Log<Int>()
    let heard = Log<Int>()
    let derived = number.map { number in
      runs.add(number)
      return number
    }
    number.producer.startWithValues(heard.add)
    derived.producer.startWithValues(heard.add)
    number.value = 1
    number.modify { $0 = 1 }
    #expect(heard.entries == [1, 1])
    #expect(runs.entries == [1])
  }

  @Test("R6: where values cannot be compared, every set is a change")
  func valuesThatCannotBeCompared() {
    let any = MutableProperty(1 as any Sendable)
    let heard = Log<String>()
    any.producer.startWithValues { heard.add("\($0)") }
    any.map { $0 }.producer.startWithValues { heard.add("\($0)") }
    any.value = 1
    #expect(heard.entries == ["1", "1", "1", "1"])
  }

  @Test("R6: of threads that set an equal value one makes the change")
  func equalValuesOnThreads() {
    let number = MutableProperty(0)
    let heard = Log<Int>()
    number.producer.startWithValues(heard.add)
    onThreads(4) { _ in for value in 1...1000 { number.value = value / 4 } }
    let repeated = zip(heard.entries, heard.entries.dropFirst()).filter { $0 == $1 }
    #expect(repeated.isEmpty)
  }
}
