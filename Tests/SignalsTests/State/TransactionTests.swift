import Signals
import TestSupport
import Testing

@Suite(.mayBlock) struct TransactionTests {
  @Test("R7: a throw inside leaves what was set before it") func throwsInside() {
    let (number, other) = (MutableProperty(1), MutableProperty(1))
    let log = Log<[Int]>()
    number.combineLatest(with: other).signal.observeValues { log.add([$0, $1]) }
    transaction {
      number.value = 2
      other.value = 2
      #expect(throws: Oops.self) {
        try number.modify { number throws(Oops) in
          number = 3
          throw Oops()
        }
      }
      #expect(number.value == 2)
    }
    #expect(log.entries == [[2, 2]])
    transaction {
      #expect(throws: Oops.self) {
        try other.modify { other throws(Oops) in
          other = 3
          throw Oops()
        }
      }
    }
    #expect(other.value == 2)
    #expect(log.entries == [[2, 2]])
  }

  @Test("R7: a transaction that throws changes nothing") func throwing() {
    let (number, other) = (MutableProperty(1), MutableProperty("a"))
    let (sum, log) = (Property { "\(number.value)\(other.value)" }, Log<String>())
    sum.signal.observeValues(log.add)
    #expect(throws: Oops.self) {
      try transaction { () throws(Oops) in
        number.value = 2
        other.value = "b"
        #expect(sum.value == "2b")
        throw Oops()
      }
    }
    #expect(sum.value == "1a")
    #expect(log.entries.isEmpty)
    transaction { number.value = 3 }
    #expect(log.entries == ["3a"])
  }

  @Test("R7: one inside another that throws changes nothing", arguments: [1, 20])
  func throwingInside(_ count: Int) {
    let all = (0..<count).map { MutableProperty($0) }
    let sum = Property { all.reduce(0) { $0 + $1.value } }
    let (first, later) = (MutableProperty("a"), MutableProperty("a"))
    transaction {
      first.value = "b"
      all[0].value = 10
      for _ in 1...2 {
        #expect(throws: Oops.self) {
          try transaction { () throws(Oops) in
            for property in all { property.value += 100 }
            transaction { all[0].modify { $0 += 1000 } }
            first.value = "c"
            later.value = "c"
            throw Oops()
          }
        }
      }
      #expect(first.value == "b" && later.value == "a")
      #expect(all[0].value == 10)
      #expect(sum.value == 10 + (1..<count).reduce(0, +))
      transaction { all[0].value += 1 }
      later.value = "d"
    }
    #expect(first.value == "b" && later.value == "d")
    #expect(sum.value == 11 + (1..<count).reduce(0, +))
  }

  @Test("R7: what many threads throw away is seen by none") func throwingOnManyThreads() {
    let (a, b) = (MutableProperty([0]), MutableProperty([0]))
    let (sum, wrong) = (Property { a.value[0] + b.value[0] }, Log<Int>())
    let observation = sum.producer.startWithValues { if $0 != 0 { wrong.add($0) } }
    onThreads(8) { number in
      for round in 0..<rounds(2_000) {
        try? transaction { () throws(Oops) in
          a.modify { $0[0] += number }
          // A part of it that throws is given up, and the rest goes on, or all is given up.
          try? transaction { () throws(Oops) in
            a.value = [1_000_000]
            b.modify { $0[0] += 7 }
            throw Oops()
          }
          if round % 3 == 0 { throw Oops() }
          b.modify { $0[0] -= number }
        }
      }
    }
    observation.dispose()
    #expect(wrong.entries.isEmpty)
    #expect(a.value[0] == (0..<8).reduce(0, +) * (0..<rounds(2_000)).count { $0 % 3 != 0 })
    #expect(sum.value == 0)
  }

  @Test("R3: what a closure sets in a transaction is part of it", arguments: [false, true])
  func setsOfAClosure(hasSet: Bool) {
    let (number, other, copy) = (MutableProperty(1), MutableProperty(1), MutableProperty(0))
    let doubled = Property { () -> Int in
      copy.value = number.value
      return number.value * 2
    }
    let heard = Log<String>()
    copy.signal.observeValues { heard.add("\($0)") }
    #expect(throws: Oops.self) {
      try transaction { () throws(Oops) in
        if hasSet { other.value = 2 }
        heard.add("read \(doubled.value)")
        heard.add("sees \(copy.value)")
        throw Oops()
      }
    }
    #expect(heard.entries == ["read 2", "sees 1"])
    #expect(copy.value == 0 && other.value == 1)
    number.value = 5
    transaction {
      if hasSet { other.value = 2 }
      heard.add("read \(doubled.value)")
    }
    #expect(heard.entries.dropFirst(2) == ["read 10", "5"])
    #expect(copy.value == 5)
  }

  @Test("R7: the end of what was given up may set properties") func endSets() async throws {
    final class Token: Sendable {
      let action: @Sendable () -> Void
      init(_ action: @escaping @Sendable () -> Void) { self.action = action }
      deinit { action() }
    }
    let (token, kept, other) = (MutableProperty<Token?>(nil), MutableProperty(1), MutableProperty(1))
    transaction {
      token.value = Token { kept.value += 1 }
      try? transaction { () throws(Oops) in
        token.value = Token { other.value += 1 }
        throw Oops()
      }
      #expect(other.value == 2)
    }
    #expect(kept.value == 1 && other.value == 2)
    token.value = nil
    // While another test computes, it may need what was replaced.
    #expect(try await eventually { kept.value == 2 })
  }

  @Test func untrackedPassesOnWhatIsThrown() {
    #expect(throws: Oops.self) { try untracked { () throws(Oops) in throw Oops() } }
  }

  @Test func isOneChangeOfWhatDependsOnSeveral() {
    let (width, height) = (MutableProperty(1), MutableProperty(10))
    let area = Property { width.value * height.value }
    let heard = Log<Int>()
    area.producer.startWithValues(heard.add)
    transaction {
      width.value = 2
      height.value = 20
    }
    #expect(heard.entries == [10, 40])
  }

  @Test func returnsWhatTheBodyReturns() {
    let number = MutableProperty(1)
    let sum = transaction {
      number.value = 2
      return number.value + 1
    }
    #expect(sum == 3)
  }

  @Test func readsSeeWhatHasBeenSet() {
    let number = MutableProperty(1)
    let derived = number.map { $0 * 10 }
    let computed = Property { derived.value + number.value }
    let inside = transaction {
      number.value = 2
      let first = [number.value, derived.value, computed.value]
      number.modify { $0 += 1 }
      let before = number.swap(4)
      return first + [before, computed.value, number.withValue { $0 }]
    }
    #expect(inside == [2, 20, 22, 3, 44, 4])
    #expect(computed.value == 44)
  }

  @Test func outsideNothingHasChangedUntilItsEnd() {
    let (a, b) = (MutableProperty(1), MutableProperty(1))
    let seen = Log<[Int]>()
    a.producer.startWithValues { seen.add([$0, a.value, b.value]) }
    transaction {
      a.value = 2
      b.value = 2
      onThreads(1) { _ in seen.add([a.value, b.value]) }
    }
    #expect(seen.entries == [[1, 1, 1], [1, 1], [2, 2, 2]])
  }

  @Test func innerOnesArePartOfTheOuterOne() {
    let (a, b) = (MutableProperty(1), MutableProperty(1))
    let sum = Property { a.value + b.value }
    let heard = Log<Int>()
    sum.producer.startWithValues(heard.add)
    transaction {
      transaction { a.value = 2 }
      #expect(a.value == 2)
      transaction {
        b.value = 3
        #expect(sum.value == 5)
      }
      #expect(heard.entries == [2])
    }
    #expect(heard.entries == [2, 5])
  }

  @Test func setsThatCancelOutChangeNothing() {
    let number = MutableProperty(1)
    let runs = Log<Int>()
    let derived = number.map { number in
      runs.add(number)
      return number
    }
    let heard = Log<Int>()
    number.producer.startWithValues(heard.add)
    derived.producer.startWithValues(heard.add)
    transaction {
      number.value = 2
      number.value = 1
    }
    #expect(heard.entries == [1, 1])
    #expect(runs.entries == [1])
  }

  @Test func severalSetsOfOneAreOneChange() {
    let (number, text) = (MutableProperty(1), MutableProperty([] as [any Sendable]))
    let heard = Log<String>()
    number.producer.startWithValues { heard.add("\($0)") }
    text.producer.startWithValues { heard.add("\($0)") }
    transaction {
      for value in 2...5 { number.value = value }
      for value in 2...5 { text.value = [value] }
    }
    #expect(heard.entries == ["1", "[]", "5", "[5]"])
  }

  @Test func observersOfWhatWasSetFirstAreCalledFirst() {
    let (a, b) = (MutableProperty(1), MutableProperty(1))
    let sum = Property { a.value + b.value }
    let product = Property { a.value * b.value }
    let heard = Log<String>()
    product.signal.observeValues { heard.add("product \($0)") }
    sum.signal.observeValues { heard.add("sum \($0)") }
    a.signal.observeValues { heard.add("a \($0)") }
    b.signal.observeValues { heard.add("b \($0)") }
    transaction {
      b.value = 3
      a.value = 2
      b.value = 4
    }
    #expect(heard.entries == ["b 4", "a 2", "product 8", "sum 6"])
  }

  @Test func observersAreNotPartOfIt() {
    let (a, b) = (MutableProperty(1), MutableProperty(1))
    let heard = Log<String>()
    a.signal.observeValues { _ in
      b.value = 5
      heard.add("b is \(b.value)")
    }
    b.signal.observeValues { heard.add("b \($0)") }
    transaction { a.value = 2 }
    #expect(heard.entries == ["b is 5", "b 5"])
  }

  /// Also where an observer runs it, and a change notifies the binding.
  @Test func bindingsThatItSetsArePartOfIt() {
    let (trigger, target) = (MutableProperty(0), MutableProperty(0))
    let (signal, observer) = Signal<Int, Never>.pipe()
    signal.bind(to: target)
    let seen = Log<[Int]>()
    trigger.signal.observeValues { value in
      transaction {
        observer.send(value)
        onThreads(1) { _ in seen.add([value, target.value]) }
      }
      seen.add([value, target.value])
    }
    trigger.value = 1
    transaction {
      observer.send(5)
      onThreads(1) { _ in seen.add([5, target.value]) }
    }
    seen.add([5, target.value])
    #expect(seen.entries == [[1, 0], [1, 1], [5, 1], [5, 5]])
  }

  @Test func whatAComputationInsideSetsIsPartOfIt() {
    let (number, runs) = (MutableProperty(1), MutableProperty(0))
    let computed = Property {
      let value = number.value
      untracked { runs.modify { $0 += value } }
      return value
    }
    let seen = Log<Int>()
    transaction {
      number.value = 10
      #expect(computed.value == 10)
      #expect(runs.value == 10)
      onThreads(1) { _ in seen.add(runs.value) }
    }
    seen.add(runs.value)
    #expect(seen.entries == [0, 10])
  }

  @Test func isOnTimeForStreamsThatEndInside() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let following = Property(initial: 0, then: signal)
    let log = Log<Event<Int, Never>>()
    following.producer.start(log.observer())
    transaction {
      input.send(5)
      input.complete()
      #expect(following.value == 5)
      #expect(log.entries == [.next(0)])
    }
    #expect(log.entries == [.next(0), .next(5), .completed])
  }

  @Test func isOnTimeForPropertiesThatGoInside() {
    let log = Log<Event<Int, Never>>()
    var number: MutableProperty? = MutableProperty(1)
    let derived = number!.map { $0 + 1 }
    derived.producer.start(log.observer())
    transaction {
      number!.value = 2
      number = nil
    }
    #expect(log.entries == [.next(2), .next(3), .completed])
  }

  @Test func whatDoesNotDependOnWhatWasSetIsNotComputed() {
    let (a, b) = (MutableProperty(1), MutableProperty(1))
    let runs = Log<String>()
    let ofA = a.map { a in
      runs.add("a")
      return a
    }
    let ofB = Property {
      runs.add("b")
      return b.value
    }
    #expect((ofA.value, ofB.value) == (1, 1))
    transaction {
      a.value = 2
      #expect((ofA.value, ofB.value) == (2, 1))
      a.value = 3
      #expect((ofA.value, ofB.value) == (3, 1))
      #expect((ofA.value, ofB.value) == (3, 1))
    }
    #expect(runs.entries == ["a", "b", "a", "a"], "\(runs.entries)")
    #expect((ofA.value, ofB.value) == (3, 1))
    #expect(runs.entries == ["a", "b", "a", "a", "a"], "\(runs.entries)")
  }

  @Test func whatCannotBeComputedOutsideIsNotComputedThere() {
    let list = MutableProperty<[Int]>([])
    let last = Property { list.value[list.value.count - 1] }
    let shown = Property { list.value.isEmpty ? 0 : last.value }
    #expect(shown.value == 0)
    let inside = transaction {
      list.value = [1, 2]
      return shown.value
    }
    #expect(inside == 2)
    // Known, but of before.
    list.value = []
    let again = transaction {
      list.value = [3]
      return shown.value
    }
    #expect(again == 3)
  }

  @Test func whatIsStillTrueIsNotComputedAgain() {
    let (a, b, c) = (MutableProperty(1), MutableProperty(1), MutableProperty(1))
    let runs = Log<Int>()
    let ofB = Property {
      runs.add(b.value)
      return b.value
    }
    let pair = ofB.combineLatest(with: ofB.map { $0 * 10 }).map { $0 + $1 }
    let ofC = c.map { $0 }
    #expect((pair.value, ofC.value) == (11, 1))
    c.value = 2
    transaction {
      a.value = 2
      #expect(pair.value == 11)
    }
    #expect(runs.entries == [1], "\(runs.entries)")
  }

  @Test func whatHasNotChangedIsNotTransformedAgain() {
    let (number, other) = (MutableProperty(0), MutableProperty(0))
    let made = Log<MutableProperty<Int>>()
    let shown = number.map { $0 / 10 }.flatMap { _ in
      let inner = MutableProperty(0)
      made.add(inner)
      return inner
    }
    #expect(shown.value == 0)
    // Whether the tens have changed has not been looked at when the transaction reads.
    number.value = 1
    let inside = transaction {
      other.value = 1
      made.entries[0].value = 2
      // Set, but to what it is.
      number.value = 1
      return shown.value
    }
    #expect(inside == 2)
    let again = transaction {
      number.value = 5
      return shown.value
    }
    #expect(again == 2)
    #expect(made.entries.count == 1)
  }

  @Test("R4: other threads make a transaction compute nothing again")
  func changesOfOtherThreads() {
    let (page, other) = (MutableProperty(0), MutableProperty(0))
    let (busy, isDone) = (MutableProperty(0), Log<Bool>())
    let (made, wrong) = (Log<MutableProperty<Int>>(), Tally())
    let shown = page.flatMap { _ in
      let inner = MutableProperty(0)
      made.add(inner)
      return inner
    }
    let sum = Property { shown.value + busy.value * 0 }
    #expect(sum.value == 0)
    onThreads(2) { thread in
      if thread == 0 {
        let unrelated = busy.map { $0 + 1 }
        while isDone.entries.isEmpty {
          busy.modify { $0 += 1 }
          _ = unrelated.value
        }
      } else {
        for value in 1...rounds(5_000) {
          let inside = transaction {
            other.value = value
            made.entries[0].value = value
            return [shown.value, sum.value]
          }
          if inside != [value, value] { wrong.add(1) }
        }
        isDone.add(true)
      }
    }
    #expect(wrong.value == 0)
    #expect(made.entries.count == 1)
  }

  @Test("A transaction that makes properties ends beside others", arguments: [false, true])
  func makesProperties(areSet: Bool) {
    let (page, busy, isDone) = (MutableProperty(0), MutableProperty(0), Log<Bool>())
    let shown = page.flatMap { page in
      let inner = MutableProperty(0)
      if areSet { inner.value = page }
      return inner
    }
    let sum = Property { shown.value + busy.value * 0 }
    #expect(sum.value == 0)
    onThreads(2) { thread in
      if thread == 0 {
        while isDone.entries.isEmpty { busy.modify { $0 += 1 } }
      } else {
        for value in 1...rounds(2_000) {
          let inside = transaction {
            page.value = value
            return sum.value
          }
          if inside != (areSet ? value : 0) { Issue.record("\(inside) in place of \(value)") }
        }
        isDone.add(true)
      }
    }
  }

  // MARK: Inside a computed property

  /// How a closure reads a property in a transaction, and what it depends on by that.
  enum InnerRead: CaseIterable {
    case plain, computed, computedBefore, affected, throughOthers, nothingSet, setAfterwards

    func property(_ number: MutableProperty<Int>) -> Property<Int> {
      let own = MutableProperty(0)
      let doubled = number.map { $0 * 2 }
      let sum = Property { own.value - 1 + number.value * 2 }
      let chosen = Property { own.value == 1 ? sum.value : -1 }
      if self == .computedBefore { _ = doubled.value }
      return Property {
        transaction { () -> Int in
          if self != .nothingSet, self != .setAfterwards { own.value = 1 }
          defer { own.value = 1 }
          return switch self {
          case .plain: number.value * 2
          case .affected: sum.value
          case .throughOthers: chosen.value
          default: doubled.value
          }
        }
      }
    }
  }

  @Test("R7: what a closure reads in a transaction is read by it", arguments: InnerRead.allCases)
  func readsOfAClosure(_ kind: InnerRead) {
    let number = MutableProperty(1)
    let (read, observed) = (kind.property(number), kind.property(number))
    let log = Log<Int>()
    let observer = observed.producer.startWithValues { log.add($0) }
    #expect(read.value == 2)
    for value in [5, 6, 7] {
      number.value = value
      #expect(read.value == value * 2)
    }
    observer.dispose()
    #expect(log.entries == [2, 10, 12, 14])
  }

  @Test("R7: it does not depend on what the transaction has set")
  func doesNotDependOnItsSets() {
    let (own, number) = (MutableProperty(0), MutableProperty(1))
    let sum = Property { own.value + number.value }
    let runs = Log<Int>()
    let computed = Property {
      let value = transaction { () -> Int in
        own.value = 10
        return sum.value
      }
      runs.add(value)
      return value
    }
    #expect(computed.value == 11)
    own.value = 50
    #expect(computed.value == 11)
    #expect(sum.value == 51)
    number.value = 2
    #expect(computed.value == 12)
    #expect(runs.entries == [11, 12])
  }

  @Test("R7: nor on what it reads untracked", arguments: [false, true], [false, true])
  func doesNotDependOnUntrackedReads(hasSet: Bool, isReadAsWell: Bool) {
    let (own, number, other) = (MutableProperty(0), MutableProperty(1), MutableProperty(1))
    let sum = Property { own.value + number.value }
    let otherSum = Property { own.value + other.value }
    let runs = Log<Int>()
    let computed = Property {
      let value = transaction { () -> Int in
        if hasSet { own.value = 0 }
        let values = untracked { number.value + sum.value }
        return values + otherSum.value + (isReadAsWell ? sum.value : 0)
      }
      runs.add(value)
      return value
    }
    let first = isReadAsWell ? 4 : 3
    #expect(computed.value == first)
    number.value = 2
    #expect(computed.value == (isReadAsWell ? 7 : 3))
    other.value = 3
    #expect(computed.value == (isReadAsWell ? 9 : 7))
    #expect(runs.entries == (isReadAsWell ? [4, 7, 9] : [3, 7]))
  }

  // MARK: Depth

  @Test func longChainsNeedNoStack() {
    onSmallStack {
      let number = MutableProperty(0)
      let last = chain(10_000, below: number.readOnly)
      let inside = transaction {
        number.value = 1
        return last.value
      }
      #expect(inside == 10_001)
    }
  }
}

/// The last of a long chain of maps.
func chain(_ count: Int, below first: Property<Int>) -> Property<Int> {
  (0..<count).reduce(first) { last, _ in last.map { $0 + 1 } }
}
