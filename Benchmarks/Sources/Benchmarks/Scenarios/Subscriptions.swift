import Signals

extension Scenario {
  /// Coming and going.
  static let subscriptions = [
    churn("S8.0", "add, dispose; 0 live", live: 0),
    churn("S8.10000", "add, dispose; 10000", live: 10_000),
    building("S9", "build, start 10 x map") { sink in
      { for value in 0..<$0 { incrementingTenTimes { sink.add($0) }(value) } }
    },
    building("S9.repeatable", "S9, repeatable floor") { sink in
      {
        for value in 0..<$0 {
          recipeIncrementingTenTimes { next in { _ in next(value) } }({ sink.add($0) })(0)
        }
      }
    },
    timed("S9.captures", "S9, closures capture") {
      let sink = Sink()
      return Workload(
        events: 100_000,
        body: { events in
          for value in 0..<events {
            increasedTenTimes(SignalProducer(value: value), by: value).startWithValues { sink.add($0) }
          }
        },
        floor: { for value in 0..<$0 { increasingTenTimes(by: value) { sink.add($0) }(value) } })
    },
  ]

  /// One event is a chain of ten stages built and started, with one value and the end.
  private static func building(
    _ name: String, _ title: String, floor: @escaping @Sendable (Sink) -> (_ events: Int) -> Void
  ) -> Self {
    timed(name, title) {
      let sink = Sink()
      return Workload(
        events: 100_000,
        body: { events in
          for value in 0..<events {
            incrementedTenTimes(SignalProducer(value: value)).startWithValues { sink.add($0) }
          }
        },
        floor: floor(sink))
    }
  }

  /// One event is an observer added and disposed of, while `live` others stay.
  private static func churn(_ name: String, _ title: String, live: Int) -> Self {
    timed(name, title) {
      let sink = Sink()
      let (signal, input) = Signal<Int, Never>.pipe()
      let floor = FloorList()
      for _ in 0..<live {
        signal.observeValues { sink.add($0) }
        _ = floor.append { sink.add($0) }
      }
      return Workload(
        events: 200_000,
        body: { events in
          for _ in 0..<events { signal.observeValues { sink.add($0) }.dispose() }
          withExtendedLifetime(input) {}
        },
        floor: { for _ in 0..<$0 { floor.remove(floor.append { sink.add($0) }) } })
    }
  }
}
