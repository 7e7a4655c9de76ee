import Signals
import TestSupport
import Testing

@Suite(.mayBlock) struct MutablePropertyTests {
  @Test func hasAValueThatCanBeSet() {
    let number = MutableProperty(1)
    #expect(number.value == 1)
    number.value = 2
    #expect(number.value == 2)
    #expect(number.readOnly.value == 2)
  }

  @Test("R6: a comparison of its own says what is no change") func removesDuplicatesByAComparison() {
    struct User: Sendable {
      let id: Int
      let name: String
    }
    let user = MutableProperty(
      User(id: 1, name: "Ann"), name: "user", removingDuplicatesBy: { $0.id == $1.id })
    let (heard, runs) = (Log<String>(), Log<Int>())
    let id = Property { () -> Int in
      runs.add(user.value.id)
      return user.value.id
    }
    user.producer.startWithValues { heard.add($0.name) }
    #expect(id.value == 1)
    user.value = User(id: 1, name: "Anna")
    transaction { user.value = User(id: 1, name: "Anne") }
    user.modify { $0 = User(id: 1, name: "Anny") }
    #expect(user.value.name == "Ann" && id.value == 1)
    user.value = User(id: 2, name: "Bob")
    #expect(heard.entries == ["Ann", "Bob"])
    #expect(id.value == 2 && runs.entries == [1, 2])
  }

  @Test func sendsItsValueAndThenTheChanges() {
    let number = MutableProperty(1)
    let heard = Log<Int>()
    number.producer.startWithValues(heard.add)
    number.value = 2
    number.modify { $0 += 1 }
    number.swap(4)
    #expect(heard.entries == [1, 2, 3, 4])
  }

  @Test func signalSendsTheChangesOnly() {
    let number = MutableProperty(1)
    let heard = Log<Int>()
    number.value = 2
    let signal = number.signal
    signal.observeValues(heard.add)
    number.value = 3
    number.value = 4
    #expect(heard.entries == [3, 4])
  }

  @Test func modifyReturnsWhatTheBodyReturns() {
    let list = MutableProperty(["a"])
    let count = list.modify { list in
      list.append("b")
      return list.count
    }
    #expect(count == 2)
    #expect(list.value == ["a", "b"])
  }

  @Test func modifyThatChangesNothingIsNoChange() {
    let list = MutableProperty(["a"])
    let heard = Log<[String]>()
    list.signal.observeValues(heard.add)
    list.modify { _ in }
    list.modify { $0.append("b") }
    list.modify { $0 = ["a", "b"] }
    #expect(heard.entries == [["a", "b"]])
  }

  @Test func modifyRunsAgainIfTheValueWasSetMeanwhile() {
    let number = MutableProperty(1)
    let runs = Log<Int>()
    number.modify { current in
      runs.add(current)
      if current == 1 { number.value = 10 }
      current += 1
    }
    #expect(number.value == 11)
    #expect(runs.entries == [1, 10])
  }

  // MARK: Throwing

