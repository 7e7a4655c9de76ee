import PushPull

extension Scenario {
  /// The signals of `PushPull`, which keep their latest event. One subscriber; the floor is a gate and one call, and
  /// keeps nothing.
  static let pushPull = [
    pushed("S31.send", "PushPull, send") { $0 },
    pushed("S31.map", "PushPull, map") { $0.map { $0 &+ 1 } },
    timed("S31.pull", "PushPull, map, start") {
      let sink = Sink()
      return Workload(
        events: 100_000,
        body: { events in
          for value in 0..<events {
            Future(value: value).map { $0 &+ 1 }.start { if let value = $0.value { sink.add(value) } }
          }
        },
        floor: { for value in 0..<$0 { forwarding { sink.add($0 &+ 1) }(value) } })
    },
  ]

  private static func pushed(
    _ name: String, _ title: String, _ transform: @escaping @Sendable (Signal<Int>) -> Signal<Int>
  ) -> Self {
    timed(name, title) {
      let sink = Sink()
      let signal = Signal<Int>()
      transform(signal).subscribeNext { sink.add($0) }
      let floor = FloorPipe([FloorEntry { sink.add($0) }])
      return Workload(
        events: 1_000_000,
        body: { for value in 0..<$0 { signal.sendNext(value) } },
        floor: { for value in 0..<$0 { floor.send(value) } })
    }
  }
}
