import Signals

extension Scenario {
  /// Cellx: layers of four nodes, each computed from one or two of the layer above, all of them observed. One event is
  /// the graph built, or a transaction that sets the four sources.
  static let stateLayers =
    [1000, 2500, 5000].flatMap { layers in
      [
        building(
          "S20.build.\(layers)", "cellx, build", cellx(Properties.self, layers),
          floor: cellx(Floor.self, layers)),
        graph(
          "S20.update.\(layers)", "cellx, set 4", events: 100_000 / layers,
          updating(cellx(Properties.self, layers)), floor: updating(cellx(Floor.self, layers))),
      ]
    } + [
      building("S20.build.map", "1000 layers with map", cellxByMap(1000), floor: cellx(Floor.self, 1000)),
      graph(
        "S20.update.map", "1000 layers with map", events: 100,
        updating(cellxByMap(1000)), floor: updating(cellx(Floor.self, 1000))),
    ]

  /// The same by hand with ordinary classes, against the floor.
  static let stateLayersCounted = [
    building(
      "counted.S20.build", "1000 layers, build", cellx(Counted.self, 1000), floor: cellx(Floor.self, 1000)),
    graph(
      "counted.S20.update", "1000 layers, set 4", events: 100, updating(cellx(Counted.self, 1000)),
      floor: updating(cellx(Floor.self, 1000))),
  ]
}

/// A graph that can be set, looked at, and released.
struct Built {
  let transaction: (_ sources: [Int]) -> Void
  let outcome: () -> Outcome
  /// Ends all observations.
  let end: () -> Void
}

private func cellx<G: StateGraph>(_: G.Type, _ layers: Int) -> @Sendable () -> Built {
  {
    let (sources, tally) = ([1, 2, 3, 4].map { G.source($0) }, Tally())
    var observations: [G.Observation] = []
    observations.reserveCapacity(4 * layers)
    let add = { (compute: @escaping @Sendable () -> Int) in
      let computed = G.computed(compute)
      observations.append(G.observe(computed) { tally.add($0) })
      return computed
    }
    func layer<Above: StateValue>(_ a: Above, _ b: Above, _ c: Above, _ d: Above) -> [G.Computed] {
      [add { b.value }, add { a.value &- c.value }, add { b.value &+ d.value }, add { c.value }]
    }
    var last = layer(sources[0], sources[1], sources[2], sources[3])
    for _ in 1..<layers { last = layer(last[0], last[1], last[2], last[3]) }
    return Built(
      transaction: { values in G.transaction { for index in 0..<4 { sources[index].set(values[index]) } } },
      outcome: { [last] in tally.take(reading: last.map(\.value)) },
      end: { [observations] in for observation in observations.reversed() { G.end(observation) } })
  }
}

private func cellxByMap(_ layers: Int) -> @Sendable () -> Built {
  {
    let (sources, tally) = ([1, 2, 3, 4].map { MutableProperty($0) }, Tally())
    var observations: [any Disposable] = []
    observations.reserveCapacity(4 * layers)
    var last = sources.map(\.readOnly)
    for _ in 0..<layers {
      last = [
        last[1].map { $0 },
        last[0].combineLatest(with: last[2]).map { $0 &- $1 },
        last[1].combineLatest(with: last[3]).map { $0 &+ $1 },
        last[2].map { $0 },
      ]
      for value in last { observations.append(value.producer.startWithValues { tally.add($0) }) }
    }
    return Built(
      transaction: { values in transaction { for index in 0..<4 { sources[index].value = values[index] } } },
      outcome: { [last] in tally.take(reading: last.map(\.value)) },
      end: { [observations] in for observation in observations.reversed() { observation.dispose() } })
  }
}

private func updating(_ build: () -> Built) -> StateRun {
  let built = build()
  return { events in
    for event in 0..<events { built.transaction(event & 1 == 0 ? [4, 3, 2, 1] : [1, 2, 3, 4]) }
    return built.outcome()
  }
}

// MARK: Building

extension Scenario {
  /// The graph built; releasing it does not count.
  fileprivate static func building(
    _ name: String, _ title: String, _ library: @escaping @Sendable () -> Built,
    floor: @escaping @Sendable () -> Built
  ) -> Self {
    Self(name: name, title: title) {
      let comparison = StateComparison()
      var (values, floors, complaints) = ([Double](), [Double](), [String]())
      for _ in 0..<7 {
        // The first one after a large graph has been released tidies up the heap.
        _ = timeOfBuilding(floor)
        let byHand = timeOfBuilding(floor)
        comparison.addFloor(byHand.outcome)
        let built = timeOfBuilding(library)
        comparison.add(built.outcome)
        complaints += comparison.takeFaults()
        values.append(built.time)
        floors.append(byHand.time)
      }
      return Measurement(
        value: median(values), floor: median(floors), allocations: blocks(library), faults: complaints)
    }
  }
}

private func timeOfBuilding(_ build: () -> Built) -> (time: Double, outcome: Outcome) {
  var built: Built?
  let time = Stopwatch.processTime.nanoseconds { built = build() }
  defer { built?.end() }
  guard let built else { return (time, Outcome(calls: 0, sum: 0, values: [])) }
  return (time, built.outcome())
}

private func blocks(_ build: () -> Built) -> Double? {
  var built: Built?
  let count = countAllocations { built = build() }
  built?.end()
  return count.map { Double($0.blocks) }
}
