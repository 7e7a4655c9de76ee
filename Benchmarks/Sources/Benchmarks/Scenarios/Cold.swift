import Signals
import Synchronization

extension Scenario {
  /// Producers that run through in one go.
  static let cold = [
    timed("S1", "cold map filter reduce") {
      let sink = Sink()
      return Workload(
        events: 1_000_000,
        body: { sumOfEvenTriples(below: $0).startWithValues { sink.add($0) } },
        floor: { events in
          let sum = Sum()
          let chain = mapping({ $0 &* 3 }, filtering({ $0 & 1 == 0 }, reducing(sum) { $0 &+ $1 }))
          for value in 0..<events { chain(value) }
          sink.add(sum.value)
        })
    },
    timed("S1f", "the same in one place") {
      let sink = Sink()
      let isRunning = Atomic<Bool>(true)
      return Workload(
        events: 1_000_000,
        body: { events in
          SignalProducer<Int, Never>(0..<events)
            .map { $0 &* 3 }.filter { $0 & 1 == 0 }.reduce(0) { $0 &+ $1 }
            .startWithValues { sink.add($0) }
        },
        floor: { events in
          var sum = 0
          for value in 0..<events {
            let tripled = value &* 3
            if tripled & 1 == 0 { sum &+= tripled }
            if !isRunning.load(ordering: .relaxed) { break }
          }
          sink.add(sum)
        })
    },
    timed("S2", "cold, 10 x map") {
      let sink = Sink()
      return Workload(
        events: 1_000_000,
        body: { incrementedTenTimes(SignalProducer(0..<$0)).startWithValues { sink.add($0) } },
        floor: { events in
          let chain = incrementingTenTimes { sink.add($0) }
          for value in 0..<events { chain(value) }
        })
    },
  ]
}

@inline(never)
func sumOfEvenTriples(below end: Int) -> SignalProducer<Int, Never> {
  SignalProducer(0..<end).map { $0 &* 3 }.filter { $0 & 1 == 0 }.reduce(0) { $0 &+ $1 }
}
