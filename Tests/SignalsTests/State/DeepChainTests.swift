import Signals
import TestSupport
import Testing

/// Long chains of properties, on a stack as small as those of threads that are not the main one
/// (contract P8).
@Suite("Chains of properties") struct DeepChainTests {
  enum Link: CaseIterable {
    case map, removeDuplicates, flatMap, flatMapOfOneThatIsSet, combineLatest, computing, followed
    case combinedWithFollower

    func link(_ above: Property<Int>, _ zero: MutableProperty<Int>) -> Property<Int> {
      switch self {
      case .map: return above.map { $0 + 1 }
      case .removeDuplicates: return above.removeDuplicates().map { $0 + 1 }
      case .flatMap: return above.flatMap { Property(value: $0 + 1) }
      case .flatMapOfOneThatIsSet: return above.flatMap { above in zero.map { above + $0 + 1 } }
      case .combineLatest: return above.combineLatest(with: zero).map { $0 + $1 + 1 }
      case .computing:
        let next = Property { above.value + zero.value + 1 }
        // A closure that has never run would be computed inside the one that reads it.
        _ = next.value
        return next
      case .followed: return Property(initial: 0, then: above.map { $0 + 1 })
      case .combinedWithFollower:
        return above.combineLatest(with: Property(initial: 0, then: zero)).map { $0 + $1 + 1 }
      }
    }
  }

  @Test("P8: it is read, set, observed and released on constant stack", arguments: Link.allCases)
  func chain(of link: Link) {
    let depth = rounds(20_000)
    onSmallStack {
      let zero = MutableProperty(0)
      var number: MutableProperty? = MutableProperty(0)
      var last: Property? = number!.readOnly
      for _ in 0..<depth { last = link.link(last!, zero) }
      #expect(last!.value == depth)
      number!.value = 1
      #expect(last!.value == depth + 1)
      let heard = Log<Event<Int, Never>>()
      last!.producer.start(heard.observer())
      number!.value = 2
      transaction { number!.value = 3 }
      let inside = transaction {
        number!.value = 4
        return last!.value
      }
      // A stream follows when the transaction has ended.
      #expect(inside == depth + (link == .followed ? 3 : 4))
      number = nil
      let values = [1, 2, 3, 4].map { Event<Int, Never>.next(depth + $0) }
      // The others read something that can still change.
      let endsWithTheFirst: Set<Link> = [.map, .removeDuplicates, .flatMap, .followed]
      #expect(heard.entries == values + (endsWithTheFirst.contains(link) ? [.completed] : []))
      last = nil
    }
  }

  @Test("P8: it is released on constant stack before its source", arguments: Link.allCases)
  func released(_ link: Link) {
    let depth = rounds(20_000)
    onSmallStack {
      let (zero, number) = (MutableProperty(0), MutableProperty(0))
      var last: Property? = number.readOnly
      for _ in 0..<depth { last = link.link(last!, zero) }
      #expect(last!.value == depth)
      let start = last!.producer.start()
      last = nil
      start.dispose()
      number.value = 1
      withExtendedLifetime(zero) {}
    }
  }
}
