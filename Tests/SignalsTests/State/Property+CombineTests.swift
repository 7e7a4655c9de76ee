import Signals
import TestSupport
import Testing

@Suite(.mayBlock) struct PropertyCombineTests {
  @Test func hasBothValues() {
    let (letter, number) = (MutableProperty("a"), MutableProperty(1))
    let both = letter.combineLatest(with: number).map { "\($0)\($1)" }
    let heard = Log<String>()
    both.producer.startWithValues(heard.add)
    letter.value = "b"
    number.value = 2
    transaction {
      letter.value = "c"
      number.value = 3
    }
    #expect(heard.entries == ["a1", "b1", "b2", "c3"])
  }

  @Test func isNotComputedWhenNothingChanged() {
    let (a, b) = (MutableProperty(1), MutableProperty(1))
    let heard = Log<Int>()
    a.map { $0 / 10 }.combineLatest(with: b).producer.startWithValues { heard.add($0 + $1) }
    a.value = 2
    b.value = 2
    #expect(heard.entries == [1, 2])
  }

  @Test func diamondsShowNoHalfways() {
    let number = MutableProperty(1)
    let (double, triple) = (number.map { $0 * 2 }, number.map { $0 * 3 })
    let (inner, outer) = (double.combineLatest(with: triple), triple.map { $0 * 2 })
    let heard = Log<[Int]>()
    inner.combineLatest(with: outer).producer.startWithValues { heard.add([$0.0, $0.1, $1]) }
    number.value = 2
    number.value = 3
    #expect(heard.entries == [[2, 3, 6], [4, 6, 12], [6, 9, 18]])
  }

  @Test func aPropertyWithItself() {
    let number = MutableProperty(1)
    let heard = Log<Int>()
    number.combineLatest(with: number).producer.startWithValues { heard.add($0 * 10 + $1) }
    number.value = 2
    #expect(heard.entries == [11, 22])
  }

  @Test("Very many followers are combined in linear time")
  func veryManyFollowers() {
    func combine(_ count: Int) {
      let (signal, input) = Signal<Int, Never>.pipe()
      do {
        let all = (0..<count).map { _ in Property(initial: 0, then: signal) }
        let sum = Property.combineLatest(all).map { $0.reduce(0, +) }
        #expect(sum.value == 0)
        input.send(1)
        #expect(sum.value == count)
      }
      // They follow nothing any more.
      input.complete()
    }
    let few = processorTimeOfThread { combine(rounds(20_000)) }
    // 5 times as long, or 25 times in quadratic time.
    #expect(processorTimeOfThread { combine(rounds(100_000)) } < few * 12)
  }

  @Test func allArities() {
    let all = (1...6).map { MutableProperty($0) }
    let two = Property<(Int, Int)>.combineLatest(all[0], all[1])
    let three = Property<(Int, Int, Int)>.combineLatest(all[0], all[1], all[2])
    let four = Property<(Int, Int, Int, Int)>.combineLatest(all[0], all[1], all[2], all[3])
    let five = Property<(Int, Int, Int, Int, Int)>.combineLatest(all[0], all[1], all[2], all[3], all[4])
    let six = Property<(Int, Int, Int, Int, Int, Int)>.combineLatest(
      all[0], all[1], all[2], all[3], all[4], all[5])
    let heard = Log<[Int]>()
    two.signal.observeValues { heard.add([$0.0, $0.1]) }
    three.signal.observeValues { heard.add([$0.0, $0.1, $0.2]) }
    four.signal.observeValues { heard.add([$0.0, $0.1, $0.2, $0.3]) }
    five.signal.observeValues { heard.add([$0.0, $0.1, $0.2, $0.3, $0.4]) }
    six.signal.observeValues { heard.add([$0.0, $0.1, $0.2, $0.3, $0.4, $0.5]) }
    transaction { for property in all { property.value *= 10 } }
    #expect(heard.entries == (2...6).map { count in (1...count).map { $0 * 10 } })
  }

  @Test func collections() {
    let all = (0..<100).map { MutableProperty($0) }
    let heard = Log<Int>()
    let together = Property<[Int]>.combineLatest(all)
    together.producer.startWithValues { heard.add($0.reduce(0, +)) }
    all[50].value = 51
    transaction { for property in all { property.value = 1 } }
    #expect(heard.entries == [4950, 4951, 100])
    #expect(together.value.count == 100)
  }

  @Test func noPropertiesAtAll() {
    let log = Log<[Int]>()
    let none = Property<[Int]>.combineLatest([] as [Property<Int>])
    none.producer.startWithValues(log.add)
    #expect(none.value == [])
    #expect(log.entries == [[]])
  }

  @Test func completesWithAll() {
    let log = Log<String>()
    var (a, b): (MutableProperty<Int>?, MutableProperty<Int>?) = (MutableProperty(1), MutableProperty(2))
    a!.combineLatest(with: b!).producer.start { log.add("\($0)") }
    a = nil
    #expect(log.entries == ["next((1, 2))"])
    b!.value = 3
    b = nil
    #expect(log.entries == ["next((1, 2))", "next((1, 3))", "completed"])
  }

  @Test func aLongChainIsReleasedWithoutStack() {
    onSmallStack {
      let number = MutableProperty(0)
      weak var uppermost: PropertyNode<(Int, Int)>?
      do {
        let first = number.combineLatest(with: number)
        uppermost = first.node
        var last = first.map { $0 + $1 }
        for _ in 1..<rounds(100_000) { last = last.combineLatest(with: number).map { $0 + $1 } }
        #expect(uppermost != nil)
      }
      #expect(uppermost == nil)
    }
  }
}
