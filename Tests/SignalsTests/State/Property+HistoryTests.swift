import Signals
import TestSupport
import Testing

@Suite(.mayBlock) struct PropertyHistoryTests {
  // MARK: filter

  @Test func filterHasTheLatestValueThatPasses() {
    let number = MutableProperty(1)
    let even = number.filter(initial: 0) { $0.isMultiple(of: 2) }
    let log = Log<Int>()
    even.producer.startWithValues(log.add)
    for value in [2, 3, 5, 2, 4] { number.value = value }
    #expect(log.entries == [0, 2, 4])
    #expect(even.value == 4)
  }

  @Test func filterBeginsWithTheValueOfNowIfThatPasses() {
    #expect(MutableProperty(2).filter(initial: 0) { $0 > 1 }.value == 2)
    #expect(MutableProperty(1).filter(initial: 0) { $0 > 1 }.value == 0)
  }

  @Test func filterOfValuesThatCannotBeComparedRepeatsThem() {
    let number = MutableProperty(1 as any Sendable)
    let log = Log<Int>()
    number.filter(initial: 0) { $0 as! Int > 1 }.signal.observeValues { log.add($0 as! Int) }
    for value in [2, 2, 1, 3] { number.value = value }
    #expect(log.entries == [2, 2, 3])
  }

  // MARK: pairwise

  @Test func pairwiseHasTheValueBefore() {
    let number = MutableProperty(1)
    let pairs = number.pairwise(initial: 0)
    #expect(pairs.value == (0, 1))
    let log = Log<[Int]>()
    pairs.signal.observeValues { log.add([$0.previous, $0.current]) }
    for value in [2, 2, 3] { number.value = value }
    #expect(log.entries == [[1, 2], [2, 3]])
  }

  @Test func remembersChangesThatAreNotRead() {
    let number = MutableProperty(1)
    let pairs = number.map { $0 * 10 }.pairwise(initial: 0)
    let even = number.filter(initial: 0) { $0.isMultiple(of: 2) }
    for value in 2...5 { number.value = value }
    #expect(pairs.value == (40, 50))
    #expect(even.value == 4)
  }

  // MARK: What is stored

  @Test func aTransactionIsOneChangeAfterIt() {
    let number = MutableProperty(1)
    let pairs = number.pairwise(initial: 0)
    transaction {
      number.value = 2
      number.value = 3
      #expect(pairs.value == (0, 1))
    }
    #expect(pairs.value == (1, 3))
  }

  @Test func whatIsComputedFromBothIsNotifiedTwice() {
    let number = MutableProperty(2)
    let even = number.filter(initial: 0) { $0.isMultiple(of: 2) }
    let log = Log<[Int]>()
    Property { [number.value, even.value] }.producer.startWithValues(log.add)
    number.value = 4
    #expect(log.entries.first == [2, 2])
    #expect(log.entries.last == [4, 4])
    #expect(log.entries.count <= 3)
  }

  @Test func addsNoDependencyWhereItIsMade() {
    let number = MutableProperty(1)
    let runs = Counter()
    let sum = Property {
      runs.increment()
      return number.pairwise(initial: 0).map { $0.current }.value * 0
    }
    #expect(sum.value == 0)
    number.value = 2
    #expect(sum.value == 0)
    #expect(runs.value <= 2)
  }

  // MARK: Memory

  @Test func endsTheObservationWhenItIsGone() async throws {
    let number = MutableProperty(1)
    var even: Property<Int>? = number.filter(initial: 0) { $0 > 1 }
    var pairs: Property<Int>? = number.pairwise(initial: 0).map { $0.previous }
    weak let gone = pairs!.node
    #expect(number.node.isObserved)
    even = nil
    #expect(number.node.isObserved)
    number.value = 2
    #expect(pairs!.value == 1)
    pairs = nil
    #expect(!number.node.isObserved)
    #expect(try await eventually { gone == nil })
    withExtendedLifetime(even) {}
  }

  @Test func lastsAsLongAsItIsObserved() {
    let number = MutableProperty(1)
    let log = Log<Int>()
    let observation = number.filter(initial: 0) { $0 > 1 }.producer.startWithValues(log.add)
    number.value = 2
    #expect(log.entries == [0, 2])
    observation.dispose()
    #expect(!number.node.isObserved)
  }

  @Test func keepsNoMutablePropertyAndCompletesWithIt() {
    var number: MutableProperty? = MutableProperty(1)
    weak let gone = number
    let even = number!.filter(initial: 0) { $0.isMultiple(of: 2) }
    let log = Log<Event<Int, Never>>()
    even.producer.start(log.observer())
    number!.value = 2
    number = nil
    #expect(gone == nil)
    #expect(log.entries == [.next(0), .next(2), .completed])
    #expect(even.value == 2)
  }

  @Test func releasesTheValuesThatItDoesNotNeed() async throws {
    let released = Log<Int>()
    let number = MutableProperty<Probe?>(nil)
    let pairs = number.pairwise(initial: nil)
    func set(_ id: Int) { number.value = Probe { released.add(id) } }
    for id in 1...4 { set(id) }
    #expect(try await eventually { released.entries == [1, 2] })
    withExtendedLifetime(pairs) {}
  }

  // MARK: Observers and threads

  @Test func observersOfItMaySetTheProperty() {
    let number = MutableProperty(1)
    let log = Log<[Int]>()
    let pairs = number.pairwise(initial: 0)
    pairs.producer.startWithValues { pair in
      log.add([pair.previous, pair.current])
      if pair.current < 4 { number.value = pair.current + 1 }
    }
    #expect(log.entries == [[0, 1], [1, 2], [2, 3], [3, 4]])
  }

  @Test func eightThreadsMakeOneChain() {
    let number = MutableProperty(0)
    let pairs = number.pairwise(initial: -1)
    let (log, wrong) = (Log<[Int]>(), Counter())
    pairs.producer.startWithValues { log.add([$0.previous, $0.current]) }
    onThreads(8) { thread in
      for _ in 0..<rounds(200) {
        number.modify { $0 += 1 }
        if thread > 0 { continue }
        let pair = number.pairwise(initial: -1).value
        if pair.previous != -1, pair.previous != pair.current - 1 { wrong.increment() }
      }
    }
    #expect(log.entries == (0...8 * rounds(200)).map { [$0 - 1, $0] })
    #expect(wrong.value == 0)
  }

  @Test("R5: a loop through it names it") func loopsAreNamed() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let number = MutableProperty(0, name: "number")
      let positive = number.filter(initial: 0, name: "positive") { $0 >= 0 }
      let copy = positive.producer.stored(initial: 0, name: "copy")
      number <~ copy.producer.map { $0 + 1 }
    }
    for name in ["number", "positive", "copy"] {
      #expect(result.message.contains(name))
    }
  }
}
