import Signals

extension Scenario {
  /// What a subscription keeps on the heap. The observers capture something, as real ones do.
  static let memory = [
    sized("S14.pipe", "bytes per observer") {
      let sink = Sink()
      let (signal, input) = Signal<Int, Never>.pipe()
      let floor = FloorList()
      return Holding(
        count: 10_000,
        subscribe: { index in
          withExtendedLifetime(input) { signal.observeValues { sink.add($0 &+ index) } }
        },
        floor: { index in floor.append { sink.add($0 &+ index) } })
    },
    sized("S14.map", "the same through map") {
      let sink = Sink()
      let (signal, input) = Signal<Int, Never>.pipe()
      let floor = FloorList()
      return Holding(
        count: 10_000,
        subscribe: { index in
          withExtendedLifetime(input) {
            signal.map { $0 &+ 1 }.observeValues { sink.add($0 &+ index) }
          }
        },
        floor: { index in floor.append(mapping({ $0 &+ 1 }) { sink.add($0 &+ index) }) })
    },
  ]
}
