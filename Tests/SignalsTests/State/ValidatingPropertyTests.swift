import Signals
import TestSupport
import Testing

@Suite(.mayBlock) struct ValidatingPropertyTests {
  private enum Refused: Error { case negative, tooLarge, differs }
  private typealias Checked = ValidatingProperty<Int, Refused>

  /// Accepts 0 to 9, mends what is larger, refuses what is negative.
  private static func digit(_ number: Int) -> Checked.Decision {
    number < 0 ? .invalid(.negative) : number > 9 ? .coerced(9, .tooLarge) : .valid
  }

  // MARK: One property

  @Test func takesReplacesOrKeeps() {
    let number = Checked(1, Self.digit)
    #expect(number.value == 1)
    #expect(number.result.value == .valid(1))
    number.value = 5
    #expect(number.value == 5)
    number.value = -3
    #expect(number.value == 5)
    #expect(number.result.value == .invalid(-3, .negative))
    number.value = 30
    #expect(number.value == 9)
    #expect(number.result.value == .coerced(replacement: 9, proposed: 30, error: .tooLarge))
    number.value = -4
    #expect(number.value == 9)
  }

  @Test func aResultSaysWhatWasProposedAndWhy() {
    let results: [Checked.Result] = [
      .valid(1), .coerced(replacement: 9, proposed: 30, error: .tooLarge), .invalid(-3, .negative),
    ]
    #expect(results.map(\.value) == [1, 9, nil])
    #expect(results.map(\.proposed) == [1, 30, -3])
    #expect(results.map(\.error) == [nil, .tooLarge, .negative])
    #expect(results.map(\.isInvalid) == [false, false, true])
  }

  @Test func anInvalidFirstValueIsTheValue() {
    let number = Checked(-1, Self.digit)
    #expect(number.value == -1)
    #expect(number.result.value == .invalid(-1, .negative))
    number.value = -2
    #expect(number.value == -1)
    #expect(Checked(30, Self.digit).value == 9)
  }

