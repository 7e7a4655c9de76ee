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
