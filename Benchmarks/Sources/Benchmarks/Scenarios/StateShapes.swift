import Signals

extension Scenario {
  /// The small graphs that libraries of this kind are compared by; one event is a set. Where a name ends in `map`, the
  /// library's values are made by `map` and `combineLatest`.
  static let stateShapes = [
    graph(
      "S19.avoidable", "change that ends early", events: 100_000,
      avoidable(Properties.self), floor: avoidable(Floor.self)),
    graph(
      "S19.avoidable.map", "the same with map", events: 100_000, avoidableByMap(),
      floor: avoidable(Floor.self)),
    graph("S19.broad", "broad, 50 x 2", events: 4_000, broad(Properties.self), floor: broad(Floor.self)),
    graph("S19.broad.map", "the same with map", events: 4_000, broadByMap(), floor: broad(Floor.self)),
    graph("S19.deep", "deep, 50", events: 15_000, deep(Properties.self), floor: deep(Floor.self)),
    graph("S19.deep.map", "the same with map", events: 15_000, deepByMap(), floor: deep(Floor.self)),
    graph("S19.diamond", "diamond, 5", events: 50_000, diamond(Properties.self), floor: diamond(Floor.self)),
    graph("S19.diamond.map", "the same with map", events: 50_000, diamondByMap(), floor: diamond(Floor.self)),
    graph(
      "S19.triangle", "triangle, 10", events: 30_000, triangle(Properties.self), floor: triangle(Floor.self)),
    graph(
      "S19.triangle.map", "the same with map", events: 30_000, triangleByMap(), floor: triangle(Floor.self)),
    graph("S19.mux", "100 into 1 into 100", events: 3_000, mux(Properties.self), floor: mux(Floor.self)),
    graph(
      "S19.repeated", "30 reads of one", events: 100_000, repeated(Properties.self),
      floor: repeated(Floor.self)),
    graph(
      "S19.unstable", "20 reads, 2 sources", events: 50_000,
      unstable(Properties.self), floor: unstable(Floor.self)),
  ]

  /// The same by hand with ordinary classes, against the floor.
  static let stateShapesCounted = [
    graph(
      "counted.S19.avoidable", "change that ends early", events: 100_000, avoidable(Counted.self),
      floor: avoidable(Floor.self)),
    graph("counted.S19.broad", "broad, 50 x 2", events: 4_000, broad(Counted.self), floor: broad(Floor.self)),
    graph("counted.S19.deep", "deep, 50", events: 15_000, deep(Counted.self), floor: deep(Floor.self)),
    graph(
      "counted.S19.diamond", "diamond, 5", events: 50_000, diamond(Counted.self), floor: diamond(Floor.self)),
    graph(
      "counted.S19.triangle", "triangle, 10", events: 30_000, triangle(Counted.self),
      floor: triangle(Floor.self)),
    graph("counted.S19.mux", "100 into 1 into 100", events: 3_000, mux(Counted.self), floor: mux(Floor.self)),
    graph(
      "counted.S19.repeated", "30 reads of one", events: 100_000, repeated(Counted.self),
      floor: repeated(Floor.self)),
    graph(
      "counted.S19.unstable", "20 reads, 2 sources", events: 50_000, unstable(Counted.self),
      floor: unstable(Floor.self)),
  ]
}

/// Each event sets the source; at the end of a round, the values are read.
@inline(__always)
func sets<Source: StateSource>(
  of head: Source, _ tally: Tally, keeping observations: Any? = nil, reading: @escaping () -> [Int] = { [] }
) -> StateRun {
  { events in
    for value in 1...events { head.set(value) }
    return withExtendedLifetime(observations) { tally.take(reading: reading()) }
  }
}

/// The second node never changes, so that what is below need not be computed.
private func avoidable<G: StateGraph>(_: G.Type) -> StateRun {
  let (head, tally) = (G.source(0), Tally())
  let same = G.computed { head.value }
  let constant = G.computed {
    _ = same.value
    return 0
  }
  let costly = G.computed {
    tally.add(1)
    return constant.value &+ 1
  }
  let below = G.computed { costly.value &+ 2 }
  let last = G.computed { below.value &+ 3 }
  let observation = G.observe(last) { tally.add($0) }
  return sets(of: head, tally, keeping: observation) { [last.value] }
}

