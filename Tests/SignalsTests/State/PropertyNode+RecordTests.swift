import Signals
import TestSupport
import Testing

/// Serial, because they look at what this file has made.
@Suite(.serialized) final class PropertyNodeRecordTests {
  private let lifetime = Subscription()

  /// Before the test. What other tests keep open may keep properties of the test before.
  private let newest: Int

  init() {
    Recording.begin()
    newest = LiveSubscriptions.snapshot.properties.map(\.number).max() ?? 0
  }

  deinit {
    lifetime.dispose()
    Recording.end()
  }

  private var mine: [PropertySnapshot] {
    LiveSubscriptions.snapshot.properties.filter { $0.fileID == #fileID && $0.number > newest }
  }

  @Test func hasANameOrAPlace() throws {
    let (count, total) = (MutableProperty(1, name: "count"), Property { 1.5 })
    let line: UInt = #line - 1
    let found = mine
    #expect(found.map(\.name) == ["count", nil] && found.map(\.line) == [line, line])
    #expect(found.map(\.values) == ["Int", "Double"] && found.map(\.isComputed) == [false, true])
    #expect(try #require(found.first).number < found[1].number)
    withExtendedLifetime((count, total)) {}
  }

  /// Also if no reader looks. Other tests may make some at the same time.
  @Test func keepsNoRecordOfWhatWasReleased() {
    for value in 0..<20_000 { _ = MutableProperty(value) }
    #expect(SubscriptionRecord.propertyRecordCount < 5_000)
  }

  @Test func countsChanges() {
    let count = MutableProperty(1)
    #expect(mine.map(\.changeCount) == [0] && mine.first?.lastTime == nil)
    for value in 2...4 { count.value = value }
    // Equal values change nothing.
    count.value = 4
    #expect(mine.map(\.changeCount) == [3])
    #expect(mine.first?.lastTime != nil && mine.first?.lastTime == mine.first?.lastTime)
  }

  @Test func saysWhetherItIsObserved() {
    let count = MutableProperty(1)
    #expect(mine.map(\.isObserved) == [false])
    let observation = count.producer.startWithValues { _ in }
    #expect(mine.map(\.isObserved) == [true])
    observation.dispose()
    #expect(mine.map(\.isObserved) == [false])
    #expect(mine.first?.description.hasSuffix(" of Int: 0 changes, not observed") ?? false)
  }

  @Test func saysWhetherAnotherIsComputedFromIt() {
    let count = MutableProperty(1)
    let double = Property { count.value * 2 }
    #expect(mine.map(\.isRead) == [false, false])
    _ = double.value
    #expect(mine.map(\.isRead) == [true, false])
  }

  @Test func saysWhenItWasRead() {
    let (count, text, unread) = (MutableProperty(1), MutableProperty("a"), MutableProperty(1))
    #expect(mine.map(\.lastReadTime) == [nil, nil, nil])
    #expect(count.value == 1 && text.value == "a")
    for value in 2...4 { unread.value = value }
    let first = mine.map(\.lastReadTime)
    #expect(first.map { $0 != nil } == [true, true, false])
    // Without another read it stays so.
    #expect(mine.map(\.lastReadTime) == first)
    #expect(count.value == 1)
    let second = mine.map(\.lastReadTime)
    #expect(second[0] ?? .now > first[0] ?? .now && second[1] == first[1])
    withExtendedLifetime(unread) {}
  }

  /// A transaction takes it back that the next read is noted; the next reader asks for it again.
  @Test func isReadAfterATransaction() {
    let count = MutableProperty(1)
    transaction { count.value = 2 }
    #expect(mine.map(\.lastReadTime) == [nil] && count.value == 2)
    #expect(mine.first?.lastReadTime != nil)
  }

  /// It is computed only when it is read.
  @Test func whatIsComputedAnewWasRead() {
    let count = MutableProperty(1)
    let double = Property { count.value * 2 }
    #expect(mine.last?.lastReadTime == nil && double.value == 2)
    #expect(mine.last?.lastReadTime != nil)
  }

  @Test func isReleased() {
    do {
      let count = MutableProperty(1)
      #expect(mine.count == 1)
      withExtendedLifetime(count) {}
    }
    #expect(mine.isEmpty)
  }

  @Test func isListedWhenItIsFirstObserved() {
    Recording.end()
    let count = MutableProperty(1)
    Recording.begin()
    count.value = 2
    // Another test may be recording: then it was listed when it was made.
    let before = mine.count
    for _ in 1...2 { lifetime += count.producer.startWithValues { _ in } }
    #expect(mine.count == 1 && before <= 1 && mine.first?.isObserved ?? false)
  }
}
