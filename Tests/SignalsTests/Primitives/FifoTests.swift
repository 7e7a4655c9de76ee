import Testing

@testable import Signals

@Suite struct FifoTests {
  @Test func behavesLikeAnArray() {
    var generator = SplitMix(seed: 7)
    var (fifo, model) = (Fifo<Int>(), [Int]())
    for step in 0..<20_000 {
      if Bool.random(using: &generator) {
        fifo.append(step)
        model.append(step)
      } else {
        #expect(fifo.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
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