  @Test func observersReceiveWhatIsAccepted() {
    let number = Checked(1, Self.digit)
    let (values, results) = (Log<Int>(), Log<Checked.Result>())
    number.producer.startWithValues(values.add)
    number.result.signal.observeValues(results.add)
    for value in [2, 2, -1, -1, 30, 9] { number.value = value }
    #expect(values.entries == [1, 2, 9])
    #expect(
      results.entries == [
        .valid(2), .invalid(-1, .negative), .coerced(replacement: 9, proposed: 30, error: .tooLarge),
        .valid(9),
      ])
  }

  @Test func valuesThatCannotBeComparedAreChanges() {
    let any = ValidatingProperty<any Sendable, Oops>(1) { $0 is Int ? .valid : .invalid(Oops()) }
    let log = Log<String>()
    any.producer.startWithValues { log.add("\($0)") }
    any.value = 1
    any.value = "text"
    #expect(any.result.value.isInvalid)
    #expect(any.value as? Int == 1)
    #expect(log.entries.prefix(2) == ["1", "1"])
  }

  // MARK: Another property

  @Test func dependsOnAnotherProperty() {
    let password = MutableProperty("secret")
    let confirmation = ValidatingProperty<String, Refused>("", with: password) { text, password in
      text == password ? .valid : .invalid(.differs)
    }
    confirmation.value = "secre"
    #expect(confirmation.value == "")
    confirmation.value = "secret"
    #expect(confirmation.value == "secret")
    password.value = "another one"
    #expect(confirmation.value == "secret")
    #expect(confirmation.result.value == .invalid("secret", .differs))
  }

  @Test func acceptsAProposalThatBecomesValid() {
    let limit = MutableProperty(5)
    let number = Checked(1, with: limit) { $0 > $1 ? .invalid(.tooLarge) : .valid }
    let log = Log<Int>()
    number.producer.startWithValues(log.add)
    number.value = 8
    #expect(number.value == 1)
    limit.value = 10
    #expect(number.value == 8)
    limit.value = 3
    #expect(number.value == 8)
    #expect(number.result.value == .invalid(8, .tooLarge))
    number.value = 9
    #expect(number.value == 8)
    #expect(log.entries == [1, 8])
  }

  @Test func replacesAgainWhenTheOtherChanges() {
    let limit = MutableProperty(5)
    let number = Checked(1, with: limit) { $0 > $1 ? .coerced($1) : .valid }
    number.value = 8
    #expect(number.value == 5)
    limit.value = 6
    #expect(number.value == 6)
    #expect(number.result.value == .coerced(replacement: 6, proposed: 8, error: nil))
    limit.value = 20
    #expect(number.result.value == .valid(8))
  }

  @Test func dependsOnWhatAnotherOneWasProposedOrHasAccepted() {
    let first = Checked(1, Self.digit)
    let second = Checked(1, with: first) { $0 == $1 ? .valid : .invalid(.differs) }
    let third = Checked(1, with: second) { $0 == $1 ? .valid : .invalid(.differs) }
    let accepted = Checked(1, with: first.readOnly) { $0 == $1 ? .valid : .invalid(.differs) }
    let log = Log<Bool>()
    second.result.producer.startWithValues { log.add($0.isInvalid) }
    for proposed in [-5, 30, 2] {
      first.value = proposed
      #expect(second.result.value == .invalid(1, .differs))
      #expect(third.result.value == .valid(1), "it was proposed, and refused")
      #expect(accepted.result.value.isInvalid == (first.value != 1))
    }
    first.value = -5
    second.value = -5
    #expect((first.value, second.value) == (2, -5))
    #expect(third.result.value == .invalid(1, .differs))
    first.value = 2
    #expect((second.value, second.result.value) == (-5, .invalid(-5, .differs)))
    transaction {
      first.value = 30
      second.value = 30
      #expect((first.value, second.value) == (9, 30))
    }
    #expect((first.value, second.result.value) == (9, .valid(30)))
    #expect(log.entries == [false, true, false, true, false])
  }

  @Test func dependsOnWhatCannotBeCompared() {
    let first = ValidatingProperty<any Sendable, Oops>(1) { $0 is Int ? .valid : .invalid(Oops()) }
    let second = ValidatingProperty<any Sendable, Oops>(1, with: first) {
      "\($0)" == "\($1)" ? .valid : .invalid(Oops())
    }
    let third = ValidatingProperty<Int, any Error>(1, with: first) {
      $0 == $1 as? Int ? .valid : .invalid(Oops())
    }
    first.value = "text"
    #expect(second.result.value.isInvalid && third.result.value.isInvalid)
    second.value = "text"
    #expect(second.value as? String == "text")
    first.value = 1
    #expect(!third.result.value.isInvalid)
  }

  @Test func keepsNeitherThePropertyThatItDependsOnNorItsReadOnlyOne() {
    let log = Log<String>()
    var other: Checked? = Checked(1, Self.digit)
    var limit: MutableProperty? = MutableProperty(9)
    for name in ["other", "limit"] {
      (name == "other" ? other!.lifetime : limit!.lifetime).onEnd { log.add(name) }
    }
    let numbers = [
      Checked(1, with: other!) { $0 == $1 ? .valid : .invalid(.differs) },
      Checked(1, with: limit!) { $0 <= $1 ? .valid : .invalid(.tooLarge) },
      Checked(1, with: other!.readOnly) { $0 == $1 ? .valid : .invalid(.differs) },
      Checked(1, with: limit!.readOnly) { $0 <= $1 ? .valid : .invalid(.tooLarge) },
    ]
    other = nil
    #expect(log.entries == ["other"])
    limit = nil
    #expect(log.entries == ["other", "limit"])
    withExtendedLifetime(numbers) {}
  }

  @Test func aReadOnlyOneKeepsIt() {
    let (numbers, input) = Signal<Int, Never>.pipe()
    func make() -> Property<Int> {
      let number = Checked(1, with: numbers.stored(initial: 0)) { $0 < $1 ? .invalid(.tooLarge) : .valid }
      number <~ numbers.map { $0 * 2 }
      return number.readOnly
    }
    var number: Property? = make()
    let ends = Counter()
    number!.producer.startWithCompleted(ends.increment)
    input.send(3)
    #expect(number!.value == 6)
    number = nil
    input.complete()
    #expect(ends.value == 1)
  }

  @Test("R3: a result belongs to both values as they are now") func noGlitch() {
    let limit = MutableProperty(5)
    let number = Checked(5, with: limit) { $0 > $1 ? .invalid(.tooLarge) : .valid }
    let log = Log<[Int]>()
    Property { [limit.value, number.result.value.proposed, number.result.value.isInvalid ? 1 : 0] }
      .producer.startWithValues(log.add)
    limit.value = 4
    limit.value = 7
    #expect(log.entries == [[5, 5, 0], [4, 5, 1], [7, 5, 0]])
  }

  // MARK: Transactions

  @Test("R3: what another thread makes valid meanwhile is accepted")
  func theOtherPropertyChangesBeforeATransactionEnds() {
    let limit = MutableProperty(1)
    let number = Checked(0, with: limit) { $0 <= $1 ? .valid : .invalid(.tooLarge) }
    let values = Log<Int>()
    number.producer.startWithValues { values.add($0) }
    transaction {
      number.value = 5
      onThreads(1) { _ in limit.value = 10 }
    }
    #expect(number.value == 5)
    limit.value = 2
    #expect(number.value == 5, "a value is not taken back")
    #expect(number.result.value == .invalid(5, .tooLarge))
    #expect(values.entries == [0, 5])
  }

  @Test func aTransactionIsDecidedByItsOwnValues() {
    let limit = MutableProperty(5)
    let number = Checked(1, with: limit) { $0 > $1 ? .invalid(.tooLarge) : .valid }
    let log = Log<Int>()
    number.producer.startWithValues(log.add)
    transaction {
      limit.value = 10
      number.value = 8
      #expect(number.value == 8)
      #expect(number.result.value == .valid(8))
      number.value = 20
      #expect(number.value == 8)
    }
    #expect(number.value == 8)
    #expect(number.result.value == .invalid(20, .tooLarge))
    transaction {
      limit.value = 30
      #expect(number.value == 20)
      number.value = 40
    }
    #expect(number.value == 20)
    #expect(log.entries == [1, 8, 20])
  }

  // MARK: Bindings

  @Test func isBoundBothWays() {
    let text = MutableProperty(1)
    let number = Checked(1, Self.digit)
    number <~ text
    text <~ number
    text.value = 4
    #expect(number.value == 4)
    number.value = 6
    #expect(text.value == 6)
    text.value = 50
    #expect(number.value == 9)
    #expect(text.value == 9)
    #expect(number.result.value == .valid(9))
    text.value = -1
    #expect(text.value == -1)
    #expect(number.value == 9)
    #expect(number.result.value == .invalid(-1, .negative))
  }

  @Test("R5: of both sides the one that is set last counts") func theLastOneCounts() {
    let text = MutableProperty(0)
    let number = Checked(0, Self.digit)
    number <~ text
    text <~ number
    transaction {
      text.value = 1
      number.value = 2
    }
    #expect((text.value, number.value) == (2, 2))
    transaction {
      number.value = 3
      text.value = 4
    }
    #expect((text.value, number.value) == (4, 4))
  }

  @Test("R5: what becomes accepted is no newer than a set") func acceptanceIsNoNewSet() {
    let (text, limit) = (MutableProperty(0), MutableProperty(5))
    let number = Checked(0, with: limit) { $0 > $1 ? .invalid(.tooLarge) : .valid }
    number <~ text
    text <~ number
    number.value = 8
    #expect((text.value, number.value) == (0, 0))
    transaction {
      limit.value = 10
      text.value = 7
    }
    #expect((text.value, number.value) == (7, 7))
  }

  @Test("R5: both sides set by two threads converge") func bothWaysFromTwoThreads() {
    for _ in 0..<rounds(200) {
      let text = MutableProperty(0)
      let number = Checked(0) { _ in .valid }
      number <~ text
      text <~ number
      onThreads(2) { thread in
        for value in 1...50 { if thread == 0 { text.value = value } else { number.value = -value } }
      }
      #expect(text.value == number.value)
    }
  }

  @Test("R5: both ways from eight threads they come to rest") func bothWaysFromEightThreads() {
    for _ in 0..<10 {
      let (text, wrong) = (MutableProperty(0), Counter())
      let limit = MutableProperty(1_000_000)
      let number = Checked(0, with: limit) { $0 > $1 ? .invalid(.tooLarge) : .valid }
      number <~ text
      text <~ number
      onThreads(8) { thread in
        for value in 1...rounds(100) {
          switch thread {
          case 0...2: text.value = thread * 1000 + value
          case 3...5: number.value = thread * 1000 + value
          case 6: limit.value = 1_000_000 + value
          default: if number.result.value.proposed < 0 { wrong.increment() }
          }
        }
      }
      #expect(text.value == number.value)
      #expect(number.result.value == .valid(text.value))
      #expect(wrong.value == 0)
    }
  }

  @Test("R7: eight threads lose no acceptance") func churn() {
    let limit = MutableProperty(10)
    let number = Checked(0, with: limit) {
      $0 > $1 ? .coerced($1, .tooLarge) : $0 < 0 ? .invalid(.negative) : .valid
    }
    let wrong = Counter()
    number.producer.startWithValues { if $0 < 0 || $0 > 1000 { wrong.increment() } }
    onThreads(8) { thread in
      for value in 0..<rounds(200) {
        switch thread {
        case 0...2: number.value = (value % 40) * 50 - 100
        case 3: limit.value = value % 2 == 0 ? 10 : 1000
        case 4:
          transaction {
            limit.value = 500
            number.value = 400
            if number.value != 400 { wrong.increment() }
          }
        case 5: number.result.producer.startWithValues { _ in }.dispose()
        default: if number.value < 0 { wrong.increment() }
        }
      }
    }
    #expect(wrong.value == 0)
    limit.value = 1000
    number.value = -7
    #expect(number.result.value == .invalid(-7, .negative))
    #expect(number.value >= 0)
  }

  @Test func anObserverMayProposeAnotherValue() {
    let number = Checked(0, Self.digit)
    let log = Log<Int>()
    number.result.producer.startWithValues { result in
      if result.isInvalid { number.value = -result.proposed }
    }
    number.producer.startWithValues(log.add)
    number.value = -4
    #expect(number.value == 4)
    #expect(log.entries == [0, 4])
  }

  // MARK: Ends and memory

  @Test func endsWithItsLastReference() {
    let log = Log<String>()
    let limit = MutableProperty(5)
    var number: Checked? = Checked(1, with: limit) { $0 > $1 ? .invalid(.tooLarge) : .valid }
    weak let gone = number
    number!.lifetime.onEnd { log.add("ended") }
    let text = MutableProperty(2)
    number! <~ text
    #expect(text.node.isObserved)
    #expect(limit.node.isObserved)
    number = nil
    #expect(gone == nil)
    #expect(log.entries == ["ended"])
    #expect(!text.node.isObserved)
    #expect(!limit.node.isObserved)
  }

  @Test func completesWhenNothingCanChange() {
    let log = Log<Event<Int, Never>>()
    var limit: MutableProperty? = MutableProperty(5)
    var number: Checked? = Checked(1, with: limit!) { $0 > $1 ? .invalid(.tooLarge) : .valid }
    weak let other = limit
    number!.producer.start(log.observer())
    limit = nil
    #expect(other == nil)
    number!.value = 2
    number = nil
    #expect(log.entries == [.next(1), .next(2), .completed])
  }

  @Test func releasesValuesAndValidator() async throws {
    let log = Log<String>()
    func use() async throws {
      let probe = Probe { log.add("validator") }
      let limit = MutableProperty(1)
      let property = ValidatingProperty<Probe?, Refused>(nil, with: limit) { _, _ in
        probe.touch()
        return .valid
      }
      property.value = Probe { log.add("value") }
      property.value = nil
      #expect(try await eventually { log.entries == ["value"] })
      limit.value = 2
    }
    try await use()
    #expect(try await eventually { log.entries == ["value", "validator"] })
  }

  @Test("R5: a loop names it") func loopsAreNamed() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let number = ValidatingProperty<Int, Oops>(0, name: "checked") { _ in .valid }
      number.producer.startWithValues { number.value = $0 + 1 }
    }
    #expect(result.message.contains("checked"))
  }

  @Test func theOtherPropertyChangesWhileItIsDecided() {
    let limit = MutableProperty(0)
    let isFirst = Guarded(true)
    let number = Checked(0, with: limit) { value, present in
      let isValid = value <= present
      // As another thread does between the decision and the proposal.
      if value == 5, isFirst.withLock({ exchange(&$0, with: false) }) {
        onThreads(1) { _ in limit.value = 10 }
      }
      return isValid ? .valid : .invalid(.tooLarge)
    }
    number.value = 5
    #expect(number.value == 5)
    limit.value = 1
    #expect(number.value == 5, "it was accepted when the limit was 10")
  }

  @Test func aValueThatWasAcceptedForAMomentStays() {
    let limit = MutableProperty(0)
    let read = Guarded<(@Sendable () -> Int)?>(nil)
    let seen = Log<Int>()
    limit.signal.observeValues {
      if $0 != 10 { return }
      if let read = read.withLock({ $0 }) { seen.add(read()) }
      limit.value = 1
    }
    let number = Checked(0, with: limit) { value, limit in value <= limit ? .valid : .invalid(.tooLarge) }
    read.withLock { $0 = { number.value } }
    number.value = 5
    limit.value = 10
    #expect(seen.entries == [5])
    #expect(number.value == 5)
  }
}
