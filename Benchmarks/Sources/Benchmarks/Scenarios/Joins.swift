import Signals

extension Scenario {
  /// Several sources into one stream.
  static let joins = [
    merging("S5", "flatMap merge, 1000") { sink in
      { events in sendNested(events, forwarding { sink.add($0) }) }
    },
    merging("S5.gated", "S5, floor with a gate") { sink in
      { events in sendNested(events, FloorGate.guarding { sink.add($0) }) }
    },
    flattened("S6", "flatMap latest", switched),
    flattened("S6.concat", "flatMap concat", concatenated),
    flattened("S6.merge", "flatMap merge", mergedSingly),
    latest("S7.2", "combineLatest of 2", sources: 2) { signals, sink in
      signals[0].combineLatest(with: signals[1]).observeValues { sink.add($0 &+ $1) }
    },
    latest("S7.4", "combineLatest of 4", sources: 4) { signals, sink in
      Signal<(Int, Int, Int, Int), Never>
        .combineLatest(signals[0], signals[1], signals[2], signals[3])
        .observeValues { sink.add($0 &+ $1 &+ $2 &+ $3) }
    },
  ]

  /// One event is a value of one of 1000 inner sequences, one after the other.
  private static func merging(
    _ name: String, _ title: String, floor: @escaping @Sendable (Sink) -> (_ events: Int) -> Void
  ) -> Self {
    timed(name, title) {
      let sink = Sink()
      return Workload(
        events: 1_000_000,
        body: { merged(outer: 1000, inner: $0 / 1000).startWithValues { sink.add($0) } },
        floor: floor(sink))
    }
  }

  /// One event is a value of the outer stream, with an inner one of one value.
  private static func flattened(
    _ name: String, _ title: String,
    _ stream: @escaping @Sendable (_ outer: Int) -> SignalProducer<Int, Never>
  ) -> Self {
    timed(name, title) {
      let sink = Sink()
      return Workload(
        events: 100_000,
        body: { stream($0).startWithValues { sink.add($0) } },
        floor: { events in
          let inner = forwarding { sink.add($0) }
          let outer = forwarding { _ in sendAll(below: 1, inner) }
          for value in 0..<events { outer(value) }
        })
    }
  }

  /// Pipes that send in turn into one join. The floor is a gate and one call.
  private static func latest(
    _ name: String, _ title: String, sources: Int,
    observe: @escaping @Sendable (_ signals: [Signal<Int, Never>], _ sink: Sink) -> Void
  ) -> Self {
    timed(name, title) {
      let sink = Sink()
      let pipes = (0..<sources).map { _ in Signal<Int, Never>.pipe() }
      observe(pipes.map(\.output), sink)
      for pipe in pipes { pipe.input.send(0) }
      let (a, b) = (pipes[0].input, pipes[1].input)
      let (c, d) = (pipes[2 % sources].input, pipes[3 % sources].input)
      let floor = FloorPipe([FloorEntry { sink.add($0) }])
      return Workload(
        events: 1_000_000,
        body: { events in
          for value in 0..<(events / 4) {
            a.send(value)
            b.send(value)
            c.send(value)
            d.send(value)
          }
        },
        floor: { for value in 0..<$0 { floor.send(value) } })
    }
  }
}

@inline(never)
private func merged(outer: Int, inner: Int) -> SignalProducer<Int, Never> {
  SignalProducer(0..<outer).flatMap { _ in SignalProducer<Int, Never>(0..<inner) }
}

@inline(never)
private func switched(outer: Int) -> SignalProducer<Int, Never> {
  SignalProducer(0..<outer).flatMap(.latest) { SignalProducer<Int, Never>(value: $0) }
}

@inline(never)
private func mergedSingly(outer: Int) -> SignalProducer<Int, Never> {
  SignalProducer(0..<outer).flatMap { SignalProducer<Int, Never>(value: $0) }
}

@inline(never)
private func concatenated(outer: Int) -> SignalProducer<Int, Never> {
  SignalProducer(0..<outer).flatMap(.concat) { SignalProducer<Int, Never>(value: $0) }
}

/// Two nested loops: a thousand times a thousandth of the events.
private func sendNested(_ events: Int, _ merge: @escaping Step) {
  let outer = forwarding { _ in sendAll(below: events / 1000, merge) }
  for value in 0..<1000 { outer(value) }
}

@inline(never)
private func sendAll(below end: Int, _ next: Step) {
  for value in 0..<end { next(value) }
}
