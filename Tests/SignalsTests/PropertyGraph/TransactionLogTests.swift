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

  // What is read inside, and does not depend on what was set, is what is stored.

  @Test("R3: it computes nothing that it has not changed")
  func computesOnlyWhatItHasChanged() {
    let (number, other) = (MutableProperty(1), MutableProperty(1))
    let runs = Log<String>()
    let fixed = Property { () -> Int in
      runs.add("fixed")
      return other.value * 10
    }
    let both = Property { () -> Int in
      runs.add("both")
      return number.value + fixed.value
    }
    #expect(both.value == 11)
    let values = transaction {
      number.value = 2
      return [fixed.value, both.value, fixed.value, both.value]
    }
    #expect(values == [10, 12, 10, 12])
    #expect(runs.entries == ["both", "fixed", "both"])
    #expect(both.value == 12)
  }

  @Test("R3: so is what another thread has computed meanwhile", arguments: [1, 3, 100])
  func computedMeanwhile(length: Int) {
    let (number, other) = (MutableProperty(1), MutableProperty(1))
    let (plain, next) = (other.map { $0 }, other.map { -$0 })
    var last = number.map { $0 * 10 }
    for _ in 1..<length { last = last.map { $0 } }
    #expect(plain.value == 1)
    let end = last
    let values = transaction {
      number.value = 2
      let first = [plain.value]
      onThreads(1) { _ in _ = (end.value, next.value) }
      return first + [end.value, next.value, end.map { $0 + 1 }.value]
    }
    #expect(values == [1, 20, -1, 21])
    #expect(end.value == 20)
  }

  @Test("R3: so is what depends on it through another property now")
  func dependsOnItMeanwhile() {
    let (number, isUsed) = (MutableProperty(1), MutableProperty(false))
    let chosen = Property { isUsed.value ? number.value : 0 }
    let doubled = chosen.map { $0 * 2 }
    #expect(doubled.value == 0)
    let values = transaction {
      number.value = 5
      let first = doubled.value
      isUsed.value = true
      let second = doubled.value
      number.value = 6
      return [first, second, doubled.value]
    }
    #expect(values == [0, 10, 12])
    #expect(doubled.value == 12)
  }

  @Test("R7: what was set and taken back changes nothing")
  func takenBack() {
    struct Refused: Error {}
    let (number, other) = (MutableProperty(1), MutableProperty(1))
    let (tens, negative) = (number.map { $0 * 10 }, other.map { -$0 })
    #expect([tens.value, negative.value] == [10, -1])
    let values = transaction {
      other.value = 2
      var values = [tens.value, negative.value]
      try? transaction {
        number.value = 3
        values += [tens.value, negative.value]
        throw Refused()
      }
      values += [tens.value, negative.value]
      number.value = 4
      return values + [tens.value, negative.value]
    }
    #expect(values == [10, -2, 30, -2, 10, -2, 40, -2])
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

  @Test func letsGoOfWhatItReplaces() async throws {
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
    #expect(try await eventually { first == nil })
    #expect(second == nil)
  }
}
