import Signals

extension Scenario {
  /// Values that several may receive, and that are kept for those that come later. One observer; the floor is a gate and
  /// one call, and keeps nothing.
  static let sharing = [
    shared("S30.share", "share()") { $0.share() },
    shared("S30.replay", "share(replay: 1)") { $0.share(replay: 1) },
    shared("S30.stored", "stored(initial: 0)") { $0.stored(initial: 0).producer },
  ]

  private static func shared(
    _ name: String, _ title: String,
    _ sharing: @escaping @Sendable (SignalProducer<Int, Never>) -> SignalProducer<Int, Never>
  ) -> Self {
    timed(name, title) {
      let sink = Sink()
      let (signal, input) = Signal<Int, Never>.pipe()
      sharing(signal.producer).startWithValues { sink.add($0) }
      let floor = FloorPipe([FloorEntry { sink.add($0) }])
      return Workload(
        events: 1_000_000,
        // Not 0, which a property has already.
        body: { for value in 1...$0 { input.send(value) } },
        floor: { for value in 1...$0 { floor.send(value) } })
    }
  }
}
