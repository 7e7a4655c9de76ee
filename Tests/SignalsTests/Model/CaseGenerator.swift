import Signals
import SignalsTesting

/// Draws cases by lot. The same seed and number always give the same case.
struct CaseGenerator {
  private var generator: SplitMix

  init(seed: UInt64, number: Int) {
    // A draw of its own for each number: what neighbours draw has nothing in common.
    var seeds = SplitMix(seed: seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
    generator = SplitMix(seed: seeds.next())
  }

  /// A case whose main pipeline has at least eight operators, joins among them.
  mutating func modelCase() -> ModelCase {
    var drawn = anyCase()
    // Where nothing comes there is little to compare.
    while !drawn.sendsValues, !chance(1, of: 3) { drawn = anyCase() }
    return drawn
  }

  private mutating func anyCase() -> ModelCase {
    let length = pick(8...10)
    // Half of the cases are tried with both drives.
    let mayBeForProducersOnly = chance(1, of: 2)
    var budget = Budget()
    var pipeline = Pipeline(source: .script(script(values: 4...9)), drive: .pulled)
    pipeline.steps = (0..<length).map { _ in step(mayBeForProducersOnly, Place(), &budget) }
    if !pipeline.steps.contains(where: { !$0.others.isEmpty }) {
      pipeline.steps[pick(0...length - 1)] = step(mayBeForProducersOnly, Place(), &budget, needsOthers: true)
    }
    return ModelCase(
      pipeline: pipeline, attached: chance(1, of: 3) ? duration(0...1) : 0, disposal: disposal())
  }

  /// Where in a case a stream is.
  private struct Place {
    /// How many operators it is an argument of.
    var depth = 0
    /// How many of them attach it once per value, so that there are many of it.
    var flattenings = 0
  }

  /// What is left of what makes pipelines grow beyond all bounds.
  private struct Budget {
    var multiplications = 3
    var others = 6
  }

  private mutating func step(
    _ mayBeForProducersOnly: Bool, _ place: Place, _ budget: inout Budget, needsOthers: Bool = false
  ) -> Pipeline.Step {
    while true {
      let modelled = pick(Catalog.operators)
      let others = modelled.needs.others + modelled.needs.producers
      let multiplies = modelled.needs.producers > 0 || modelled.isForProducersOnly
      if modelled.isForProducersOnly, !mayBeForProducersOnly { continue }
      if needsOthers ? others == 0 : others > budget.others { continue }
      if multiplies, budget.multiplications == 0 { continue }
      // Little would get through to what follows, if there were many of these.
      if modelled.isLikelyToEnd || others > 2, !chance(1, of: 3) { continue }
      if multiplies { budget.multiplications -= 1 }
      budget.others -= others
      let inner = Place(
        depth: place.depth + 1, flattenings: place.flattenings + (modelled.needs.perValue ? 1 : 0))
      return Pipeline.Step(
        modelled: modelled, numbers: modelled.needs.numbers.map { pick($0) },
        durations: (0..<modelled.needs.durations).map { _ in duration(0...pick(0...3)) },
        others: (0..<modelled.needs.others).map { _ in other(inner, &budget) }
          + (0..<modelled.needs.producers).map { _ in other(inner, &budget, only: .pulled) })
    }
  }

  private mutating func other(
    _ place: Place, _ budget: inout Budget, only drive: TestedDrive? = nil
  ) -> Pipeline {
    // Two flattenings attach in an order that the model does not define, and a signal sends in that order.
    let drive = drive ?? (place.flattenings > 1 ? .pulled : pick(TestedDrive.allCases))
    var pipeline = Pipeline(source: source(drive), drive: drive)
    let length = chance(1, of: 2) ? 0 : pick(1...3 - Swift.min(place.depth, 2))
    // Of a signal there is one, whatever attaches to it.
    let place = Place(depth: place.depth, flattenings: drive == .pushed ? 0 : place.flattenings)
    pipeline.steps = (0..<length).map { _ in step(drive == .pulled, place, &budget) }
    return pipeline
  }

  private mutating func source(_ drive: TestedDrive) -> Source {
    if drive == .pushed || chance(2, of: 3) {
      return .script(script(values: chance(1, of: 10) ? 0...0 : 2...8))
    }
    let creation = pick(Catalog.creations)
    return .creation(
      creation, numbers: creation.numbers.map { pick($0) },
      durations: (0..<creation.durations).map { _ in duration(0...2) })
  }

  private mutating func script(values: ClosedRange<Int>) -> Script {
    var time: Nanoseconds = 0
    var script = Script([])
    for _ in 0..<pick(values) {
      // Now and then several come at one moment.
      if script.values.isEmpty || !chance(1, of: 6) { time += pause() }
      script.values.append(Script.Value(time: time, number: pick(0...9)))
    }
    if script.values.isEmpty || !chance(1, of: 6) { time += pause() }
    switch pick(0...9) {
    case 0...6: script.end = Script.End(time: time, termination: .completed)
    case 7: script.end = Script.End(time: time, termination: .failed(TestFailure()))
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

  private mutating func pause() -> Nanoseconds { duration(0...(chance(1, of: 4) ? 2 : 0)) }

  /// Some whole seconds, and a part of one that no other duration gets; never so short that an interval of it would
  /// repeat thousands of times until the horizon.
  private mutating func duration(_ seconds: ClosedRange<Int>) -> Nanoseconds {
    Nanoseconds(pick(seconds)) * 1_000_000_000 + Nanoseconds(pick(200_000_000...999_999_999))
  }

  /// From numbers of 64 bits, so that a draw is the same where `Int` has 32.
  private mutating func pick(_ range: ClosedRange<Int>) -> Int {
    Int(Int64.random(in: Int64(range.lowerBound)...Int64(range.upperBound), using: &generator))
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[pick(0...elements.count - 1)]
  }

  private mutating func chance(_ count: Int, of all: Int) -> Bool { pick(1...all) <= count }
}

extension ModelledOperator {
  /// Whether what follows has little to do.
  fileprivate var isLikelyToEnd: Bool {
    let little = [
      "first", "last", "element", "min", "max", "count", "contains", "allSatisfy", "ignoreValues", "suffix",
      "drop(", "timeout(_:_:failingWith:", "sample(on:", "andThen", "reduce", "collect", "repeat(",
    ]
    return names[0].hasPrefix("prefix") || little.contains { names[0].hasPrefix($0) }
  }
}
