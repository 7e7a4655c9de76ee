import Signals

extension Scenario {
  /// The same work as elsewhere, while it is recorded: each scenario has a process of its own.
  static let recording = [
    timed("record.value", "S3.1, recorded") {
      LiveSubscriptions.areRecorded = true
      let sink = Sink()
      let (signal, input) = Signal<Int, Never>.pipe()
      signal.observeValues { sink.add($0) }
      let floor = FloorPipe([FloorEntry { sink.add($0) }])
      return Workload(
        events: 1_000_000,
        body: { for value in 0..<$0 { input.send(value) } },
        floor: { for value in 0..<$0 { floor.send(value) } })
    },
    timed("record.values", "a hundred observers each, S3.100 of a thousand, recorded") {
      LiveSubscriptions.areRecorded = true
      let sink = Sink()
      let pipes = (0..<1_000).map { _ in Signal<Int, Never>.pipe() }
      for (signal, _) in pipes { for _ in 1...100 { signal.observeValues { sink.add($0) } } }
      let floors = (0..<1_000).map { _ in
        FloorPipe((1...100).map { _ in FloorEntry { sink.add($0) } })
      }
      return Workload(
        events: 1_000_000,
        body: { for value in 0..<$0 / 100 { pipes[value % 1_000].input.send(value) } },
        floor: { for value in 0..<$0 / 100 { floors[value % 1_000].send(value) } })
    },
    timed("record.start", "S8.0, recorded") {
      LiveSubscriptions.areRecorded = true
      let sink = Sink()
      let (signal, input) = Signal<Int, Never>.pipe()
      let floor = FloorList()
      return Workload(
        events: 100_000,
        body: { events in
          for _ in 0..<events { signal.observeValues { sink.add($0) }.dispose() }
          withExtendedLifetime(input) {}
        },
        floor: { for _ in 0..<$0 { floor.remove(floor.append { sink.add($0) }) } })
    },
  ]
}
