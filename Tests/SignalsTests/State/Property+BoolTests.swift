import Signals
import TestSupport
import Testing

@Suite(.mayBlock) struct PropertyBoolTests {
  @Test func negateIsTheOpposite() {
    let flag = MutableProperty(false)
    let log = Log<Bool>()
    flag.negate().producer.startWithValues(log.add)
    flag.value = true
    flag.value = true
    flag.value = false
    #expect(log.entries == [true, false, true])
  }

  @Test(arguments: [false, true], [false, true])
  func andAndOrCombineBoth(one: Bool, other: Bool) {
    let (a, b) = (MutableProperty(one), Property(value: other))
    #expect(a.and(b).value == (one && other))
    #expect(a.or(b).value == (one || other))
    #expect(b.and(a).value == (one && other))
    #expect(b.or(a).value == (one || other))
  }

  @Test func followBothProperties() {
    let (a, b) = (MutableProperty(false), MutableProperty(false))
    let (both, either) = (Log<Bool>(), Log<Bool>())
    a.and(b).producer.startWithValues(both.add)
    a.or(b).producer.startWithValues(either.add)
    a.value = true
    b.value = true
    a.value = false
    b.value = false
    #expect(both.entries == [false, true, false])
    #expect(either.entries == [false, true, false])
  }

  @Test func allAndAnyLookAtEach() {
    let flags = (0..<3).map { _ in MutableProperty(false) }
    let (all, any) = (Property.all(flags), Property.any(flags))
    let (allLog, anyLog) = (Log<Bool>(), Log<Bool>())
    all.producer.startWithValues(allLog.add)
    any.producer.startWithValues(anyLog.add)
    for flag in flags { flag.value = true }
    for flag in flags { flag.value = false }
    #expect(allLog.entries == [false, true, false])
    #expect(anyLog.entries == [false, true, false])
  }

  @Test func allAndAnyOfAFewAndOfNone() {
    let (yes, no) = (Property(value: true), Property(value: false))
    #expect(Property.all(yes, yes).value)
    #expect(!Property.all(yes, no).value)
    #expect(Property.any(yes, no).value)
    #expect(!Property.any(no, no).value)
    #expect(Property.all([Property<Bool>]()).value)
    #expect(!Property.any([Property<Bool>]()).value)
    #expect(Property.all([yes, no].lazy.filter(\.value)).value)
  }

  @Test("R3: a transaction is one change of what both make") func noGlitch() {
    let (a, b) = (MutableProperty(true), MutableProperty(false))
    let log = Log<Bool>()
    a.or(b).producer.startWithValues(log.add)
    a.and(b).producer.startWithValues(log.add)
    transaction {
      a.value = false
      b.value = true
      #expect(a.or(b).value)
      #expect(Property.any([a, b]).value)
    }
    #expect(log.entries == [true, false])
  }

  @Test func anObserverMaySetWhatItObserves() {
    let (a, b) = (MutableProperty(false), MutableProperty(true))
    let log = Log<Bool>()
    let both = a.and(b)
    both.producer.startWithValues { value in
      log.add(value)
      if value { b.value = false }
      both.producer.startWithValues { #expect($0 == (a.value && b.value)) }.dispose()
    }
    a.value = true
    #expect(log.entries == [false, true, false])
  }

  @Test func completesWithItsSources() {
    let log = Log<Event<Bool, Never>>()
    var flags: [MutableProperty<Bool>] = [MutableProperty(true), MutableProperty(true)]
    weak let node = Property.all(flags).node
    #expect(node == nil)
    let (all, opposite) = (Property.all(flags), flags[0].negate())
    all.producer.start(log.observer())
    flags.removeLast()
    #expect(log.entries == [.next(true)])
    flags = []
    #expect(log.entries == [.next(true), .completed])
    #expect(!opposite.value)
  }

  @Test func keepsWhatFeedsItsSources() {
    let (numbers, input) = Signal<Bool, Never>.pipe()
    let log = Log<Bool>()
    func derived() -> [Property<Bool>] {
      let (one, other) = (numbers.stored(initial: false), numbers.stored(initial: false))
      return [
        one.and(other), one.or(other), Property.all(one, other), Property.any([one, other]), one.negate(),
      ]
    }
    let properties = derived()
    for property in properties { property.signal.observeValues(log.add) }
    input.send(true)
    #expect(properties.map(\.value) == [true, true, true, true, false])
  }

  @Test func eightThreadsNeverSeeAContradiction() {
    let flag = MutableProperty(false)
    let opposite = flag.negate()
    let contradictions = [
      flag.and(opposite), flag.or(opposite).negate(), Property.all([flag.readOnly, opposite]),
      Property.any([flag.readOnly, opposite]).negate(),
    ]
    let wrong = Counter()
    for property in contradictions { property.producer.startWithValues { if $0 { wrong.increment() } } }
    onThreads(8) { thread in
      for value in 0..<rounds(500) {
        switch thread {
        case 0...2: flag.modify { $0.toggle() }
        case 3: contradictions[value % 4].producer.startWithValues { if $0 { wrong.increment() } }.dispose()
        default: if contradictions[value % 4].value { wrong.increment() }
        }
      }
    }
    #expect(wrong.value == 0)
  }
}
