import Signals
import SignalsTesting

extension ModelCase {
  /// The simplest case that one gets to by leaving out as long as it still fails.
  func shrunk() -> ModelCase {
    var current = self
    while let simpler = current.simpler.first(where: { $0.mismatch() != nil }) { current = simpler }
    return current
  }

  /// Cases that are simpler by one thing.
  private var simpler: [ModelCase] {
    var cases: [ModelCase] = pipeline.simpler.map { changed(\.pipeline, $0) }
    if case .none = disposal {} else { cases.append(changed(\.disposal, .none)) }
    if attached != 0 { cases.append(changed(\.attached, 0)) }
    if let plain = pipeline.withPlainTimes { cases.append(changed(\.pipeline, plain)) }
    return cases
  }

  private func changed<Part>(_ part: WritableKeyPath<ModelCase, Part>, _ value: Part) -> ModelCase {
    var copy = self
    copy[keyPath: part] = value
    return copy
  }
}

extension Pipeline {
  /// Pipelines that are simpler by one thing, the greatest changes first.
  fileprivate var simpler: [Pipeline] {
    var pipelines: [Pipeline] = []
    func change(_ body: (inout Pipeline) -> Void) {
      var copy = self
      body(&copy)
      pipelines.append(copy)
    }
    for index in steps.indices {
      change { $0.steps.removeSubrange(index...) }
      change { $0.steps.removeSubrange(...index) }
    }
    for index in steps.indices { change { $0.steps.remove(at: index) } }
    for source in source.simpler { change { $0.source = source } }
    for (index, step) in steps.enumerated() {
      for (place, other) in step.others.enumerated() {
        for simpler in other.simpler { change { $0.steps[index].others[place] = simpler } }
      }
      for (place, number) in step.numbers.enumerated() {
        let least = step.modelled.needs.numbers[place].lowerBound
        if number > least { change { $0.steps[index].numbers[place] = number - 1 } }
      }
    }
    return pipelines.filter { $0.steps.count < steps.count || $0.count <= count }
  }
}

extension Source {
  fileprivate var simpler: [Source] {
    switch self {
    case .creation: return []
    case .script(let script):
      var scripts = script.values.indices.map { index in
        var copy = script
        copy.values.remove(at: index)
        return copy
      }
      if script.end != nil {
        var copy = script
        copy.end = nil
        scripts.append(copy)
      }
      return scripts.map { .script($0) }
    }
  }
}
