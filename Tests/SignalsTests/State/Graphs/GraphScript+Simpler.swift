extension GraphScript {
  /// The simplest script that one gets to by leaving out as long as it still fails.
  func shrunk() -> GraphScript {
    var current = self
    while let simpler = current.simpler.first(where: { GraphRun.complaint($0) != nil }) { current = simpler }
    return current
  }

  /// Scripts that are simpler by one thing, the greatest changes first.
  private var simpler: [GraphScript] {
    var scripts = Act.simpler(steps).map { GraphScript(properties: properties, steps: $0) }
    for (index, kind) in properties.enumerated() {
      scripts += kind.simpler(index).map { simpler in
        var copy = self
        copy.properties[index] = simpler
        return copy
      }
    }
    for index in properties.indices.reversed() where isUnused(index) { scripts.append(without(index)) }
    return scripts
  }

  private func isUnused(_ index: Int) -> Bool {
    !properties.contains { $0.sources.contains(index) } && !steps.contains { $0.uses(index) }
  }

  private func without(_ index: Int) -> GraphScript {
    var copy = self
    copy.properties.remove(at: index)
    let renumber: (Int) -> Int = { $0 > index ? $0 - 1 : $0 }
    copy.properties = copy.properties.map { $0.renumbered(renumber) }
    copy.steps = copy.steps.map { $0.renumbered(renumber) }
    return copy
  }
}

extension GraphScript.Kind {
  fileprivate func simpler(_ index: Int) -> [Self] {
    switch self {
    case .stored(let value): return value > 0 ? [.stored(value - 1)] : []
    case .incomparable(let value): return [.stored(value)]
    case .mapped(let source): return [.stored(0), .distinct(source)]
    case .distinct: return [.stored(0)]
    case .inTransaction(let source): return [.distinct(source)]
    case .both(let one, let other): return [.mapped(one), .mapped(other)]
    case .all(let sources): return [.stored(0)] + sources.leavingOutOne.map { .all($0) }
    case .computed(let sources): return [.stored(0)] + sources.leavingOutOne.map { .computed($0) }
    case .flat(let outer, let inner):
      return [.mapped(outer), .mapped(inner[0])] + inner.leavingOutOne.map { .flat(outer, $0) }
    }
  }

  fileprivate func renumbered(_ number: (Int) -> Int) -> Self {
    switch self {
    case .stored, .incomparable: self
    case .mapped(let source): .mapped(number(source))
    case .distinct(let source): .distinct(number(source))
    case .inTransaction(let source): .inTransaction(number(source))
    case .both(let one, let other): .both(number(one), number(other))
    case .all(let sources): .all(sources.map(number))
    case .computed(let sources): .computed(sources.map(number))
    case .flat(let outer, let inner): .flat(number(outer), inner.map(number))
    }
  }
}

extension [Int] {
  /// Never nothing at all.
  fileprivate var leavingOutOne: [[Int]] {
    count < 2
      ? []
      : indices.map { index in
        var copy = self
        copy.remove(at: index)
        return copy
      }
  }
}

extension GraphScript.Act {
  fileprivate static func simpler(_ acts: [Self]) -> [[Self]] {
    var all: [[Self]] = []
    if acts.count > 3 { all += [Array(acts.dropFirst(acts.count / 2)), Array(acts.prefix(acts.count / 2))] }
    for (index, act) in acts.enumerated() {
      var copy = acts
      copy.remove(at: index)
      all.append(copy)
      for simpler in act.simpler {
        copy = acts
        copy.replaceSubrange(index...index, with: simpler)
        all.append(copy)
      }
    }
    return all
  }

  /// What could stand in its place.
  private var simpler: [[Self]] {
    switch self {
    case .transaction(let acts): return [acts] + Self.simpler(acts).map { [.transaction($0)] }
    case .observe(let index, let name, let isSignal, let reaction):
      guard let reaction else { return isSignal ? [[.observe(index, name: name, isSignal: false, nil)]] : [] }
      func with(_ reaction: GraphScript.Reaction?) -> [Self] {
        [.observe(index, name: name, isSignal: isSignal, reaction)]
      }
      return [with(nil)]
        + Self.simpler(reaction.acts).map { with(GraphScript.Reaction(count: reaction.count, acts: $0)) }
        + (reaction.count > 1
          ? [with(GraphScript.Reaction(count: reaction.count - 1, acts: reaction.acts))] : [])
    default: return []
    }
  }

  fileprivate func uses(_ index: Int) -> Bool {
    switch self {
    case .set(let other, _), .read(let other): other == index
    case .transaction(let acts): acts.contains { $0.uses(index) }
    case .observe(let other, _, _, let reaction):
      other == index || reaction?.acts.contains { $0.uses(index) } ?? false
    case .dispose: false
    }
  }

  fileprivate func renumbered(_ number: (Int) -> Int) -> Self {
    switch self {
    case .set(let index, let value): .set(number(index), value)
    case .read(let index): .read(number(index))
    case .transaction(let acts): .transaction(acts.map { $0.renumbered(number) })
    case .observe(let index, let name, let isSignal, let reaction):
      .observe(
        number(index), name: name, isSignal: isSignal,
        reaction.map { .init(count: $0.count, acts: $0.acts.map { $0.renumbered(number) }) })
    case .dispose: self
    }
  }
}
