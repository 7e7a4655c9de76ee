import Signals

extension Scenario {
  /// The same through `SwiftSignalKit`. The floor is the core.
  static let dialect = [
    timed("S1.ssk", "S1 in the dialect") {
      let sink = Sink()
      return Workload(
        events: 1_000_000,
        body: { dialectSumOfEvenTriples(below: $0, sink) },
        floor: { sumOfEvenTriples(below: $0).startWithValues { sink.add($0) } })
    },
    timed("S2.ssk", "S2 in the dialect") {
      let sink = Sink()
      return Workload(
        events: 1_000_000,
        body: { dialectTenIncrements(of: $0, sink) },
        floor: { incrementedTenTimes(SignalProducer(0..<$0)).startWithValues { sink.add($0) } })
    },
    dialectFanOut("S3.ssk.0", "S3 with 0 observers", observers: 0),
    dialectFanOut("S3.ssk.1", "S3 with 1 observer", observers: 1),
    dialectFanOut("S3.ssk.1k", "S3 with 1000, each", observers: 1000),
    timed("S4.ssk", "S4 in the dialect") {
      let sink = Sink()
      let pipe = DialectPipe()
      pipe.observeTenIncrements(sink)
      let (signal, input) = Signal<Int, Never>.pipe()
      incrementedTenTimes(signal).observeValues { sink.add($0) }
      return Workload(
        events: 1_000_000,
        body: { pipe.send($0) },
        floor: { for value in 0..<$0 { input.send(value) } })
    },
  ]

  private static func dialectFanOut(_ name: String, _ title: String, observers: Int) -> Self {
    timed(name, title) {
      let sink = Sink()
      let pipe = DialectPipe()
      let (signal, input) = Signal<Int, Never>.pipe()
      for _ in 0..<observers {
        pipe.observe(sink)
        signal.observeValues { sink.add($0) }
      }
      let deliveries = max(1, observers)
      return Workload(
        events: 1_000_000,
        body: { pipe.send($0 / deliveries) },
        floor: { for value in 0..<($0 / deliveries) { input.send(value) } })
    }
  }
}
