import Signals
import TestSupport
import Testing

/// The changes of a transaction: one and many of them, of values of any kind.
@Suite(.mayBlock) struct TransactionLogTests {
  @Test(arguments: [1, 2, 8, 9, 30])
  func keepsAnyNumberOfChanges(count: Int) {
    let numbers = (0..<count).map { MutableProperty($0) }
    let sum = Property { numbers.reduce(0) { $0 + $1.value } }
    let before = sum.value
    let inside = transaction {
      for number in numbers { number.value += 1 }
      let first = sum.value
      for number in numbers { number.modify { $0 += 1 } }
      return [first, sum.value]
    }
    #expect(inside == [before + count, before + 2 * count])
    #expect(numbers.map(\.value) == (0..<count).map { $0 + 2 })
    #expect(sum.value == before + 2 * count)
  }

  /// The first change lies on the stack of the transaction, if its value is small.
  @Test func keepsValuesOfAnySize() {
    func check<Value: Equatable & Sendable>(_ values: Value...) {
      let (one, other) = (MutableProperty(values[0]), MutableProperty(values[0]))
      for value in values {
        transaction { one.value = value }
        #expect(one.value == value)
        let seen = transaction {
          other.value = value
          one.value = values[0]
          return [other.value, one.value]
        }
        #expect(seen == [value, values[0]])
        #expect([other.value, one.value] == seen)
      }
    }
    check(true, false)
    check("a", String(repeating: "long", count: 20))
    check(SIMD2<Double>(1, 2), SIMD2(3, 4))
    check(SIMD16<Double>(repeating: 1), SIMD16(repeating: 2))
    check([SIMD8<Int8>(repeating: 1)], [])
  }

  /// Another thread sets what the body has modified: also where the body has come to the same value again.
  @Test(arguments: [0, 1])
  func whatIsModifiedAloneIsModifiedInOneStep(difference: Int) {
    let number = MutableProperty(1)
    let runs = Log<Int>()
    transaction {
      number.modify {
        $0 += difference
        runs.add($0)
      }
      if runs.entries.count == 1 { onThreads(1) { _ in number.value = 10 } }
    }
    #expect(runs.entries == [1 + difference, 10 + difference])
    #expect(number.value == 10 + difference)
  }

  @Test func letsGoOfWhatItReplaces() {
    final class Content: Sendable {}
    weak var first: Content?
    weak var second: Content?
    let property = MutableProperty<Content?>(nil)
    transaction {
      let content = Content()
      first = content
      property.value = content
    }
    #expect(first != nil)
    transaction {
      let content = Content()
      second = content
      property.value = content
      property.value = nil
    }
    #expect(first == nil)
    #expect(second == nil)
  }
}
