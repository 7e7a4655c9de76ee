import Signals
import Testing

/// What sets what it reads while it is computed gets values of one moment.
@Suite struct GraphSnapshotTests {
  @Test func aRuleWhoseSourcesNeverStandStillGetsValuesOfOneMoment() {
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    let restless = Property {
      let first = a.value
      transaction {
        a.modify { $0 += 1 }
        b.modify { $0 += 1 }
      }
      return first - b.value
    }
    #expect(restless.value == 0)
    #expect(restless.value == 0)
  }

  @Test func alsoWhenItReadsOthersOnlyThen() {
    let all = (0..<5).map { _ in MutableProperty(0) }
    let sums = (1..<5).map { count in Property { all.prefix(count).reduce(0) { $0 + $1.value } } }
    let restless = Property {
      let first = sums[0].value
      transaction { for property in all { property.modify { $0 += 1 } } }
      // Sums of one, two, three and four of them, all the same.
      return (1..<4).map { sums[$0].value - first * ($0 + 1) }
    }
    #expect(restless.value == [0, 0, 0])
    #expect(restless.value == [0, 0, 0])
  }

  @Test func theNextReadLooksAgain() {
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    let isRestless = MutableProperty(true)
    let sum = Property {
      let first = a.value
      if isRestless.value {
        transaction {
          a.modify { $0 += 1 }
          b.modify { $0 += 1 }
        }
      }
      return [first, b.value]
    }
    let value = sum.value
    #expect(value[0] == value[1])
    isRestless.value = false
    #expect(sum.value == [a.value, a.value])
    transaction {
      a.value = 100
      b.value = 100
    }
    #expect(sum.value == [100, 100])
  }

  @Test func flatMapIsAskedLikeASource() {
    let (page, number) = (MutableProperty(0), MutableProperty(0))
    let made = Log<MutableProperty<Int>>()
    let flat = page.flatMap { page in
      let inner = MutableProperty(0)
      made.add(inner)
      return inner
    }
    let restless = Property {
      let first = number.value
      number.modify { $0 += 1 }
      return [first, number.value, flat.value]
    }
    #expect(flat.value == 0)
    made.entries[0].value = 7
    let value = restless.value
    #expect(value[0] == value[1])
    #expect(value[2] == 7)
    #expect(made.entries.count == 1)
  }
}
