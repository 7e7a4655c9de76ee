import Signals
import SignalsTesting
import TestSupport
import Testing

/// What properties mean to each other, as the contract says.
@Suite(.mayBlock) struct StateMeaningTests {
  // MARK: What is read

  @Test("R7: reads of a comparison are not recorded as dependencies")
  func comparisons() {
    let (number, tolerance, runs) = (MutableProperty(10), MutableProperty(2), Log<Int>())
    let rounded = number.removeDuplicates { abs($0 - $1) < tolerance.value }
    let computed = Property {
      runs.add(rounded.value)
      return rounded.value
    }
    #expect(computed.value == 10)
    number.value = 13
    #expect(computed.value == 13)
    tolerance.value = 5
    #expect(computed.value == 13)
    #expect(runs.entries == [10, 13])
  }

  @Test("R7: reads of an observer are not recorded as dependencies")
  func observers() {
    let (number, other, runs) = (MutableProperty(1), MutableProperty(2), Counter())
    let computed = Property {
      runs.increment()
      number.producer.startWithValues { _ in _ = other.value }.dispose()
      return number.value
    }
    #expect(computed.value == 1)
    other.value = 3
    #expect(computed.value == 1)
    #expect(runs.value == 1)
  }

  @Test("R7: untracked reads in a transaction are no dependencies")
  func untrackedReads() {
    let (number, other) = (MutableProperty(1), MutableProperty(10))
    let sum = Property { number.value + untracked { other.value } }
    #expect(sum.value == 11)
    other.value = 20
    #expect(sum.value == 11)
    number.value = 2
    #expect(sum.value == 22)
    transaction {
      other.value = 30
      #expect(untracked { other.value } == 30)
    }
  }

  // MARK: Several threads

  @Test("R5: two bound properties set by two threads converge")
  func boundBothWays() {
    for _ in 0..<rounds(200) {
      let (a, b) = (MutableProperty(0), MutableProperty(0))
      a <~ b
      b <~ a
      onThreads(2) { thread in
        for value in 1...50 { if thread == 0 { a.value = value } else { b.value = -value } }
      }
      #expect(a.value == b.value)
    }
  }

  @Test("R5: a binding through a property converges to the last value")
  func boundThroughOthers() {
    let (celsius, fahrenheit) = (MutableProperty(0.0), MutableProperty(32.0))
    fahrenheit <~ celsius.map { $0 * 9 / 5 + 32 }
    celsius <~ fahrenheit.map { ($0 - 32) * 5 / 9 }
    transaction {
      celsius.value = 10
      fahrenheit.value = 212
    }
    #expect((celsius.value, fahrenheit.value) == (100, 212))
    transaction {
      fahrenheit.value = 32
      celsius.value = 50
    }
    #expect((celsius.value, fahrenheit.value) == (50, 122))
  }

  @Test("R5: an observer that corrects a value wins over a binding")
  func corrections() {
    let (volume, slider) = (MutableProperty(1), MutableProperty(1))
    slider <~ volume
    volume <~ slider
    volume.signal.observeValues { if $0 > 10 { volume.value = 10 } }
    volume.value = 50
    #expect((volume.value, slider.value) == (10, 10))
    slider.value = 70
    #expect((volume.value, slider.value) == (10, 10))
  }

  @Test("R7: modify in transactions of several threads loses nothing")
  func modifyInTransactions() {
    let (count, same) = (MutableProperty(0), MutableProperty(0))
    onThreads(4) { _ in
      for _ in 0..<rounds(500) {
        transaction {
          count.modify { $0 += 1 }
          same.swap(count.value)
        }
      }
    }
    #expect(count.value == 4 * rounds(500))
    #expect(same.value == count.value)
  }

  @Test("R3: a flatMap of properties set together is glitch-free")
  func flatMapOfPairs() {
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    let sum = a.flatMap { a in b.map { $0 + a } }
    let wrong = Counter()
    sum.producer.startWithValues { if $0 != 0 { wrong.increment() } }
    onThreads(4) { thread in
      for value in 0..<rounds(1_000) {
        if thread < 2 {
          transaction {
            a.value = value * 2 + thread
            b.value = -(value * 2 + thread)
          }
        } else if sum.value != 0 {
          wrong.increment()
        }
      }
    }
    #expect(wrong.value == 0)
    #expect(sum.value == 0)
  }

  @Test("An action works on the value that allowed it")
  func actionOnState() {
    let state = MutableProperty<Int?>(1)
    let action = Action<Void, Int, Never>(unwrapping: state) { state, _ in SignalProducer(value: state) }
    action.isExecuting.signal.observeValues { if $0 { state.value = nil } }
    let heard = Log<Event<Int, ActionError<Never>>>()
    action.apply(()).start(heard.observer())
    #expect(heard.entries == [.next(1), .completed])
    #expect(!action.isEnabled.value)
  }

