import Signals
import Testing

@Suite struct UniqueFifoTests {
  @Test func behavesLikeAnArray() {
    var generator = SplitMix(seed: 11)
    var fifo = UniqueFifo<String>()
    var model: [String] = []
    for step in 0..<20_000 {
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<10:
        fifo.append("\(step)")
        model.append("\(step)")
      case 10:
        var others = Fifo<String>()
        for number in 0..<Int.random(in: 0..<10, using: &generator) { others.append("\(step) \(number)") }
        model += others.contents
        fifo.append(takingFrom: &others)
        #expect(others.isEmpty)
      default:
        if fifo.isEmpty { continue }
        let first = fifo.removeFirst()
        #expect(first == model.removeFirst())
      }
      #expect(fifo.count == model.count)
      #expect(fifo.isEmpty == model.isEmpty)
    }
    fifo.removeAll()
    #expect(fifo.count == 0)
  }

  @Test func takesFromTheMiddleOfAQueue() {
    var others = Fifo<Int>()
    var fifo = UniqueFifo<Int>()
    for number in 0..<40 { others.append(number) }
    for _ in 0..<5 { _ = others.removeFirst() }
    fifo.append(takingFrom: &others)
    #expect(fifo.count == 35)
    for number in 5..<40 {
      let first = fifo.removeFirst()
      #expect(first == number)
    }
  }

  @Test func handsOverAllOfIt() {
    var fifo = UniqueFifo<String>()
    var all = fifo.takeAll()
    #expect(all == [])
    for round in 0..<3 {
      for number in 0..<40 { fifo.append("\(round) \(number)") }
      _ = fifo.removeFirst()
      all = fifo.takeAll()
      #expect(all == (1..<40).map { "\(round) \($0)" })
      #expect(fifo.count == 0)
    }
    #expect(fifo.capacity == 64)
  }

  @Test func handsOverEachReferenceOnce() {
    let log = Log<Int>()
    var fifo = UniqueFifo<Probe>()
    for number in 0..<3 { fifo.append(Probe { log.add(number) }) }
    do {
      let all = fifo.takeAll()
      #expect(all.count == 3)
      for number in 3..<5 { fifo.append(Probe { log.add(number) }) }
      withExtendedLifetime(all) { #expect(log.entries.isEmpty) }
    }
    #expect(log.entries.sorted() == [0, 1, 2])
    fifo.removeAll()
    #expect(log.entries.sorted() == [0, 1, 2, 3, 4])
  }

  @Test func releasesWhatWasRemovedAndWhatIsLeft() {
    let log = Log<Int>()
    do {
      var fifo = UniqueFifo<Probe>()
      for number in 0..<3 { fifo.append(Probe { log.add(number) }) }
      _ = fifo.removeFirst()
      #expect(log.entries == [0])
    }
    #expect(log.entries == [0, 1, 2])
  }

  @Test func keepsItsMemorySmall() {
    var fifo = UniqueFifo<Int>()
    fifo.append(0)
    for value in 1...100_000 {
      fifo.append(value)
      let first = fifo.removeFirst()
      #expect(first == value - 1)
    }
    #expect(fifo.capacity < 100)
  }
}