  @Test func modifyThatThrowsChangesNothing() {
    let list = MutableProperty(["a"])
    let any = MutableProperty(1 as any Sendable)
    let heard = Log<String>()
    list.signal.observeValues { heard.add("\($0)") }
    any.signal.observeValues { heard.add("\($0)") }
    #expect(throws: Oops(code: 3)) {
      try list.modify { list throws(Oops) in
        list.append("b")
        throw Oops(code: 3)
      }
    }
    #expect(throws: Oops(code: 4)) {
      try any.modify { any throws(Oops) in
        any = 2
        throw Oops(code: 4)
      }
    }
    #expect(list.value == ["a"])
    #expect(any.value as? Int == 1)
    #expect(heard.entries == [])
  }

  @Test func modifyThatCouldThrowReturnsAndChanges() throws {
    let number = MutableProperty(1)
    do throws(Oops) {
      let before = try number.modify { number throws(Oops) in
        if number > 5 { throw Oops() }
        defer { number += 1 }
        return number
      }
      #expect(before == 1)
    } catch {
      Issue.record("thrown: \(error.code)")
    }
    #expect(number.value == 2)
    #expect(try number.modify { try Result<Int, any Error>.success($0).get() } == 2)
  }

  @Test func withValueThrowsWhatItsBodyThrows() {
    let number = MutableProperty(1)
    #expect(throws: Oops(code: 1)) {
      try number.withValue { number throws(Oops) in throw Oops(code: number) }
    }
    #expect(number.withValue { $0 + 1 } == 2)
  }

  @Test func modifyThatThrowsDecidesOnTheNewestValue() {
    let number = MutableProperty(1)
    let runs = Log<Int>()
    #expect(throws: Oops.self) {
      try number.modify { current throws(Oops) in
        runs.add(current)
        if current == 1 { number.value = 10 }
        if current == 10 { throw Oops() }
        current += 1
      }
    }
    #expect(number.value == 10)
    #expect(runs.entries == [1, 10])
  }

  @Test("R7: eight threads never take more than there is") func throwingUnderLoad() {
    let (stock, taken, refused) = (MutableProperty(1000), Tally(), Tally())
    onThreads(8) { thread in
      for _ in 0..<250 {
        do throws(Oops) {
          if thread < 4 {
            try stock.modify { stock throws(Oops) in if stock > 0 { stock -= 1 } else { throw Oops() } }
            taken.add(1)
          } else {
            taken.add(
              transaction {
                do throws(Oops) {
                  try stock.modify { stock throws(Oops) in if stock > 0 { stock -= 1 } else { throw Oops() } }
                  return 1
                } catch { return 0 }
              })
          }
        } catch { refused.add(1) }
      }
    }
    #expect(stock.value == 0)
    #expect(taken.value == 1000)
  }

  @Test func swapReturnsTheValueBefore() {
    let number = MutableProperty(1)
    #expect(number.swap(2) == 1)
    #expect(number.swap(2) == 2)
    #expect(number.withValue { $0 * 10 } == 20)
  }

  @Test func equalValuesAreNoChange() {
    let number = MutableProperty(1)
    let heard = Log<Int>()
    number.producer.startWithValues(heard.add)
    number.value = 1
    number.swap(1)
    number.modify { $0 = 1 }
    #expect(heard.entries == [1])
  }

  @Test func valuesThatCannotBeComparedAlwaysAreAChange() {
    let any = MutableProperty(1 as any Sendable)
    let heard = Log<String>()
    any.producer.startWithValues { heard.add("\($0)") }
    any.value = 1
    any.modify { $0 = 1 }
    #expect(heard.entries == ["1", "1", "1"])
  }

  @Test func wrapsAProperty() {
    struct Person {
      @MutableProperty var name = "Ada"
      @MutableProperty var tags: [any Sendable] = []
    }
    let person = Person()
    let heard = Log<String>()
    person.$name.producer.startWithValues(heard.add)
    person.name = "Grace"
    person.name += " H."
    person.name += ""
    person.$tags.signal.observeValues { heard.add("\($0)") }
    person.tags = []
    #expect(heard.entries == ["Ada", "Grace", "Grace H.", "[]"])
    #expect(person.name == "Grace H.")
  }

  // MARK: Inside observers

  @Test("E7: a set inside an observer follows the change in flight")
  func reentrantSets() {
    let number = MutableProperty(1)
    let heard = Log<String>()
    number.signal.observeValues { value in
      heard.add("a \(value)")
      if value < 4 {
        number.value = value + 1
        heard.add("reads \(number.value)")
      }
    }
    number.signal.observeValues { heard.add("b \($0)") }
    number.value = 2
    #expect(heard.entries == ["a 2", "reads 3", "b 2", "a 3", "reads 4", "b 3", "a 4", "b 4"])
  }

  @Test("E7: a set while the first value is delivered follows it")
  func setsInsideTheFirstValue() {
    let number = MutableProperty(1)
    let heard = Log<String>()
    number.producer.startWithValues { value in
      heard.add("< \(value)")
      if value < 3 { number.value = value + 1 }
      heard.add("\(value) >")
    }
    #expect(heard.entries == ["< 1", "1 >", "< 2", "2 >", "< 3", "3 >"])
  }

  @Test func twoPropertiesThatFollowEachOtherComeToRest() {
    let (celsius, fahrenheit) = (MutableProperty(0), MutableProperty(32))
    let heard = Log<String>()
    celsius.signal.observeValues { fahrenheit.value = $0 * 9 / 5 + 32 }
    fahrenheit.signal.observeValues { celsius.value = ($0 - 32) * 5 / 9 }
    celsius.signal.observeValues { heard.add("\($0)° C") }
    fahrenheit.signal.observeValues { heard.add("\($0)° F") }
    celsius.value = 100
    fahrenheit.value = 50
    #expect(heard.entries.suffix(2).sorted() == ["10° C", "50° F"])
    #expect((celsius.value, fahrenheit.value) == (10, 50))
  }

  // MARK: Ends

  @Test func streamsCompleteWhenThePropertyIsGone() {
    let log = Log<Event<Int, Never>>()
    var number: MutableProperty? = MutableProperty(1)
    number!.producer.start(log.observer())
    number!.signal.observe(log.observer())
    let (producer, signal, copy) = (number!.producer, number!.signal, number!.readOnly.withoutSource)
    number = nil
    #expect(log.entries == [.next(1), .completed, .completed])
    producer.start(log.observer())
    #expect(log.entries.suffix(2) == [.next(1), .completed])
    signal.observe(log.observer())
    #expect(log.entries.last == .interrupted)
    #expect(copy.value == 1)
  }

  @Test func aReadOnlyOneKeepsTheProperty() {
    let (names, input) = Signal<String, Never>.pipe()
    func makeTitle() -> Property<String> {
      let title = MutableProperty("none")
      title <~ names
      return title.readOnly
    }
    var title: Property? = makeTitle()
    let copy = title!.readOnly
    let log = Log<String>()
    title!.producer.start { log.add("\($0)") }
    title!.map { $0.count }.producer.start { log.add("\($0)") }
    title = nil
    input.send("Ada")
    #expect(copy.value == "Ada")
    #expect(log.entries == ["next(none)", "next(4)", "next(Ada)", "next(3)"])
  }

  @Test("What observes a read-only one keeps no property") func onlyTheReadOnlyOneKeepsTheProperty() {
    let log = Log<String>()
    var title: Property? = MutableProperty("none").readOnly
    title!.producer.start { log.add("producer \($0)") }
    title!.signal.observe { log.add("signal \($0)") }
    title!.attach(Observer { log.add("attached \($0)") }, Subscription())
    let computed = [
      title!.map { $0 + "!" }, title!.removeDuplicates(), title!.combineLatest(with: title!).map { $0 + $1 },
      Property.combineLatest([title!]).map { $0[0] },
    ]
    for property in computed { property.producer.startWithCompleted { log.add("computed") } }
    let shown = MutableProperty("")
    let binding = shown <~ title!
    #expect(log.entries == ["producer next(none)", "attached next(none)"])
    title = nil
    #expect(log.entries.count == 9)
    #expect(
      log.entries.dropFirst(2).sorted() == [
        "attached completed", "computed", "computed", "computed", "computed", "producer completed",
        "signal completed",
      ])
    #expect(binding.isDisposed)
    withExtendedLifetime(computed) {}
  }

  @Test func lifetimeEndsWithTheProperty() {
    let ended = Log<Int>()
    var number: MutableProperty? = MutableProperty(1)
    number!.lifetime.onEnd { ended.add(1) }
    let lifetime = number!.lifetime
    #expect(!lifetime.hasEnded)
    number = nil
    #expect(ended.entries == [1])
    #expect(lifetime.hasEnded)
  }

  @Test func changesInsideTheLastObserverAreDeliveredBeforeTheEnd() {
    let log = Log<Event<Int, Never>>()
    let number = Guarded<MutableProperty<Int>?>(MutableProperty(1))
    let producer = number.withLock { $0!.producer }
    producer.start { event in
      log.add(event)
      guard event == .next(2) else { return }
      number.withLock { $0 }!.value = 3
      _ = number.withLock { $0.take() }
    }
    number.withLock { $0 }!.value = 2
    #expect(log.entries == [.next(1), .next(2), .next(3), .completed])
  }

  // MARK: Memory

  @Test func valuesThatAreReplacedAreReleased() async throws {
    let log = Log<String>()
    func probe(_ name: String) -> Probe { Probe { log.add(name) } }
    var property: MutableProperty? = MutableProperty(probe("1"))
    // While another test computes, it may need what was replaced.
    func expectReleased(_ names: String...) async throws {
      #expect(try await eventually { log.entries == names })
    }
    property!.value = probe("2")
    try await expectReleased("1")
    property!.modify { $0 = probe("3") }
    try await expectReleased("1", "2")
    do { _ = property!.swap(probe("4")) }
    try await expectReleased("1", "2", "3")
    transaction {
      property!.value = probe("5")
      property!.value = probe("6")
      #expect(log.entries == ["1", "2", "3", "5"])
    }
    try await expectReleased("1", "2", "3", "5", "4")
    property = nil
    try await expectReleased("1", "2", "3", "5", "4", "6")
  }

  @Test func whatIsReleasedMayUseTheProperty() async throws {
    let number = MutableProperty(0)
    let property = MutableProperty(Probe {})
    property.value = Probe {
      number.value = 1
      property.withValue { $0.touch() }
    }
    property.value = Probe {}
    #expect(try await eventually { number.value == 1 })
  }

  @Test func observersAreReleasedWithTheProperty() {
    let log = Log<String>()
    func use() {
      let number = MutableProperty(1)
      let probe = Probe { log.add("freed") }
      number.producer.startWithValues { _ in probe.touch() }
      number.map { $0 + 1 }.producer.startWithValues { _ in probe.touch() }
      number.flatMap { Property(value: $0) }.signal.observeValues { _ in probe.touch() }
    }
    use()
    #expect(log.entries == ["freed"])
  }

  @Test("D4: observers that come and go leave nothing behind")
  func observersLeaveNothingBehind() {
    let log = Log<Int>()
    let number = MutableProperty(1)
    let derived = number.map { $0 + 1 }
    func observe() {
      let probe = Probe { log.add(1) }
      number.producer.startWithValues { _ in probe.touch() }.dispose()
      derived.producer.startWithValues { _ in probe.touch() }.dispose()
      derived.signal.observeValues { _ in probe.touch() }.dispose()
    }
    for _ in 0..<100 { observe() }
    #expect(log.entries.count == 100)
    #expect(!number.node.isObserved)
    #expect(!derived.node.isObserved)
  }
}
