import Signals
import Testing

@Suite struct FifoTests {
  @Test func behavesLikeAnArray() {
    var generator = SplitMix(seed: 7)
    var (fifo, model) = (Fifo<Int>(), [Int]())
    for step in 0..<20_000 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0..<4:
        fifo.append(step)
        model.append(step)
      case 4..<6: #expect(fifo.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      case 6: #expect(fifo.popLast() == model.popLast())
      default:
        var others = Fifo<Int>()
        for number in 0..<Int.random(in: 0..<4, using: &generator) { others.append(number) }
        model = others.contents + model
        fifo.prepend(takingFrom: &others)
        #expect(others.isEmpty)
      }
      #expect(fifo.count == model.count)
      #expect(fifo.isEmpty == model.isEmpty)
      if step % 100 == 0 { #expect(fifo.contents == model) }
    }
    fifo.removeAll()
    #expect(fifo.popFirst() == nil)
  }

  @Test func releasesWhatWasRemoved() {
    let log = Log<String>()
    var fifo = Fifo<Probe>()
    fifo.append(Probe { log.add("freed") })
    fifo.append(Probe { log.add("not yet") })
    _ = fifo.removeFirst()
    #expect(log.entries == ["freed"])
  }

  @Test func keepsItsMemorySmall() {
    var fifo = Fifo<Int>()
    fifo.append(0)
    for value in 1...100_000 {
      fifo.append(value)
      #expect(fifo.removeFirst() == value - 1)
    }
    #expect(fifo.elements.count < 100)
  }
}
