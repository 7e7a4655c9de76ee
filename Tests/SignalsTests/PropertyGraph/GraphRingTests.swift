import Signals
import TestSupport
import Testing

@Suite("Property graph, rings", .mayBlock)
struct GraphRingTests {
  /// Cells that read others by number, -1 for an error.
  private final class Sheet: Sendable {
    let readings: [PropertyNode<[Int]>]
    let cells = Guarded<[PropertyNode<Int>]>([])

    init(_ readings: [[Int]]) {
      self.readings = readings.map { variable($0) }
      let made = readings.indices.map { index in
        computed(onCycle: -1) { [unowned self] in
          self.readings[index].value.reduce(1) { sum, other in
            let value = cells.withLock { $0[other] }.value
            return sum < 0 || value < 0 ? -1000 : sum + value
          }
        }
      }
      cells.withLock { $0 = made }
    }

    deinit { cells.withLock { $0 = [] } }

    func value(_ index: Int) -> Int { cells.withLock { $0[index] }.value }

    /// What each cell shows.
    var expected: [Int] { Self.expected(readings.map(\.value)) }

    /// An error of its own if it can reach itself.
    static func expected(_ reads: [[Int]]) -> [Int] {
      func reaches(_ from: Int, _ to: Int, _ seen: inout Set<Int>) -> Bool {
        reads[from].contains { $0 == to || (seen.insert($0).inserted && reaches($0, to, &seen)) }
      }
      var values = [Int?](repeating: nil, count: reads.count)
      for index in reads.indices {
        var seen: Set<Int> = []
        if reaches(index, index, &seen) { values[index] = -1 }
      }
      func value(_ index: Int) -> Int {
        if let known = values[index] { return known }
        let found = reads[index].reduce(1) { sum, other in
          let value = value(other)
          return sum < 0 || value < 0 ? -1000 : sum + value
        }
        values[index] = found
        return found
      }
      return reads.indices.map { value($0) }
    }
  }

  @Test("A property that reads itself has the value for that")
  func itself() {
    let sheet = Sheet([[0]])
    #expect(sheet.value(0) == -1)
    sheet.readings[0].set([])
    #expect(sheet.value(0) == 1)
    sheet.readings[0].set([0])
    #expect(sheet.value(0) == -1)
  }

  @Test("All of a ring have it, and no other", arguments: 0..<4)
  func ring(first: Int) {
    // 3 reads the ring 0 -> 1 -> 2 -> 0, which reads 4.
    let sheet = Sheet([[1], [2, 4], [0], [1], []])
    _ = sheet.value(first)
    #expect((0..<5).map { sheet.value($0) } == [-1, -1, -1, -1000, 1])
    sheet.readings[2].set([])
    #expect((0..<5).map { sheet.value($0) } == sheet.expected)
    #expect(sheet.value(3) > 0)
  }

  @Test("A removed edge removes the ring, also after another check")
  func oldEdges() {
    let sheet = Sheet([[1], [2], [], []])
    #expect(sheet.value(0) == 3)
    // 1 reads 2 no more, and 2 reads 0: no ring, but the edge from 0 to 1 to 2 is looked at first.
    PropertyGraph.transaction {
      sheet.readings[1].set([])
      sheet.readings[2].set([0])
    }
    #expect(sheet.value(2) == 3)
    #expect((0..<4).map { sheet.value($0) } == sheet.expected)
  }

  @Test("Random rings, opened and closed, whatever is read first", arguments: 1..<60, [false, true])
  func random(seed: UInt64, isDeep: Bool) {
    Self.onStack(isHalfUsed: isDeep) { Self.changeRandomly(seed) }
  }

  private static func changeRandomly(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    let count = 3 + Int(seed % 12)
    let sheet = Sheet((0..<count).map { _ in [] })
    for _ in 0..<60 {
      let changes = 1 + random.below(3)
      PropertyGraph.transaction {
        for _ in 0..<changes {
          let reads = (0..<random.below(3)).map { _ in random.below(count) }
          sheet.readings[random.below(count)].set(reads)
        }
      }
      let order = random.below(count)
      let expected = sheet.expected
      for index in 0..<count {
        let cell = (index + order) % count
        if random.below(4) == 0 { continue }
        let value = sheet.value(cell)
        #expect(value == expected[cell], "\(sheet.readings.map(\.value)), cell \(cell)")
        if value != expected[cell] { return }
      }
    }
  }

