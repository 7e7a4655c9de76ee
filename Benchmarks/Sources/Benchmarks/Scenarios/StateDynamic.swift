extension Scenario {
  /// The graphs of the js-reactivity-benchmark: layers of equal width, whose nodes add up some neighbours in the layer
  /// above. A dynamic node leaves one of them out when the first is odd. One event is a set of a source, in turn, and a
  /// read of the leaves.
  static let stateDynamic = layered.map { name, title, events, layers in
    graph("S21.\(name)", title, events: events, layers.run(Properties.self), floor: layers.run(Floor.self))
  }

  /// The same by hand with ordinary classes, against the floor.
  static let stateDynamicCounted = layered.map { name, title, events, layers in
    graph(
      "counted.S21.\(name)", title, events: events, layers.run(Counted.self),
      floor: layers.run(Floor.self))
  }

  private static let layered: [(name: String, title: String, events: Int, layers: Layers)] = [
    ("simple", "simple component", 20_000, Layers(10, by: 5, reading: 2, leaves: 0.2)),
    ("dynamic", "dynamic component", 5_000, Layers(10, by: 10, reading: 6, fixed: 0.75, leaves: 0.2)),
    ("webapp", "large web app", 500, Layers(1000, by: 12, reading: 4, fixed: 0.95)),
    ("dense", "wide dense", 300, Layers(1000, by: 5, reading: 25)),
    ("deep", "deep", 100, Layers(5, by: 500, reading: 3)),
    ("very", "very dynamic", 500, Layers(100, by: 15, reading: 6, fixed: 0.5)),
  ]
}

/// What such a graph looks like.
private struct Layers: Sendable {
  let width: Int
  /// With the sources.
  let count: Int
  /// How many nodes of the layer above a node adds up.
  let fanIn: Int
  /// The share of nodes that always read all of them.
  let fixed: Double
  /// The share of the last layer that is read.
  let leaves: Double

  init(_ width: Int, by count: Int, reading fanIn: Int, fixed: Double = 1, leaves: Double = 1) {
    (self.width, self.count, self.fanIn, self.fixed, self.leaves) = (width, count, fanIn, fixed, leaves)
  }
}

extension Layers {
  func run<G: StateGraph>(_: G.Type) -> StateRun {
    // The same numbers each time, so that both graphs are the same.
    var random = Random()
    let sources = (0..<width).map { G.source($0) }
    var last = layer(G.self, below: sources, &random)
    for _ in 2..<count { last = layer(G.self, below: last, &random) }
    while Double(last.count) > (Double(width) * leaves).rounded() {
      last.remove(at: Int.random(in: 0..<last.count, using: &random))
    }
    let leaves = G.Computed.row(last)
    // Goes on from round to round: a source is set to another value each time.
    var event = width
    return { events in
      var sum = 0
      for _ in 0..<events {
        let index = event % sources.count
        sources[index].set(event &+ index)
        sum &+= leaves.sum()
        event += 1
      }
      return Outcome(calls: events, sum: sum, values: [])
    }
  }

  private func layer<G: StateGraph, Above: StateValue>(
    _: G.Type, below above: [Above], _ random: inout Random
  ) -> [G.Computed] {
    (0..<width).map { index in
      let row = Above.row((0..<fanIn).map { above[(index + $0) % width] })
      let isFixed = Double.random(in: 0..<1, using: &random) < fixed
      return isFixed ? G.computed { row.sum() } : G.computed { row.sumWithoutOne() }
    }
  }
}

extension StateRow {
  /// When the first value is odd, one of the others is not read.
  @inline(__always) fileprivate func sumWithoutOne() -> Int {
    var sum = value(at: 0)
    let left = sum & 1 == 0 ? 0 : 1 + Int(sum.magnitude % UInt(count - 1))
    for index in 1..<count where index != left { sum &+= value(at: index) }
    return sum
  }
}

/// SplitMix64.
private struct Random: RandomNumberGenerator {
  private var state: UInt64 = 1

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