  // MARK: Ends

  @Test("D4: a released property releases what its value has kept")
  func endOfAFlatMap() async throws {
    final class Page: Sendable {
      let title = MutableProperty("untitled")
      let probe: Probe

      init(_ probe: Probe) { self.probe = probe }
    }
    let (heard, released) = (Log<Event<String, Never>>(), Log<String>())
    do {
      let page = MutableProperty(Page(Probe { released.add("page") }))
      let title = page.flatMap { $0.title }
      title.producer.start(heard.observer())
      title.map { "\($0)!" }.combineLatest(with: title).map { $0 + $1 }.producer.start(heard.observer())
      page.value.title.value = "titled"
    }
    // What another test reads at a moment before may still need it.
    #expect(try await eventually { released.entries == ["page"] && heard.entries.count == 6 })
    #expect(
      heard.entries == [
        .next("untitled"), .next("untitled!untitled"), .next("titled"), .next("titled!titled"), .completed,
        .completed,
      ])
  }

  @Test("What cannot change any more can be read, in transactions too")
  func readsAfterTheEnd() {
    let other = MutableProperty(1)
    let (double, sum): (Property<Int>, Property<Int>) = {
      let number = MutableProperty(3)
      let double = number.map { $0 * 2 }
      let sum = double.combineLatest(with: other).map { $0 + $1 }
      #expect(sum.value == 7)
      return (double, sum)
    }()
    #expect(double.value == 6)
    transaction {
      other.value = 2
      #expect((double.value, sum.value) == (6, 8))
    }
    #expect((double.value, sum.value) == (6, 8))
    let late = double.map { $0 + 1 }
    #expect(late.value == 7)
    let heard = Log<Event<Int, Never>>()
    late.producer.start(heard.observer())
    #expect(heard.entries == [.next(7), .completed])
  }

  // MARK: Equal values

  @Test("R6: NaN over NaN is no change")
  func notANumber() {
    let number = MutableProperty(Double.nan)
    let heard = Counter()
    number.signal.observeValues { _ in heard.increment() }
    number.map { $0 * 2 }.signal.observeValues { _ in heard.increment() }
    number.value = .nan
    #expect(heard.value == 0)
    number.value = 1
    #expect(heard.value == 2)
  }

  @Test("R6: a change beside a NaN is one")
  func partlyNotANumber() {
    struct Point: Equatable { var x, y: Double }
    let point = MutableProperty(Point(x: 1, y: .nan))
    let list = MutableProperty([1, Double.nan])
    let moved = point.map { Point(x: $0.x * 10, y: $0.y) }
    #expect(moved.value.x == 10)
    let changes = Counter()
    point.signal.observeValues { _ in changes.increment() }
    point.value.x = 2
    point.value = point.value
    #expect(point.value.x == 2)
    #expect(moved.value.x == 20)
    #expect(changes.value == 1, "the same point is no change")
    list.modify { $0.append(3) }
    #expect(list.value.count == 3)
    // Bound to each other they come to rest all the same.
    let other = MutableProperty([Double]())
    list <~ other
    other <~ list
    other.value = [.nan, 4]
    #expect(list.value.last == 4)
    list.value = [.nan, 5]
    #expect(other.value.last == 5)
    let (one, another) = (MutableProperty([Double]()), MutableProperty([Double]()))
    one.signal.observeValues { another.value = $0 }
    another.signal.observeValues { one.value = $0 }
    one.value = [.nan, 6]
    #expect(another.value.last == 6)
    // Also two for one change, that a stream makes of it.
    let stored = point.signal.flatMap(.concat) { SignalProducer([[.nan, $0.x], [.nan, $0.x * 2]]) }
      .stored(initial: [])
    point.value.x = 7
    #expect(stored.value.last == 14)
  }

  // MARK: Cycles and loops

  @Test("R5: inside a ring a property has the value given for it")
  func cycles() {
    let sheet = Sheet(["1", "=0", "=1"])
    #expect(sheet.values == ["1", "1", "1"])
    sheet.formulas[0].value = "=2"
    #expect(sheet.values == ["cycle", "cycle", "cycle"])
    sheet.formulas[1].value = "5"
    #expect(sheet.values == ["5", "5", "5"])
  }

  @Test("R5: a ring of computed properties stops with their names")
  func namesOfARing() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let other = MutableProperty<Property<Int>?>(nil)
      let first = Property(name: "first") { (other.value?.value ?? 0) + 1 }
      let second = Property(name: "second") { first.value + 1 }
      other.value = second
      _ = second.value
    }
    #expect(result.message.contains("computed from itself: second -> first -> second"))
  }

  @Test("R5: an observer that sets its own source for ever stops")
  func observerWithoutRest() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let number = MutableProperty(0, name: "restless")
      number.producer.startWithValues { number.value = $0 + 1 }
    }
    #expect(
      result.message.contains("properties change each other without coming to rest: restless -> restless"))
  }

  @Test("R5: so do two that hand many values to each other")
  func observersWithoutRest() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (first, second) = (MutableProperty(0, name: "first"), MutableProperty(0, name: "second"))
      let begin = MutableProperty(false)
      first.producer.startWithValues { second.value = $0 }
      second.producer.startWithValues { first.value = $0 }
      begin.signal.observeValues { _ in
        for value in 1...600 {
          first.value = value
          second.value = -value
        }
      }
      begin.value = true
    }
    #expect(result.message.contains("properties change each other without coming to rest: "))
    #expect(result.message.contains("first -> second -> first"))
  }

  @Test("R5: observers may hand many values round a hundred times")
  func manyRounds() {
    struct Turn: Equatable, Sendable {
      let value, left: Int
    }
    let (first, second) = (MutableProperty(Turn(value: 0, left: 0)), MutableProperty(Turn(value: 0, left: 0)))
    let begin = MutableProperty(false)
    let ends = Log<Int>()
    for (source, target) in [(first, second), (second, first)] {
      source.signal.observeValues { turn in
        if turn.left == 0 {
          ends.add(turn.value)
        } else {
          target.value = Turn(value: turn.value, left: turn.left - 1)
        }
      }
    }
    begin.signal.observeValues { _ in for value in 1...20 { first.value = Turn(value: value, left: 200) } }
    begin.value = true
    #expect(ends.entries == Array(1...20))
  }

  @Test(
    "R5: a computed property that sets its own source stops"
  )
  func computationWithoutRest() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let number = MutableProperty(0)
      let computed = Property(name: "restless") {
        number.value += 1
        return number.value
      }
      computed.producer.startWithValues { _ in }
      number.value = 100
    }
    #expect(result.message.contains("sets what it is computed from, without coming to rest: restless"))
  }

  @Test("R5: the message names it also if another one is observed")
  func computationWithoutRestBelow() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let number = MutableProperty(0)
      let total = Property(name: "total") { () -> Int in
        number.value += 1
        return 0
      }
      let label = Property(name: "label") { "\(total.value)" }
      label.producer.startWithValues { _ in }
    }
    #expect(result.message.contains("without coming to rest: total -> label"))
  }

  @Test("R5: the observers of one that comes to rest are notified")
  func computationThatComesToRest() {
    let (number, heard) = (MutableProperty(0), Log<Int>())
    let atLeastFive = Property {
      if number.value < 5 { number.value += 1 }
      return number.value
    }
    atLeastFive.producer.startWithValues(heard.add)
    #expect(heard.entries.last == 5)
    number.value = 3
    #expect(heard.entries.last == 5)
    #expect(number.value == 5)
  }

  @Test("R5: one that sets another property is not restless")
  func computationBesideSets() async throws {
    let (number, other) = (MutableProperty(0), MutableProperty(0))
    let heard = Log<Int>()
    // Each time another thread sets its source meanwhile.
    let computed = Property(name: "sets another") { () -> Int in
      let value = number.value
      other.value = -value
      if value % 200 > 0 { onThreads(1) { _ in number.value = value + 1 } }
      return value
    }
    let observation = computed.producer.startWithValues(heard.add)
    number.value = 1
    // Perhaps a thread of another test announces it, if that makes a change just then.
    #expect(try await eventually { heard.entries.last == 200 })
    #expect(computed.value == 200)
    #expect(other.value == -200)
    observation.dispose()
  }

  @Test("P8: too many nested uncomputed closures stop with a message")
  func closuresTooDeep() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      onSmallStack {
        var last = Property(value: 0)
        for _ in 0..<100_000 { last = { above in Property { above.value + 1 } }(last) }
        _ = last.value
      }
    }
    #expect(
      result.message.contains("computed properties are nested too deeply: the 512 KB stack of this thread"))
  }
}

/// Cells with a number each, or another cell: `=2`.
private final class Sheet: Sendable {
  let formulas: [MutableProperty<String>]
  private let cells = MutableProperty<[Property<String>]>([])

  init(_ formulas: [String]) {
    self.formulas = formulas.map { MutableProperty($0) }
    cells.value = self.formulas.indices.map { index in
      Property(name: "\(index)", onCycle: "cycle") { [cells, formula = self.formulas[index]] in
        let text = formula.value
        guard let other = Int(text.dropFirst()), text.first == "=" else { return text }
        return cells.value[other].value
      }
    }
  }

  var values: [String] { cells.value.map(\.value) }

  // The cells refer to each other.
  deinit { cells.value = [] }
}