/// How many there are of what is broad or deep.
let stateWidth = 50

private func broad<G: StateGraph>(_: G.Type) -> StateRun {
  let (head, tally) = (G.source(0), Tally())
  let observations = (0..<stateWidth).map { index in
    let above = G.computed { head.value &+ index }
    let below = G.computed { above.value &+ 1 }
    return G.observe(below) { tally.add($0) }
  }
  return sets(of: head, tally, keeping: observations)
}

private func deep<G: StateGraph>(_: G.Type) -> StateRun {
  let (head, tally) = (G.source(0), Tally())
  var last = G.computed { head.value &+ 1 }
  for _ in 1..<stateWidth { last = G.computed { [last] in last.value &+ 1 } }
  let observation = G.observe(last) { tally.add($0) }
  return sets(of: head, tally, keeping: observation)
}

private func diamond<G: StateGraph>(_: G.Type) -> StateRun {
  let (head, tally) = (G.source(0), Tally())
  let branches = G.Computed.row((0..<5).map { _ in G.computed { head.value &+ 1 } })
  let observation = G.observe(G.computed { branches.sum() }) { tally.add($0) }
  return sets(of: head, tally, keeping: observation)
}

/// The sum of a source and of the nine nodes of a chain below it.
private func triangle<G: StateGraph>(_: G.Type) -> StateRun {
  let (head, tally) = (G.source(0), Tally())
  var chain = [G.computed { head.value &+ 1 }]
  while chain.count < 9 { chain.append(G.computed { [last = chain[chain.count - 1]] in last.value &+ 1 }) }
  let row = G.Computed.row(chain)
  let observation = G.observe(G.computed { head.value &+ row.sum() }) { tally.add($0) }
  return sets(of: head, tally, keeping: observation)
}

/// A hundred sources meet in one node, and a hundred nodes take one value each out of it.
private func mux<G: StateGraph>(_: G.Type) -> StateRun {
  let (heads, tally, plate) = ((0..<100).map { _ in G.source(0) }, Tally(), Plate(count: 100))
  let row = G.Source.row(heads)
  let meeting = G.computed {
    var sum = 0
    for index in 0..<100 {
      let value = row.value(at: index)
      plate.values[index] = value
      sum &+= value
    }
    return sum
  }
  let observations = (0..<100).map { index in
    let part = G.computed {
      _ = meeting.value
      return plate.values[index]
    }
    return G.observe(G.computed { part.value &+ 1 }) { tally.add($0) }
  }
  return { events in
    for value in 1...events { heads[value % 100].set(value) }
    return withExtendedLifetime(observations) { tally.take() }
  }
}

/// A hundred values at once: nodes have one number.
private final class Plate: @unchecked Sendable {
  let values: UnsafeMutableBufferPointer<Int>

  init(count: Int) {
    values = .allocate(capacity: count)
    values.initialize(repeating: 0)
  }

  deinit { values.deallocate() }
}

private func repeated<G: StateGraph>(_: G.Type) -> StateRun {
  let (head, tally) = (G.source(0), Tally())
  let sum = G.computed {
    var sum = 0
    for _ in 0..<30 { sum &+= head.value }
    return sum
  }
  let observation = G.observe(sum) { tally.add($0) }
  return sets(of: head, tally, keeping: observation)
}

/// What is read is another node after each set.
private func unstable<G: StateGraph>(_: G.Type) -> StateRun {
  let (head, tally) = (G.source(0), Tally())
  let (double, inverse) = (G.computed { head.value &* 2 }, G.computed { 0 &- head.value })
  let sum = G.computed {
    var sum = 0
    for _ in 0..<20 { sum &+= head.value & 1 == 0 ? inverse.value : double.value }
    return sum
  }
  let observation = G.observe(sum) { tally.add($0) }
  return sets(of: head, tally, keeping: observation)
}
