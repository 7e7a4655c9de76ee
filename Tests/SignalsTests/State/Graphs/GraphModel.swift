/// The naive model of properties: each read computes everything anew.
struct GraphModel {
  let properties: [GraphScript.Kind]
  /// Of those that are stored.
  private(set) var stored: [Int]
  /// Of those that are stored: all values they ever had.
  private(set) var history: [[Int]]
  /// All values, as of now.
  private(set) var values: [Int]

  init(_ properties: [GraphScript.Kind]) {
    self.properties = properties
    stored = properties.map { kind in
      switch kind {
      case .stored(let value), .incomparable(let value): value
      default: 0
      }
    }
    history = stored.map { [$0] }
    values = []
    values = allValues([:])
  }

  /// All values, if some were set to others.
  func allValues(_ pending: [Int: Int]) -> [Int] {
    var values: [Int] = []
    values.reserveCapacity(properties.count)
    for (index, kind) in properties.enumerated() {
      switch kind {
      case .stored, .incomparable: values.append(pending[index] ?? stored[index])
      case .mapped(let source): values.append(GraphScript.Kind.mapped(values[source]))
      case .distinct(let source): values.append(values[source])
      case .inTransaction(let source):
        values.append(GraphScript.Kind.inTransaction(values[source], values[source] + 1))
      case .both(let one, let other): values.append(GraphScript.Kind.both(values[one], values[other]))
      case .all(let sources): values.append(GraphScript.Kind.all(sources.map { values[$0] }))
      case .computed(let sources):
        values.append(GraphScript.Kind.walk(sources.count) { values[sources[$0]] })
      case .flat(let outer, let inner): values.append(values[inner[values[outer] % inner.count]])
      }
    }
    return values
  }

  /// Sets one and says whether that was a change.
  mutating func set(_ pending: [(Int, Int)]) -> [Int] {
    var changed: [Int] = []
    for (index, value) in pending {
      if case .stored = properties[index], stored[index] == value { continue }
      stored[index] = value
      history[index].append(value)
      changed.append(index)
    }
    if !changed.isEmpty { values = allValues([:]) }
    return changed
  }

  /// What has to be looked at for the value of `index`, itself included.
  func needs(of index: Int, _ values: [Int]) -> Set<Int> {
    var needs: Set<Int> = []
    addNeeds(of: index, values, to: &needs)
    return needs
  }

  private func addNeeds(of index: Int, _ values: [Int], to needs: inout Set<Int>) {
    guard needs.insert(index).inserted else { return }
    switch properties[index] {
    case .computed(let sources):
      _ = GraphScript.Kind.walk(sources.count) { next in
        addNeeds(of: sources[next], values, to: &needs)
        return values[sources[next]]
      }
    case .flat(let outer, let inner):
      addNeeds(of: outer, values, to: &needs)
      addNeeds(of: inner[values[outer] % inner.count], values, to: &needs)
    case let kind:
      for source in kind.sources { addNeeds(of: source, values, to: &needs) }
    }
  }
}
