import Signals
import Testing

/// What an observer of a property does with changes that arrive out of order, and what it keeps.
@Suite struct PropertyListenerTests {
  private final class Token: Sendable {}

  private final class Watched: Sendable {
    weak let object: Token?

    init(_ object: Token?) { self.object = object }
  }

  @Test("R2: each observer of a set property puts its values in order")
  func earlyChanges() {
    let number = MutableProperty(0)
    let (heard, late) = (Log<Int>(), Log<Int>())
    number.signal.observeValues(heard.add)
    number.node.notifyObservers(30, 4)
    number.producer.startWithValues(late.add)
    number.node.notifyObservers(20, 3)
    #expect(heard.entries.isEmpty && late.entries == [0])
    number.node.notifyObservers(10, 2)
    number.node.notifyObservers(10, 2)
    #expect(heard.entries == [10, 20, 30])
    #expect(late.entries == [0, 10, 20])
    number.node.notifyObservers(40, 5)
    number.node.notifyObservers(30, 4)
    #expect(heard.entries == [10, 20, 30, 40])
    #expect(late.entries == [0, 10, 20, 30, 40])
  }

  @Test("D2: a disposal drops the values that came early")
  func disposalDropsEarlyChanges() {
    let number = MutableProperty(0)
    let heard = Log<Int>()
    let observation = SerialDisposable()
    observation.inner = number.producer.startWithValues { value in
      heard.add(value)
      if value == 10 { observation.dispose() }
    }
    number.node.notifyObservers(20, 3)
    number.node.notifyObservers(10, 2)
    #expect(heard.entries == [0, 10])
  }

  @Test("R2: an observer of a computed property leaves out the old")
  func oldChanges() {
    let number = MutableProperty(0)
    let computed = number.map { $0 }
    let heard = Log<Int>()
    computed.producer.startWithValues(heard.add)
    computed.node.notifyObservers(30, 4)
    computed.node.notifyObservers(20, 3)
    computed.node.notifyObservers(40, 5)
    #expect(heard.entries == [0, 30, 40])
  }

  @Test("D4: what was captured is released during the delivery")
  func releasedAtOnce() {
    let number = MutableProperty(0)
    for property in [number.readOnly, number.map { $0 }] {
      let later = SerialDisposable()
      var token: Token? = Token()
      let watched = Watched(token)
      let isReleased = Log<Bool>()
      let first = property.signal.observeValues { _ in
        later.dispose()
        isReleased.add(watched.object == nil)
      }
      later.inner = property.producer.startWithValues { [token] _ in _ = token }
      token = nil
      #expect(watched.object != nil)
      number.value += 1
      #expect(isReleased.entries == [true])
      #expect(!property.node.hasRetiredObservers)
      first.dispose()
      #expect(!property.node.isObserved)
    }
  }

  // A version has 40 bits: the last but one is stored, as if the property had been set so often.

  @Test(arguments: [false, true]) func stopsWhenVersionsBeginAgain(isComputed: Bool) async {
    let message = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [isComputed] in
      let number = MutableProperty(0, name: "often")
      let observed = isComputed ? number.map { $0 } : number.readOnly
      _ = observed.value
      let word = observed.node.cell.slots.word
      word.pointee.store(
        (1 << 40 - 2) << 24 | word.pointee.load(ordering: .relaxed) & 0xff, ordering: .relaxed)
      let heard = Log<Int>()
      observed.producer.startWithValues(heard.add)
      number.value = 1
      if heard.entries != [0, 1] { return }
      number.value = 2
    }.message
    #expect(message.contains("2^40 values while it was observed: often"))
  }

  @Test func withoutObserversVersionsMayBeginAgain() {
    let number = MutableProperty(0)
    let doubled = number.map { $0 * 2 }
    #expect(doubled.value == 0)
    let word = number.node.cell.slots.word
    word.pointee.store(
      (1 << 40 - 2) << 24 | word.pointee.load(ordering: .relaxed) & 0xff, ordering: .relaxed)
    for value in 1...4 {
      number.value = value
      #expect(number.value == value)
      #expect(doubled.value == 2 * value)
    }
  }

  @Test("S4: observers that dispose of each other and begin anew")
  func comeAndGo() {
    let number = MutableProperty(0)
    let heard = Log<String>()
    let all = (0..<4).map { _ in SerialDisposable() }
    @Sendable func begin(_ index: Int) {
      all[index].inner = number.producer.startWithValues { value in
        heard.add("\(index): \(value)")
        if value == 1, index == 1 {
          all[0].dispose()
          all[2].dispose()
        }
        if value == 1, index == 3 {
          number.producer.startWithValues { heard.add("new: \($0)") }
          all[3].dispose()
        }
      }
    }
    for index in 0..<4 { begin(index) }
    number.value = 1
    number.value = 2
    #expect(
      heard.entries.dropFirst(4) == ["0: 1", "1: 1", "3: 1", "new: 1", "1: 2", "new: 2"])
    #expect(!number.node.hasRetiredObservers)
  }
}
