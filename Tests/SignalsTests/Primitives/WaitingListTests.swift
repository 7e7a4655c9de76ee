import Signals
import Testing

@Suite struct WaitingListTests {
  @Test func behavesLikeAnArray() {
    var generator = SplitMix(seed: 11)
    var list = WaitingList<Int>()
    var model: [(value: Int, ticket: WaitingList<Int>.Ticket)] = []
    var gone: [WaitingList<Int>.Ticket] = []
    for step in 0..<20_000 {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0, 1: model.append((step, list.append(step)))
      case 2: #expect(list.popFirst() == (model.isEmpty ? nil : model.removeFirst().value))
      case 3:
        if model.isEmpty { continue }
        let entry = model.remove(at: Int.random(in: 0..<model.count, using: &generator))
        #expect(list.remove(entry.ticket) == entry.value)
        gone.append(entry.ticket)
      default: if let ticket = gone.randomElement(using: &generator) { #expect(list.remove(ticket) == nil) }
      }
      #expect(list.count == model.count)
      #expect(list.isEmpty == model.isEmpty)
    }
    #expect(list.removeAll() == model.map(\.value))
    #expect(list.isEmpty)
  }

  @Test func aTicketOfAnElementThatHasLeftTakesNothingOut() {
    var list = WaitingList<String>()
    let first = list.append("a")
    #expect(list.remove(first) == "a")
    let second = list.append("b")
    #expect(list.remove(first) == nil, "the place is used again")
    for _ in 0..<100 { _ = list.append("c") }
    #expect(list.removeAll().count == 101)
    #expect(list.remove(second) == nil, "the memory is given back")
    _ = list.append("d")
    #expect(list.remove(first) == nil)
    #expect(list.remove(second) == nil)
  }

  @Test func releasesWhatHasLeft() {
    let log = Log<String>()
    var list = WaitingList<Probe>()
    let first = list.append(Probe { log.add("first") })
    _ = list.append(Probe { log.add("second") })
    _ = list.remove(first)
    #expect(log.entries == ["first"])
    _ = list.popFirst()
    #expect(log.entries == ["first", "second"])
  }
}
