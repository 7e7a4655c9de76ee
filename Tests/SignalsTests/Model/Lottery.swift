import Signals
import SignalsTesting

/// Draws cases by lot. The same seed and number always give the same case.
struct Lottery {
  private var generator: SplitMix

  init(seed: UInt64, number: Int) {
    generator = SplitMix(seed: seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
  }

  /// A case whose main pipeline has at least eight operators, joins among them.
  mutating func modelCase() -> ModelCase {
    let length = pick(8...12)
    // Half of the cases are tried with both drives.
    let mayBeForProducersOnly = chance(1, of: 2)
    var budget = Budget()
    var pipeline = Pipeline(source: .script(script()), drive: .pulled)
    pipeline.steps = (0..<length).map { _ in step(mayBeForProducersOnly, depth: 0, &budget) }
    if !pipeline.steps.contains(where: { !$0.others.isEmpty }) {
      pipeline.steps[pick(0...length - 1)] = step(mayBeForProducersOnly, depth: 0, &budget, needsOthers: true)
    }
    return ModelCase(
      pipeline: pipeline, attached: chance(1, of: 3) ? duration(0...4) : 0, disposal: disposal())
  }

  /// What is left of what makes pipelines grow beyond all bounds.
  private struct Budget {
    var multiplications = 3
    var others = 6
  }

  private mutating func step(
    _ mayBeForProducersOnly: Bool, depth: Int, _ budget: inout Budget, needsOthers: Bool = false
  ) -> Pipeline.Step {
    while true {
      let modelled = pick(Catalog.operators)
      let others = modelled.needs.others + modelled.needs.producers
      let multiplies = modelled.needs.producers > 0 || modelled.isForProducersOnly
      if modelled.isForProducersOnly, !mayBeForProducersOnly { continue }
      if needsOthers ? others == 0 : others > budget.others { continue }
      if multiplies, budget.multiplications == 0 { continue }
      // Nearly all pipelines would end with one of these.
      if modelled.isLikelyToEnd, !chance(1, of: 3) { continue }
      if multiplies { budget.multiplications -= 1 }
      budget.others -= others
      return Pipeline.Step(
        modelled: modelled, numbers: modelled.needs.numbers.map { pick($0) },
        durations: (0..<modelled.needs.durations).map { _ in duration(0...3) },
        others: (0..<modelled.needs.others).map { _ in other(depth: depth + 1, &budget) }
          + (0..<modelled.needs.producers).map { _ in other(depth: depth + 1, &budget, only: .pulled) })
    }
  }

  private mutating func other(
    depth: Int, _ budget: inout Budget, only drive: TestedDrive? = nil
  ) -> Pipeline {
    let drive = drive ?? pick(TestedDrive.allCases)
    var pipeline = Pipeline(source: source(drive), drive: drive)
    let length = chance(1, of: 2) ? 0 : pick(1...3 - Swift.min(depth, 2))
    pipeline.steps = (0..<length).map { _ in step(drive == .pulled, depth: depth, &budget) }
    return pipeline
  }

  private mutating func source(_ drive: TestedDrive) -> Source {
    if drive == .pushed || chance(1, of: 2) { return .script(script()) }
    let creation = pick(Catalog.creations)
    return .creation(
      creation, numbers: creation.numbers.map { pick($0) },
      durations: (0..<creation.durations).map { _ in duration(0...2) })
  }

  private mutating func script() -> Script {
    var time = 0
    var script = Script([])
    for _ in 0..<pick(0...6) {
      // Now and then several come at one moment.
      if script.values.isEmpty || !chance(1, of: 6) { time += duration(0...1) }
      script.values.append(Script.Value(time: time, number: pick(0...9)))
    }
    if script.values.isEmpty || !chance(1, of: 6) { time += duration(0...1) }
    switch pick(0...9) {
    case 0...4: script.end = Script.End(time: time, termination: .completed)
    case 5...7: script.end = Script.End(time: time, termination: .failed(TestFailure()))
    case 8: script.end = Script.End(time: time, termination: .interrupted)
    default: break
    }
    return script
  }

  private mutating func disposal() -> ModelCase.Disposal {
    switch pick(0...3) {
    case 0: .at(duration(4...12))
    case 1: .after(values: pick(1...4))
    default: .none
    }
  }

  /// Some whole seconds, and a part of one that nobody else gets.
  private mutating func duration(_ seconds: ClosedRange<Int>) -> Nanoseconds {
    pick(seconds) * 1_000_000_000 + pick(1...999_999_999)
  }

  private mutating func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[pick(0...elements.count - 1)]
  }

  private mutating func chance(_ count: Int, of all: Int) -> Bool { pick(1...all) <= count }
}

extension ModelledOperator {
  /// Whether what follows has little to do.
  fileprivate var isLikelyToEnd: Bool {
    let little = [
      "first", "last", "element", "min", "max", "count", "contains", "allSatisfy", "ignoreValues",
    ]
    return names[0].hasPrefix("prefix") || little.contains { names[0].hasPrefix($0) }
  }
}
