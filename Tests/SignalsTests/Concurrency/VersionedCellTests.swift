import Synchronization
import Testing

@testable import Signals

@Suite struct StateCellTests {
  @Test func countsTheGenerations() {
    let cell = VersionedCell("a")
    #expect(cell.generation == 1)
    let replaced = cell.replace(with: "b")
    #expect(replaced?.generation == 2)
    #expect(replaced?.before == "a")
    #expect(cell.read() == ("b", 2))
  }

  @Test func replacesOnlyTheGenerationThatIsExpected() {
    let log = Log<String>()
    let cell = VersionedCell(1)
    #expect(cell.replace(with: 2, ifGeneration: 2) == nil)
    #expect(cell.read() == (1, 1))
    #expect(cell.replace(with: 2, ifGeneration: 1)?.generation == 2)
    #expect(cell.replace(with: 3, ifGeneration: 1) == nil)
    #expect(cell.read() == (2, 2))
    let probes = VersionedCell(Probe { log.add("first") })
    #expect(probes.replace(with: Probe { log.add("refused") }, ifGeneration: 7) == nil)
    #expect(log.entries == ["refused"])
  }

  @Test func valuesOfAllSizes() {
    func check<Content: Sendable & Equatable>(_ contents: Content...) {
      let cell = VersionedCell(contents[0])
      for round in 0..<12 {
        for content in contents {
          _ = cell.replace(with: content, hasTurn: round / 2 % 2 == 1)
          #expect(cell.read().content == content)
        }
      }
    }
    check(true, false)
    check(UInt8(7), 200)
    check(UInt16(7), 60_000)
    check(1 as Int?, nil, 3)
    check(1 as Int32?, nil, -3)
    check(Words<UInt8>(1), Words(200))
    check(Words<UInt16>(1), Words(60_000))
    check("", "short", String(repeating: "long", count: 100))
    check([1, 2], [], [3])
    check(Words<Int32>(1), Words(-7))
    check(Words<Int>(1), Words(-7))
    check(Words<String>("a"), Words("b"))
    check(Duration.seconds(3), .zero)
    check(SIMD4<Double>(repeating: 1), SIMD4(repeating: 2))
    let nothing = VersionedCell(())
    #expect(nothing.replace(with: ())?.generation == 2)
  }

  @Test func whatIsReadIsNeverHalf() {
    tearing(Words<Int>(0)) { Words($0) }
    tearing((0, 0)) {
      ($0, $0)
    } isWhole: {
      $0.0 == $0.1
    }
    tearing(Words<String>("0")) { Words("a value that is too long for the string itself: \($0)") }
    tearing(Numbered(0)) { Numbered($0) }
  }

  private func tearing<Content: Sendable & Whole>(
    _ first: Content, _ make: @escaping @Sendable (Int) -> Content
  ) {
    tearing(first, make) { $0.isWhole }
  }

  /// Some threads write and some read, without pause.
  private func tearing<Content: Sendable>(
    _ first: Content, _ make: @escaping @Sendable (Int) -> Content,
    isWhole: @escaping @Sendable (Content) -> Bool
  ) {
    let shared = SharedCell(first)
    let wrong = Counter()
    onThreads(8) { thread in
      var last: UInt64 = 0
      for value in 0..<1000 {
        if thread < 3 {
          _ = shared.cell.replace(with: make(value), hasTurn: thread == 0)
        } else {
          let (content, generation) = shared.cell.read()
          if !isWhole(content) || generation < last { wrong.increment() }
          last = generation
        }
      }
    }
    #expect(wrong.value == 0)
    #expect(shared.cell.generation == 3001)
  }

  @Test func whoHasTheTurnDoesNotTouchWhatOthersUse() {
    let cell = VersionedCell(0)
    for value in stride(from: 1, to: 30, by: 3) {
      _ = cell.replace(with: value)
      _ = cell.replace(with: value + 1, hasTurn: true)
      let claimed = cell.slots.claim()
      cell.slots.fill(claimed, -1)
      let current = Int(cell.slots.word.pointee.load(ordering: .relaxed) & 0xff)
      _ = cell.replace(with: value + 2, hasTurn: true)
      #expect(cell.read().content == value + 2)
      #expect(cell.bits(of: claimed) == -1)
      #expect(cell.bits(of: current) == value + 1, "somebody may be copying it still")
      _ = cell.slots.empty(claimed)
    }
  }

