import Signals
import TestSupport
import Testing

@Suite struct PropertyOperatorsTests {
  // MARK: map

  @Test func mapsByAKeyPathInAVariable() {
    struct Page: Sendable { var title = "a", size = 1 }
    let (title, size) = (\Page.title, \Page.size as KeyPath<Page, Int> & Sendable)
    let page = MutableProperty(Page())
    let (titles, sizes) = (Log<String>(), Log<Int>())
    page.map(title).producer.startWithValues { titles.add($0) }
    page.map(size).producer.startWithValues { sizes.add($0) }
    page.value.size = 2
    #expect(titles.entries == ["a"], "equal values change nothing")
    #expect(sizes.entries == [1, 2])
    #expect(Property(value: page.value).map(title).value == "a")
  }

  @Test func mapTransformsWhenAsked() {
    let number = MutableProperty(1)
    let runs = Log<Int>()
    let text = number.map { number in
      runs.add(number)
      return "\(number)"
    }
    #expect(runs.entries == [])
    #expect(text.value == "1")
    #expect(text.value == "1")
    number.value = 2
    number.value = 3
    #expect(text.value == "3")
    #expect(runs.entries == [1, 3])
  }

  @Test func mapTransformsOncePerChangeForAllObservers() {
    let number = MutableProperty(1)
    let runs = Log<Int>()
    let heard = Log<Int>()
    let tens = number.map { number in
      runs.add(number)
      return number * 10
    }
    for _ in 0..<3 { tens.producer.startWithValues(heard.add) }
    number.value = 2
    #expect(heard.entries == [10, 10, 10, 20, 20, 20])
    #expect(runs.entries == [1, 2])
  }

  @Test func equalResultsOfMapAreNoChange() {
    let number = MutableProperty(1)
    let runs = Log<Int>()
    let isEven = number.map { $0 % 2 == 0 }
    let text = isEven.map { isEven in
      runs.add(1)
      return isEven ? "even" : "odd"
    }
    let heard = Log<String>()
    text.producer.startWithValues(heard.add)
    number.value = 3
    number.value = 4
    number.value = 6
    #expect(heard.entries == ["odd", "even"])
    #expect(runs.entries.count == 2)
  }

  @Test func resultsThatCannotBeComparedAreChanges() {
    let number = MutableProperty(1)
    let heard = Log<Int>()
    number.map { [$0 % 2] as [any Sendable] }.producer.startWithValues { heard.add($0[0] as! Int) }
    number.value = 3
    number.value = 4
    #expect(heard.entries == [1, 1, 0])
  }

  // MARK: removeDuplicates

  @Test func removeDuplicatesHoldsBackEqualValues() {
    let (words, input) = Signal<[any Sendable], Never>.pipe()
    let property = Property(initial: ["a" as any Sendable], then: words)
    let short = property.removeDuplicates { $0.count == $1.count }
    let heard = Log<Int>()
    short.producer.startWithValues { heard.add($0.count) }
    input.send(["b"])
    input.send(["b", "c"])
    input.send(["d", "e"])
    #expect(heard.entries == [1, 2])
  }

  @Test func removeDuplicatesKeepsTheFirstOfEqualValues() {
    let number = MutableProperty(10)
    let tens = number.removeDuplicates { $0 / 10 == $1 / 10 }
    #expect(tens.value == 10)
    number.value = 15
    #expect(tens.value == 10)
    number.value = 25
    #expect(tens.value == 25)
  }

  @Test func removeDuplicatesOfValuesThatCanBeCompared() {
    let number = MutableProperty(1)
    let pair = number.combineLatest(with: number).map { $0.0 / 10 }
    let heard = Log<Int>()
    pair.removeDuplicates().producer.startWithValues(heard.add)
    for value in [2, 3, 10, 11, 20] { number.value = value }
    #expect(heard.entries == [0, 1, 2])
  }

  // MARK: flatMap

  @Test func flatMapShowsTheInnerPropertyOfNow() {
    let pages = [MutableProperty(10), MutableProperty(20)]
    let page = MutableProperty(0)
    let shown = page.flatMap { pages[$0] }
    let heard = Log<Int>()
    shown.producer.startWithValues(heard.add)
    pages[0].value = 11
    pages[1].value = 21
    page.value = 1
    pages[0].value = 12
    pages[1].value = 22
    #expect(heard.entries == [10, 11, 21, 22])
    #expect(shown.value == 22)
  }

