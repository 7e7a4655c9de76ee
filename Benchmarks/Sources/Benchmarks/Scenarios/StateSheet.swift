import Signals

extension Scenario {
  /// Graphs in which a set concerns very little.
  static let stateSheets = [
    // One event is 1,000 edits, each of which is shown before the next one.
    graph("S22.sheet", "1000 edits of 40000", events: 1, sheet(Properties.self), floor: sheet(Floor.self)),
    // The floor is the same, of the library, with one leaf: how large the graph is must not matter.
    graph(
      "S22.fanin", "read, unrelated set", events: 1_000, fanIn(leaves: 100_000, groups: 1_000),
      floor: fanIn(leaves: 1, groups: 1)),
  ]
}

/// 200 x 200 numbers; for each of them a formula of it and its neighbour; the sums of all rows and columns, and the sum
/// of the rows' sums, all of which are observed.
private func sheet<G: StateGraph>(_: G.Type) -> StateRun {
  let (size, tally) = (200, Tally())
  let inputs = (0..<size * size).map { G.source($0) }
  let formulas = inputs.indices.map { index in
    let (own, neighbour) = (inputs[index], inputs[index % size == 0 ? index : index - 1])
    return G.computed { own.value &* 2 &+ neighbour.value }
  }
  let sum = { (values: [G.Computed]) in
    let row = G.Computed.row(values)
    return G.computed { row.sum() }
  }
  let rows = (0..<size).map { row in sum((0..<size).map { formulas[row * size + $0] }) }
  let columns = (0..<size).map { column in sum((0..<size).map { formulas[$0 * size + column] }) }
  let total = sum(rows)
  let observations = (rows + columns + [total]).map { G.observe($0) { tally.add($0) } }
  var edit = 0
  return { events in
    for _ in 0..<1_000 * events {
      edit += 1
      // A step that has no divisor in common with the number of cells: each comes once before one comes again.
      inputs[edit &* 7_919 % inputs.count].set(-edit)
    }
    return withExtendedLifetime(observations) { tally.take(reading: [total.value]) }
  }
}

/// One event is a set of a property that another observed one depends on, and a read of an observed sum of many.
private func fanIn(leaves: Int, groups: Int) -> StateRun {
  let (unrelated, tally) = (MutableProperty(0), Tally())
  Property { unrelated.value &+ 1 }.producer.startWithValues { tally.add($0) }
  let sums = (0..<groups).map { _ in
    let sources = (0..<leaves / groups).map { _ in MutableProperty(1) }
    return Property { sources.reduce(0) { $0 &+ $1.value } }
  }
  let total = Property { sums.reduce(0) { $0 &+ $1.value } / leaves }
  total.producer.startWithValues { tally.add($0) }
  return { events in
    var sum = 0
    for value in 1...events {
      unrelated.value = value
      sum &+= total.value
    }
    return tally.take(reading: [sum])
  }
}