  @Test func oneThreadHasTheTurn() {
    let (wrong, turns) = (Counter(), Counter())
    let shared = SharedTurn()
    onThreads(8) { _ in
      for _ in 0..<1000 {
        shared.turn.take { isMine in
          guard isMine else { return }
          turns.increment()
          if shared.holders.wrappingAdd(1, ordering: .relaxed).oldValue != 0 { wrong.increment() }
          shared.turn.take { if $0 { wrong.increment() } }
          shared.holders.wrappingSubtract(1, ordering: .relaxed)
        }
      }
    }
    #expect(wrong.value == 0)
    #expect(turns.value > 0)
    shared.turn.take { #expect($0) }
  }

  @Test func everyValueIsReleasedOnce() {
    let (made, released) = (Counter(), Counter())
    @Sendable func probe() -> Probe {
      made.increment()
      return Probe { released.increment() }
    }
    let owner = Guarded<SharedCell<Probe>?>(SharedCell(probe()))
    onThreads(8) { thread in
      let shared = owner.withLock { $0 }!
      for _ in 0..<1000 {
        if thread < 4 {
          _ = shared.cell.replace(with: probe())
        } else {
          shared.cell.read().content.touch()
        }
      }
    }
    #expect(released.value == made.value - 1)
    _ = owner.withLock { $0.take() }
    #expect(made.value == 4001)
    #expect(released.value == made.value)
  }

  @Test func countsWithoutLosses() {
    let shared = SharedCell("0")
    onThreads(8) { _ in
      for _ in 0..<500 {
        while true {
          let (content, generation) = shared.cell.read()
          if shared.cell.replace(with: "\(Int(content)! + 1)", ifGeneration: generation) != nil { break }
        }
      }
    }
    #expect(shared.cell.read() == ("4000", 4001))
  }

  // MARK: Slow readers

  @Test func slowReadersGetFurtherSlots() {
    let log = Log<Int>()
    do {
      let cell = VersionedCell(Named(0, log))
      // Each reader stays inside its value; there are five times as many as slots in the beginning.
      var readers: [UInt64] = []
      for value in 1...20 {
        readers.append(cell.enter())
        #expect(cell.replace(with: Named(value, log))?.before == nil)
      }
      #expect(log.entries == [])
      #expect(readers.map { cell.content($0).value } == Array(0..<20))
      for index in [7, 0, 19, 3] { cell.slots.leave(entered: readers[index]) }
      #expect(log.entries == [7, 0, 19, 3])
      // The slots that are free now are used again.
      for value in 21...30 { #expect(cell.replace(with: Named(value, log))?.before != nil) }
      #expect(cell.read().content.value == 30)
      for index in readers.indices where ![7, 0, 19, 3].contains(index) {
        cell.slots.leave(entered: readers[index])
      }
      #expect(Set(log.entries) == Set(0..<30))
    }
    #expect(log.entries.count == 31)
  }

  @Test func severalReadersOfOneValue() {
    let log = Log<Int>()
    let cell = VersionedCell(Named(0, log))
    let readers = (0..<3).map { _ in cell.enter() }
    // Who leaves before the value is replaced leaves nothing to be done.
    cell.slots.leave(entered: readers[0])
    #expect(cell.replace(with: Named(1, log))?.before == nil)
    cell.slots.leave(entered: readers[1])
    #expect(log.entries == [])
    cell.slots.leave(entered: readers[2])
    #expect(log.entries == [0])
    #expect(cell.replace(with: Named(2, log))?.before?.value == 1)
  }

  @Test func slowReadersOnThreads() {
    let (made, released) = (Counter(), Counter())
    @Sendable func probe() -> Probe {
      made.increment()
      return Probe { released.increment() }
    }
    let owner = Guarded<SharedCell<Probe>?>(SharedCell(probe()))
    onThreads(8) { _ in
      let shared = owner.withLock { $0 }!
      for _ in 0..<100 {
        let outer = shared.cell.enter()
        _ = shared.cell.replace(with: probe())
        let inner = shared.cell.enter()
        _ = shared.cell.replace(with: probe())
        shared.cell.content(outer).touch()
        shared.cell.slots.leave(entered: outer)
        shared.cell.content(inner).touch()
        shared.cell.slots.leave(entered: inner)
      }
    }
    _ = owner.withLock { $0.take() }
    #expect(made.value == 1601)
    #expect(released.value == made.value)
  }
}

/// A cell that several threads can hold.
private final class SharedCell<Content: Sendable>: Sendable {
  let cell: VersionedCell<Content>

  init(_ content: Content) { cell = VersionedCell(content) }
}

private final class SharedTurn: Sendable {
  let turn = WriteTurn()
  let holders = Atomic<Int>(0)
}

extension VersionedCell {
  /// What a reader does first; it is in the way until it leaves.
  fileprivate func enter() -> UInt64 {
    slots.word.pointee.wrappingAdd(1 << 8, ordering: .sequentiallyConsistent).newValue
  }

  fileprivate func content(_ entered: UInt64) -> Content { slots.content(Int(entered & 0xff)) }

  /// A value of plain bits, whether it is current or not.
  fileprivate func bits(of slot: Int) -> Content { slots.copy(at: slots.address(slot)) }
}

private protocol Whole {
  var isWhole: Bool { get }
}

/// Six values that have to be the same.
private struct Words<Word: Sendable & Equatable>: Sendable, Equatable, Whole {
  let all: (Word, Word, Word, Word, Word, Word)

  init(_ word: Word) { all = (word, word, word, word, word, word) }

  var isWhole: Bool { all == (all.0, all.0, all.0, all.0, all.0, all.0) }

  static func == (one: Words, other: Words) -> Bool { one.all == other.all }
}

private final class Numbered: Sendable, Whole {
  let (number, text): (Int, String)

  init(_ number: Int) { (self.number, text) = (number, "\(number)") }

  var isWhole: Bool { text == "\(number)" }
}

/// Says when it is released.
private final class Named: Sendable {
  let value: Int
  private let log: Log<Int>

  init(_ value: Int, _ log: Log<Int>) { (self.value, self.log) = (value, log) }

  deinit { log.add(value) }
}