  @Test func flatMapTransformsOncePerOuterValue() {
    let (page, other) = (MutableProperty(0), MutableProperty(0))
    let made = Log<MutableProperty<Int>>()
    let shown = page.flatMap { page in
      let inner = MutableProperty(page * 10)
      made.add(inner)
      return inner
    }
    #expect(shown.value == 0)
    made.entries[0].value = 1
    other.value = 1
    #expect(shown.value == 1)
    let inside = transaction {
      other.value = 2
      made.entries[0].value = 2
      return shown.value
    }
    #expect(inside == 2)
    #expect(shown.value == 2)
    #expect(made.entries.count == 1)
    page.value = 1
    #expect(shown.value == 10)
    #expect(made.entries.count == 2)
  }

  @Test func flatMapIsNotConcernedWithTheInnerPropertyBefore() {
    let (page, number) = (MutableProperty(0), MutableProperty(0))
    let runs = Log<String>()
    let shown = page.flatMap { page in
      Property {
        runs.add("\(page): \(number.value)")
        return page * 10 + number.value
      }
    }
    let heard = Log<Int>()
    shown.producer.startWithValues(heard.add)
    transaction {
      page.value = 1
      number.value = 5
    }
    #expect(heard.entries == [0, 15])
    #expect(runs.entries == ["0: 0", "1: 5"])
  }

  @Test func flatMapReleasesTheInnerPropertyBefore() {
    let log = Log<String>()
    let page = MutableProperty(0)
    let shown = page.flatMap { page in
      Property(
        initial: page,
        then: SignalProducer<Int, Never> { observer, lifetime in
          lifetime.onEnd {
            precondition(!Lock.isHeldByCaller)
            log.add("ended \(page)")
          }
          lifetime += SignalProducer<Int, Never>.never.start { _ in observer.complete() }
        })
    }
    shown.producer.startWithValues { log.add("\($0)") }
    page.value = 1
    #expect(log.entries == ["0", "ended 0", "1"] || log.entries == ["0", "1", "ended 0"])
  }

  @Test func flatMapCompletesWhenNothingCanChange() {
    let log = Log<Event<Int, Never>>()
    var page: MutableProperty? = MutableProperty(0)
    var inner: MutableProperty? = MutableProperty(1)
    let shown = page!.flatMap { [weak inner] _ in inner?.readOnly ?? Property(value: 7) }
    shown.producer.start(log.observer())
    page = nil
    #expect(log.entries == [.next(1)])
    inner!.value = 2
    inner = nil
    #expect(log.entries == [.next(1), .next(2), .completed])
  }

  // MARK: Long chains

  @Test func tenThousandMapsNeedNoStack() {
    onSmallStack {
      var number: MutableProperty? = MutableProperty(0)
      let last = chain(10_000, below: number!.readOnly)
      let heard = Log<Event<Int, Never>>()
      let first = last.producer.start(heard.observer())
      number!.value = 1
      #expect(last.value == 10_001)
      first.dispose()
      number!.value = 2
      last.producer.start(heard.observer())
      number = nil
      #expect(
        heard.entries == [.next(10_000), .next(10_001), .interrupted, .next(10_002), .completed])
    }
  }

  @Test func aHundredThousandMapsAreReleasedWithoutStack() {
    onSmallStack {
      let number = MutableProperty(0)
      for use in [Use.none, .read, .observed] {
        weak var uppermost: PropertyNode<Int>?
        do {
          let first = number.map { $0 + 1 }
          uppermost = first.node
          let last = chain(rounds(100_000) - 1, below: first)
          switch use {
          case .none: break
          case .read: #expect(last.value == rounds(100_000))
          case .observed: last.producer.startWithValues { #expect($0 == rounds(100_000)) }.dispose()
          }
          #expect(uppermost != nil)
        }
        #expect(uppermost == nil)
      }
    }
  }

  private enum Use { case none, read, observed }

  @Test func theHeldPartOfAChainGoesOn() {
    let number = MutableProperty(1)
    var first: Property<Int>? = number.map { $0 * 10 }
    var second: Property<Int>? = first!.map { $0 + 1 }
    let third = second!.map { $0 + 1 }
    weak let gone = second!.map { $0 }.node
    first = nil
    second = nil
    #expect(gone == nil)
    #expect(third.value == 12)
    number.value = 2
    #expect(third.value == 22)
  }
}
