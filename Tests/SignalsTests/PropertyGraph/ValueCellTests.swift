import Signals
import Synchronization
import TestSupport
import Testing

@Suite(.mayBlock) struct ValueCellTests {
  @Test func countsTheVersions() {
    let shared = SharedCell<String>()
    let cell = shared.cell
    #expect(cell.version == 0)
    #expect(cell.store("a") == nil)
    #expect(cell.read() == ("a", 1))
    #expect(cell.store("b") == "a")
    #expect(cell.read() == ("b", 2))
    #expect(cell.take() == "b")
    #expect(cell.version == 0)
  }

  @Test func valuesOfAllSizes() {
    func check<Content: Sendable & Equatable>(_ contents: Content...) {
      let shared = SharedCell<Content>()
      let cell = shared.cell
      for _ in 0..<12 {
        for content in contents {
          _ = cell.store(content)
          #expect(cell.read().value == content)
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
    let nothing = SharedCell<Void>()
    _ = nothing.cell.store(())
    #expect(nothing.cell.read().version == 1)
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

  /// One thread writes and the others read, without pause.
  private func tearing<Content: Sendable>(
    _ first: Content, _ make: @escaping @Sendable (Int) -> Content,
    isWhole: @escaping @Sendable (Content) -> Bool
  ) {
    let shared = SharedCell(first)
    let wrong = Counter()
    onThreads(8) { thread in
      var last: UInt64 = 0
      for value in 0..<1000 {
        if thread == 0 {
          _ = shared.cell.store(make(value))
        } else {
          let (content, generation) = shared.cell.read()
          if !isWhole(content) || generation < last { wrong.increment() }
          last = generation
        }
      }
    }
    #expect(wrong.value == 0)
    #expect(shared.cell.version == 1001)
  }

  @Test func everyValueIsReleasedOnce() {
    let probes = Probes()
    let owner = Guarded<SharedCell<Probe>?>(SharedCell(probes.make()))
    onThreads(8) { thread in
      let shared = owner.withLock { $0 }!
      for _ in 0..<1000 {
        if thread == 0 {
          _ = shared.cell.store(probes.make())
        } else {
          shared.cell.read().value.touch()
        }
      }
    }
    #expect(probes.released.value == probes.made.value - 1)
    _ = owner.withLock { $0.take() }
    #expect(probes.made.value == 1001)
    #expect(probes.released.value == probes.made.value)
  }

  // MARK: Slow readers

  @Test func slowReadersGetFurtherSlots() {
    let log = Log<Int>()
    do {
      let shared = SharedCell<Named>()
      let cell = shared.cell
      _ = cell.store(Named(0, log))
      // Each reader stays inside its value; there are five times as many as slots in the beginning.
      var readers: [UInt64] = []
      for value in 1...20 {
        readers.append(cell.enter())
        #expect(cell.store(Named(value, log)) == nil)
      }
      #expect(log.entries == [])
      #expect(readers.map { cell.content($0).value } == Array(0..<20))
      for index in [7, 0, 19, 3] { cell.slots.leave(entered: readers[index]) }
      #expect(log.entries == [7, 0, 19, 3])
      // The slots that are free now are used again.
      for value in 21...30 { #expect(cell.store(Named(value, log)) != nil) }
      #expect(cell.read().value.value == 30)
      for index in readers.indices where ![7, 0, 19, 3].contains(index) {
        cell.slots.leave(entered: readers[index])
      }
      #expect(Set(log.entries) == Set(0..<30))
    }
    #expect(log.entries.count == 31)
  }

  @Test func severalReadersOfOneValue() {
    let log = Log<Int>()
    let shared = SharedCell<Named>()
    let cell = shared.cell
    _ = cell.store(Named(0, log))
    let readers = (0..<3).map { _ in cell.enter() }
    // Who leaves before the value is replaced leaves nothing to be done.
    cell.slots.leave(entered: readers[0])
    #expect(cell.store(Named(1, log)) == nil)
    cell.slots.leave(entered: readers[1])
    #expect(log.entries == [])
    cell.slots.leave(entered: readers[2])
    #expect(log.entries == [0])
    #expect(cell.store(Named(2, log))?.value == 1)
  }

  @Test func slowReadersOnThreads() {
    let probes = Probes()
    let owner = Guarded<SharedCell<Probe>?>(SharedCell(probes.make()))
    onThreads(8) { _ in
      let shared = owner.withLock { $0 }!
      for _ in 0..<100 {
        let outer = shared.cell.enter()
        shared.store(probes.make())
        let inner = shared.cell.enter()
        shared.store(probes.make())
        shared.cell.content(outer).touch()
        shared.cell.slots.leave(entered: outer)
        shared.cell.content(inner).touch()
        shared.cell.slots.leave(entered: inner)
      }
    }
    _ = owner.withLock { $0.take() }
    #expect(probes.made.value == 1601)
    #expect(probes.released.value == probes.made.value)
  }
}

/// A cell that several threads can hold, with its memory.
private final class SharedCell<Content: Sendable>: Sendable {
  let cell: ValueCell<Content>

  /// Counts the stores, which one thread makes at a time.
  private let stores = Guarded(0)

  init() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: ValueCell<Content>.byteCount, alignment: 8)
    ValueCell<Content>.initialize(at: memory)
    cell = ValueCell(at: memory)
  }

  convenience init(_ content: Content) {
    self.init()
    _ = cell.store(content)
  }

  func store(_ content: Content) {
    _ = stores.withLock { count in
      count += 1
      return cell.store(content)
    }
  }

  deinit {
    _ = cell.take()
    cell.slots.block.deallocate()
  }
}

/// Counts the probes that it makes, and those that are released.
private final class Probes: Sendable {
  let (made, released) = (Counter(), Counter())

  func make() -> Probe {
    made.increment()
    return Probe { [released] in released.increment() }
  }
}

extension ValueCell {
  /// What a reader does first; it is in the way until it leaves.
  fileprivate func enter() -> UInt64 {
    slots.word.pointee.wrappingAdd(1 << 8, ordering: .sequentiallyConsistent).newValue
  }

  fileprivate func content(_ entered: UInt64) -> Value { slots.content(Int(entered & 0xff)) }
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
