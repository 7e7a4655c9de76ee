import Signals

extension Scenario {
  /// One operation, the bytes of one node, and whether twice the nodes cost twice as much.
  static let stateCosts =
    [
      graph(
        "S23.set", "set, unobserved", events: 1_000_000, setting(Properties.self), floor: setting(Floor.self)),
      graph(
        "S23.transaction", "transaction of one set", events: 500_000,
        inTransactions(Properties.self), floor: inTransactions(Floor.self)),
      graph("S23.read", "read", events: 1_000_000, reading(Properties.self), floor: reading(Floor.self)),
      graph(
        "S23.read.computed", "read of a computed", events: 1_000_000,
        readingComputed(Properties.self), floor: readingComputed(Floor.self)),
      sized("S24.property", "bytes per property") {
        Holding(count: counted, subscribe: { MutableProperty($0) }, floor: { FloorSource($0) })
      },
      sized("S24.computed", "computed and read") {
        Holding(count: counted, subscribe: readComputed(Properties.self), floor: readComputed(Floor.self))
      },
      sized("S24.observer", "observer of a computed") {
        Holding(count: counted, subscribe: observer(Properties.self), floor: observer(Floor.self))
      },
      doubling("S25.chain", "chain of 2000 to 1000") { chain(Properties.self, $0 * 1_000) },
      doubling("S25.tree", "tree of 8192 to 4096") { tree(Properties.self, $0 * 4_096) },
      doubling("S25.ring", "ring of 2000 to 1000") { ring($0 * 1_000) },
    ]
}

// MARK: Single operations

private func setting<G: StateGraph>(_: G.Type) -> StateRun {
  let (source, tally) = (G.source(0), Tally())
  return { events in
    for value in 1...events { source.set(value) }
    return tally.take(reading: [source.value])
  }
}

private func inTransactions<G: StateGraph>(_: G.Type) -> StateRun {
  let (source, tally) = (G.source(0), Tally())
  return { events in
    for value in 1...events { G.transaction { source.set(value) } }
    return tally.take(reading: [source.value])
  }
}

private func reading<G: StateGraph>(_: G.Type) -> StateRun {
  let (source, tally) = (G.source(1), Tally())
  return { events in
    for _ in 0..<events { tally.add(source.value) }
    return tally.take()
  }
}

private func readingComputed<G: StateGraph>(_: G.Type) -> StateRun {
  let (source, tally) = (G.source(1), Tally())
  let computed = G.computed { source.value &+ 1 }
  return { events in
    for _ in 0..<events { tally.add(computed.value) }
    return tally.take()
  }
}

// MARK: Bytes

/// How many are counted. One more is made ahead of them.
private let counted = 10_000

/// Each with a source of its own, which does not count.
private func readComputed<G: StateGraph>(_: G.Type) -> (Int) -> Any {
  let sources = (0...counted).map { G.source($0) }
  return { index in
    let source = sources[index]
    let computed = G.computed { source.value &+ 1 }
    if computed.value != index + 1 { fatalError("a computed value is wrong") }
    return computed
  }
}

/// Each of a computed value of its own, which has been read and does not count.
private func observer<G: StateGraph>(_: G.Type) -> (Int) -> Any {
  let tally = Tally()
  let observed = (0...counted).map { index in
    let source = G.source(index)
    let computed = G.computed { source.value &+ 1 }
    tally.add(computed.value)
    return (source: source, computed: computed)
  }
  return { index in G.observe(observed[index].computed) { tally.add($0 &+ index) } }
}

// MARK: Doubling

extension Scenario {
  /// What a graph of twice the size costs, built, observed and released, and as the floor, what one of the size costs:
  /// the ratio shows whether costs are linear. `run` gets 1 or 2 and says whether the values were right.
  private static func doubling(
    _ name: String, _ title: String, _ run: @escaping @Sendable (_ size: Int) -> Bool
  ) -> Self {
    Self(name: name, title: title) {
      var (once, twice, isRight) = (Double.infinity, Double.infinity, true)
      // The shortest of many: what disturbs a round makes it longer.
      for _ in 0..<15 {
        once = min(once, Stopwatch.processTime.nanoseconds { isRight = run(1) && isRight })
        twice = min(twice, Stopwatch.processTime.nanoseconds { isRight = run(2) && isRight })
      }
      return Measurement(value: twice, floor: once, faults: isRight ? [] : ["the last value is wrong"])
    }
  }
}

/// Each node is observed.
private func chain<G: StateGraph>(_: G.Type, _ length: Int) -> Bool {
  let (source, tally) = (G.source(0), Tally())
  var last = G.computed { source.value &+ 1 }
  var observations: [G.Observation] = []
  for _ in 1..<length {
    last = G.computed { [last] in last.value &+ 1 }
    observations.append(G.observe(last) { tally.add($0) })
  }
  source.set(1)
  let outcome = tally.take(reading: [last.value])
  for observation in observations.reversed() { G.end(observation) }
  return outcome.calls == 2 * (length - 1) && outcome.values == [length + 1]
}

/// A binary tree, of which the root is observed.
private func tree<G: StateGraph>(_: G.Type, _ leaves: Int) -> Bool {
  let (sources, tally) = ((0..<leaves).map { _ in G.source(1) }, Tally())
  var layer = (0..<leaves / 2).map { index in
    let (left, right) = (sources[2 * index], sources[2 * index + 1])
    return G.computed { left.value &+ right.value }
  }
  while layer.count > 1 {
    layer = (0..<layer.count / 2).map { index in
      let (left, right) = (layer[2 * index], layer[2 * index + 1])
      return G.computed { left.value &+ right.value }
    }
  }
  let observation = G.observe(layer[0]) { tally.add($0) }
  sources[leaves - 1].set(2)
  let outcome = tally.take(reading: [layer[0].value])
  G.end(observation)
  return outcome == Outcome(calls: 2, sum: 2 * leaves + 1, values: [leaves + 1])
}

/// Cells that depend on themselves, all of them, until the ring is opened.
private func ring(_ length: Int) -> Bool {
  let isOpen = MutableProperty(false)
  let following = (0..<length).map { _ in MutableProperty<Property<Int>?>(nil) }
  let cells = following.map { following in
    Property(onCycle: -1) { isOpen.value ? 0 : following.value?.value ?? 0 }
  }
  for index in 0..<length { following[index].value = cells[(index + 1) % length] }
  let closed = cells[0].value
  isOpen.value = true
  let opened = cells[length / 2].value
  // They keep each other.
  for cell in following { cell.value = nil }
  return closed == -1 && opened == 0
}
