import Signals
import Testing

@Suite struct MutablePropertyTests {
  @Test func sendsItsValueAndThenTheChanges() {
    let property = MutableProperty(1)
    let heard = Log<Int>()
    property.producer.startWithValues { heard.add($0) }
    property.value = 2
    property.value = 2
    property.modify { $0 += 1 }
    #expect(heard.entries == [1, 2, 3])
  }

  @Test func derivedGlitchFree() {
    let a = MutableProperty(1)
    let b = a.map { $0 * 2 }
    let c = a.map { $0 * 3 }
    let sum = b.combineLatest(with: c).map { $0 + $1 }
    let computed = Property { b.value + c.value }
    let heard = Log<Int>()
    sum.producer.startWithValues { heard.add($0) }
    computed.producer.startWithValues { heard.add(-$0) }
    a.value = 2
    #expect(heard.entries == [5, -5, 10, -10])
    #expect(sum.value == 10)
  }

  @Test func transactionIsOneChange() {
    let a = MutableProperty(1)
    let b = MutableProperty(10)
    let sum = Property { a.value + b.value }
    let heard = Log<Int>()
    sum.producer.startWithValues { heard.add($0) }
    let inside = transaction {
      a.value = 2
      b.value = 20
      return sum.value
    }
    #expect(inside == 22)
    #expect(heard.entries == [11, 22])
  }

  @Test func completes() {
    var a: MutableProperty? = MutableProperty(1)
    let ended = Log<String>()
    let b = a!.map { $0 + 1 }
    a!.producer.startWithCompleted { ended.add("a") }
    b.producer.startWithCompleted { ended.add("b") }
    b.map { $0 + 1 }.producer.startWithCompleted { ended.add("c") }
    Property(value: 3).producer.startWithCompleted { ended.add("constant") }
    #expect(ended.entries == ["constant"])
    a = nil
    #expect(ended.entries == ["constant", "a", "b", "c"])
  }
}
