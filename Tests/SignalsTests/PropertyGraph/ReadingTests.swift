import Signals
import Testing

/// What computations read, and when they run.
@Suite struct ReadingTests {
  @Test func aComputationFindsOutWhatItReads() {
    let (isFirst, first, second) = (MutableProperty(true), MutableProperty(1), MutableProperty(2))
    let runs = Log<Int>()
    let chosen = Property {
      let value = isFirst.value ? first.value : second.value
      runs.add(value)
      return value
    }
    #expect(chosen.value == 1)
    second.value = 3
    #expect(chosen.value == 1)
    isFirst.value = false
    #expect(chosen.value == 3)
    first.value = 4
    #expect(chosen.value == 3)
    second.value = 5
    #expect(chosen.value == 5)
    #expect(runs.entries == [1, 3, 5])
  }

  @Test func whatIsReadOftenIsNotedOnce() {
    let numbers = (0..<100).map { _ in MutableProperty(1) }
    let sum = Property { (numbers + numbers).reduce(0) { $0 + $1.value } }
    let heard = Log<Int>()
    sum.producer.startWithValues(heard.add)
    #expect(
      sum.node.sources == numbers.map { $0.node.record })
    for number in numbers { number.value = 2 }
    #expect(heard.entries == (0...100).map { 200 + 2 * $0 })
  }

  @Test func whatIsReadAsTheLastTimeIsNotNotedAgain() {
    let (readsMore, more) = (MutableProperty(false), MutableProperty(1))
    let numbers = (0..<4).map { MutableProperty($0) }
    let sum = Property {
      let readsMore = readsMore.value
      let once = numbers.reduce(0) { $0 + $1.value }
      return readsMore ? numbers.reduce(once + more.value) { $0 + $1.value } : once
    }
    let sources = [readsMore.node.record] + numbers.map { $0.node.record }
    #expect(sum.value == 6)
    readsMore.value = true
    #expect(sum.value == 13)
    #expect(sum.node.sources == sources + [more.node.record])
    let run = numbers[0].node.record.pointee.lastRun.load(ordering: .relaxed)
    readsMore.value = false
    #expect(sum.value == 6)
    #expect(sum.node.sources == sources)
    // Nothing was read that was not expected: no number was needed.
    let lastRun = numbers[0].node.record.pointee.lastRun.load(ordering: .relaxed)
    #expect(lastRun == run)
  }

  @Test func waveFollowsWhatIsReadNow() {
    let (isFirst, first, second) = (MutableProperty(true), MutableProperty(1), MutableProperty(2))
    let runs = Log<Int>()
    let heard = Log<Int>()
    let chosen = Property {
      let value = isFirst.value ? first.value : second.value
      runs.add(value)
      return value
    }
    chosen.producer.startWithValues(heard.add)
    second.value = 3
    isFirst.value = false
    first.value = 4
    second.value = 5
    isFirst.value = true
    #expect(heard.entries == [1, 3, 5, 4])
    #expect(runs.entries == heard.entries)
  }

  @Test func readingTwiceIsReadingOnce() {
    let number = MutableProperty(2)
    let runs = Log<Int>()
    let square = Property {
      runs.add(number.value)
      return number.value * number.value
    }
    #expect(square.value == 4)
    #expect(square.value == 4)
    number.value = 3
    #expect(square.value == 9)
    #expect(runs.entries == [2, 3])
  }

  @Test func isLookedAtOnlyAsFarAsTheFirstChange() {
    let (list, index) = (MutableProperty([1, 2, 3]), MutableProperty(2))
    let runs = Log<Int>()
    let element = Property {
      runs.add(index.value)
      return list.value[index.value]
    }
    let shown = Property { index.value < list.value.count ? element.value : nil }
    #expect(shown.value == 3)
    // `element` has no value now. It is not read.
    list.value = []
    #expect(shown.value == nil)
    list.value = [7, 8, 9]
    #expect(shown.value == 9)
    index.value = 5
    #expect(shown.value == nil)
    #expect(runs.entries == [2, 2])
  }

  @Test func observedOnesAreLookedAtOnlyAsFarAsTheFirstChange() {
    let list = MutableProperty([1, 2, 3])
    let last = Property { list.value[list.value.count - 1] }
    let shown = Property { list.value.isEmpty ? 0 : last.value }
    let heard = Log<Int>()
    shown.producer.startWithValues(heard.add)
    list.value = []
    list.value = [4]
    #expect(heard.entries == [3, 0, 4])
  }

  @Test func whatAFunctionReadsIsASourceToo() {
    let (number, factor) = (MutableProperty(2), MutableProperty(10))
    let scaled = number.map { $0 * factor.value }
    let computed = Property { scaled.value + factor.value }
    #expect(computed.value == 30)
    factor.value = 20
    #expect(computed.value == 60)
    number.value = 3
    #expect(computed.value == 80)
  }

  @Test func computationsThatReadNothingAreConstant() {
    let log = Log<Event<Int, Never>>()
    Property { 3 }.producer.start(log.observer())
    #expect(log.entries == [.next(3), .completed])
  }

  @Test func computationsMayMakePropertiesOfTheirOwn() {
    let number = MutableProperty(1)
    let computed = Property { number.map { $0 + 1 }.map { $0 * 10 }.value }
    #expect(computed.value == 20)
    number.value = 2
    #expect(computed.value == 30)
  }

  @Test func aTransactionInsideAComputationReadsForIt() {
    let (a, b) = (MutableProperty(1), MutableProperty(2))
    let sum = Property { transaction { a.value + b.value } }
    let heard = Log<Int>()
    sum.producer.startWithValues(heard.add)
    a.value = 2
    b.value = 3
    #expect(heard.entries == [3, 4, 5])
  }

  @Test func aHundredComputationsReadOneAnother() {
    let first = MutableProperty(1)
    var last = Property { first.value }
    for _ in 0..<100 {
      let before = last
      last = Property { before.value + 1 }
    }
    let heard = Log<Int>()
    last.producer.startWithValues(heard.add)
    first.value = 2
    #expect(heard.entries == [101, 102])
  }

  @Test func manyWaysToOneSourceAreWalkedOnce() {
    var source: MutableProperty? = MutableProperty(1)
    var last = source!.readOnly
    for _ in 0..<60 { last = last.combineLatest(with: last).map { ($0 &+ $1) % 1000 } }
    let log = Log<Event<Int, Never>>()
    last.producer.start(log.observer())
    source!.value = 0
    source = nil
    #expect(log.entries == [.next(976), .next(0), .completed])
  }

  @Test("X1: a property that reads itself stops with the ring's names")
  func rings() async {
    let direct = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let ring = Guarded<Property<Int>?>(nil)
      let again = Property { ring.withLock { $0 }!.value + 1 }
      ring.withLock { $0 = again }
      _ = again.value
    }
    #expect(direct.message.contains(#/computed from itself: (\S+/ReadingTests.swift:\d+) -> \1\. Give/#))

    // The ring closes while a read validates computed values.
    let late = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let ring = Guarded<Property<Int>?>(nil)
      let isOpen = MutableProperty(true)
      let first = Property(fileID: "A", line: 1) { isOpen.value ? 0 : ring.withLock { $0 }!.value }
      let second = Property(fileID: "B", line: 2) { first.value + 1 }
      let third = Property(fileID: "C", line: 3) { second.map { $0 + 1 }.value }
      ring.withLock { $0 = third }
      third.producer.start()
      isOpen.value = false
    }
    #expect(late.message.contains("computed from itself: A:1 -> C:3 -> B:2 -> A:1. Give"))

    // The reads of a map are not recorded.
    let mapped = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let ring = Guarded<Property<Int>?>(nil)
      let number = MutableProperty(0, fileID: "N", line: 1)
      let again = number.map { $0 + ring.withLock { $0 }!.value }
      ring.withLock { $0 = again }
      _ = again.value
    }
    #expect(mapped.message.contains("computed from itself: N:1 -> N:1. Give"))
  }
}

extension GraphNode {
  /// What the last computation read.
  fileprivate var sources: [NodePointer] {
    var sources: [NodePointer] = []
    var edge = record.computed.pointee.firstSource
    while let next = edge {
      sources.append(next.pointee.source)
      edge = next.pointee.nextSource
    }
    return sources
  }
}
