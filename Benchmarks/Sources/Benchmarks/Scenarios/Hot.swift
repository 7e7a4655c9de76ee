import Signals

extension Scenario {
  /// Pipes: values from outside to observers that are there already.
  static let hot = [
    fanOut("S3.0", "hot pipe, 0 observers", observers: 0),
    fanOut("S3.1", "hot pipe, 1 observer", observers: 1),
    fanOut("S3.1000", "hot, 1000, each", observers: 1000),
    timed("S4", "hot, 10 x map") {
      let sink = Sink()
      let (signal, input) = Signal<Int, Never>.pipe()
      incrementedTenTimes(signal).observeValues { sink.add($0) }
      let floor = FloorPipe([FloorEntry(incrementingTenTimes { sink.add($0) })])
      return Workload(
        events: 1_000_000,
        body: { for value in 0..<$0 { input.send(value) } },
        floor: { for value in 0..<$0 { floor.send(value) } })
    },
  ]

  /// One event is one delivery, or one send if there is no observer.
  private static func fanOut(_ name: String, _ title: String, observers: Int) -> Self {
    timed(name, title) {
      let sink = Sink()
      let (signal, input) = Signal<Int, Never>.pipe()
      for _ in 0..<observers { signal.observeValues { sink.add($0) } }
      let floor = FloorPipe((0..<observers).map { _ in FloorEntry { sink.add($0) } })
      let deliveries = max(1, observers)
      return Workload(
        events: 1_000_000,
        body: { for value in 0..<($0 / deliveries) { input.send(value) } },
        floor: { for value in 0..<($0 / deliveries) { floor.send(value) } })
    }
  }
}