  @Test("A ring that was read before is found in a transaction")
  func knownRing() {
    let sheet = Sheet([[1], [2, 3], [0], []])
    #expect((0..<4).map { sheet.value($0) } == [-1, -1, -1, 1])
    PropertyGraph.transaction {
      sheet.readings[3].set([3])
      #expect((0..<4).map { sheet.value($0) } == sheet.expected)
      sheet.readings[2].set([])
      #expect((0..<4).map { sheet.value($0) } == sheet.expected)
    }
    #expect((0..<4).map { sheet.value($0) } == sheet.expected)
  }

  @Test("Long rings, read and changed again, also in a transaction", arguments: [1, 2, 99], [false, true])
  func longRings(step: Int, isInTransaction: Bool) {
    // Each cell reads the next one, and then itself, the one with twice its number, or the one before.
    let count = 100
    let sheet = Sheet(
      (0..<count).map { [($0 + 1) % count, step == 99 ? ($0 + 99) % count : $0 * step % count] })
    func check() { #expect((0..<count).map { sheet.value($0) } == sheet.expected) }
    check()
    sheet.readings[40].set([41])
    check()
    let opening = {
      for cell in [30, 70] { sheet.readings[cell].set([]) }
      check()
    }
    if isInTransaction { PropertyGraph.transaction(opening) } else { opening() }
    check()
  }

  /// Calls `body` when more than half of the stack is used: then what a closure read last is computed before the closure.
  private static func deeply<Result>(_ body: () -> Result) -> [Result] {
    CurrentThread.isStackHalfUsed ? [body()] : deeply(body).reversed()
  }

  private static func onStack(isHalfUsed: Bool, _ body: @escaping @Sendable () -> Void) {
    if isHalfUsed { onSmallStack { _ = deeply(body) } } else { body() }
  }

  @Test("What is not read any more closes no ring", arguments: [false, true], [false, true])
  func formerSource(isInTransaction: Bool, wasComputed: Bool) {
    onSmallStack {
      let isRead = variable(true)
      let isClosed = variable(false)
      let first = Guarded<PropertyNode<Int>?>(nil)
      let former = computed("former") { isClosed.value ? first.withLock { $0! }.value + 1 : 10 }
      let middle = computed("middle") { isRead.value ? former.value : 20 }
      let read = computed("first") { Self.deeply { middle.value }[0] + 100 }
      first.withLock { $0 = read }
      #expect(middle.value == 10)
      if wasComputed { #expect(read.value == 110) }
      let values = PropertyGraph.transaction {
        isRead.set(false)
        isClosed.set(true)
        return isInTransaction ? [read.value, former.value] : []
      }
      if isInTransaction { #expect(values == [120, 121]) }
      #expect(read.value == 120)
      #expect(former.value == 121)
      first.withLock { $0 = nil }
    }
  }

  @Test("Inside a transaction too", arguments: 1..<20, [false, true])
  func randomInTransactions(seed: UInt64, isDeep: Bool) {
    Self.onStack(isHalfUsed: isDeep) { Self.changeRandomlyInTransactions(seed) }
  }

  private static func changeRandomlyInTransactions(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    let count = 5
    let sheet = Sheet((0..<count).map { _ in [] })
    for _ in 0..<30 {
      // What the cells read before the transaction is known.
      if random.below(2) == 0 { for cell in 0..<count { _ = sheet.value(cell) } }
      PropertyGraph.transaction {
        for _ in 0..<3 {
          let reads = (0..<random.below(3)).map { _ in random.below(count) }
          sheet.readings[random.below(count)].set(reads)
          let expected = sheet.expected
          let cell = random.below(count)
          #expect(sheet.value(cell) == expected[cell])
        }
      }
    }
  }

  @Test("Values observed by several threads are of one state", arguments: [2, 3, 6])
  func threads(count: Int) {
    let sheet = Sheet((0..<count).map { _ in [] })
    let fault = computed("fault") {
      let shown = (0..<count).map { sheet.value($0) }
      let reads = sheet.readings.map(\.value)
      return shown == Sheet.expected(reads) ? "" : "\(reads) show \(shown)"
    }
    let observation = Observation(fault) { #expect($0 == "") }
    onThreads(4) { number in
      var random = SplitMix(seed: UInt64(number + 1))
      for _ in 0..<3000 {
        func change() {
          sheet.readings[random.below(count)].set((0..<random.below(3)).map { _ in random.below(count) })
        }
        change()
        if random.below(2) == 0 { _ = sheet.value(random.below(count)) }
        if random.below(2) == 0 { #expect(fault.value == "") }
        if random.below(10) > 0 { continue }
        PropertyGraph.transaction {
          change()
          change()
          #expect(fault.value == "")
        }
      }
    }
    observation.end()
  }
}
