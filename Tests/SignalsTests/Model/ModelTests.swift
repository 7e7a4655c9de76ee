import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

/// Compares random pipelines with the reference model.
///
/// How many, and which, can be said by environment variables: `SIGNALS_MODEL_COUNT` (20,000), and
/// `SIGNALS_MODEL_SEED` and `SIGNALS_MODEL_FIRST` as a failure says.
@Suite(.mayBlock) struct ModelTests {
  /// With several it can be seen what they have in common; many would take long to be made simple.
  private static let mostFailures = 3

  @Test func pipelinesDoWhatTheModelSays() {
    let seed = UInt64(setting("SEED", 2026))
    let (first, count) = (setting("FIRST", 0), setting("COUNT", rounds(20_000)))
    let next = Guarded(first)
    let failed = Guarded<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: ProcessInfo.processInfo.activeProcessorCount) { _ in
      while true {
        let number = next.withLock { next in
          defer { next += 1 }
          return next
        }
        if number >= first + count || failed.withLock({ $0.count >= Self.mostFailures }) { return }
        var lottery = CaseGenerator(seed: seed, number: number)
        if lottery.modelCase().mismatch() != nil { failed.withLock { $0.append(number) } }
      }
    }
    for number in failed.withLock({ $0.sorted() }) { Issue.record("\(describe(seed, number))") }
  }

  /// What the model says nothing of is too rare to matter.
  @Test func pausesAreRare() {
    let cases = (0..<rounds(2000)).filter { number in
      var lottery = CaseGenerator(seed: 7, number: number)
      return lottery.modelCase().needsPauses
    }
    #expect(cases.count <= rounds(2000) / 200)
  }

  /// Without this test the comparison could compare nothing, and no test would fail.
  @Test func pipelinesAreWorthTrying() {
    var (talkative, operators, pushed, disposedOf) = (0, 0, 0, 0)
    for number in 0..<rounds(2000) {
      var lottery = CaseGenerator(seed: 7, number: number)
      let drawn = lottery.modelCase()
      let steps = drawn.pipeline.steps
      #expect(steps.count >= 8)
      #expect(steps.contains { !$0.others.isEmpty })
      operators += drawn.pipeline.count
      if drawn.sendsValues { talkative += 1 }
      if drawn.drives.contains(.pushed) { pushed += 1 }
      if case .none = drawn.disposal { continue }
      disposedOf += 1
    }
    #expect(talkative > rounds(1100))
    #expect(operators > rounds(22_000))
    #expect(pushed > rounds(1000))
    #expect(disposedOf > rounds(800))
  }

  @Test func neighboursAreNotAlike() {
    let sources = (0..<100).map { number in
      var lottery = CaseGenerator(seed: 7, number: number)
      return "\(lottery.modelCase().pipeline.source)"
    }
    #expect(Set(sources).count == 100)
    // A generator that is only ahead by a draw shows the same numbers in another place.
    let times = (0..<100).map { number in
      var lottery = CaseGenerator(seed: 7, number: number)
      return Set(lottery.modelCase().pipeline.times)
    }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0.isDisjoint(with: $1) })
  }

  @Test func failuresAreToldAsCodeThatCompiles() throws {
    var text = "import Signals\nimport SignalsTesting\n@testable import SignalsTests\n"
    var told: Set<String> = []
    for number in 0..<1000 {
      var lottery = CaseGenerator(seed: 7, number: number)
      let drawn = lottery.modelCase()
      // One operator each, the simplest that a failure is shrunk to: the compiler would take long for more.
      for step in drawn.pipeline.steps where told.insert(step.modelled.code).inserted {
        let drive = step.modelled.isForProducersOnly ? .pulled : TestedDrive.allCases[number % 2]
        let pipeline = Pipeline(source: drawn.pipeline.source, drive: drive, steps: [step])
        let lines = ModelCase(pipeline: pipeline, attached: 0, disposal: .none).code(drive).lines
        text += "func pipeline\(told.count)() {\n\(lines.joined(separator: "\n"))\n_ = (stream, time)\n}\n"
      }
    }
    #expect(told == Set(Catalog.operators.map(\.code)))
    let folder = FileManager.default.temporaryDirectory.appending(path: "pipelines-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }  // Files left there are harmless.
    try CompiledProgram.check(text, in: folder)
  }

  @Test func timesAreMadePlainOnce() {
    var (plain, tooMany) = (0, 0)
    for number in 0..<200 {
      var lottery = CaseGenerator(seed: 7, number: number)
      var pipeline = lottery.modelCase().pipeline
      // One that offers itself as something simpler would be made simpler for ever.
      if pipeline.withPlainTimes == nil { tooMany += 1 }
      pipeline.steps = []
      guard let simpler = pipeline.withPlainTimes else { continue }
      #expect(simpler.withPlainTimes == nil)
      plain += 1
    }
    #expect(plain > 50)
    #expect(tooMany > 50)
  }

  @Test func endlessPipelinesAreFoundOut() {
    let empty = Catalog.creations.first { $0.name == "SignalProducer.empty" }!
    let forever = Catalog.operators.first { $0.names == ["repeatForever()"] }!
    var pipeline = Pipeline(source: .creation(empty, numbers: [], durations: []), drive: .pulled)
    pipeline.steps = [Pipeline.Step(modelled: forever, numbers: [], durations: [1], others: [])]
    let mismatch = ModelCase(pipeline: pipeline, attached: 0, disposal: .none).mismatch()
    #expect(mismatch?.complaints.first == "it takes more than 20000 steps, as if it were endless")
  }

  @Test func everyOperatorOfTheLibraryIsModelledOrExcused() throws {
    let declared = Set(try DeclaredOperator.all().map(\.fullName))
    #expect(declared.count > 110)
    let excused = Set(Catalog.exceptions.keys)
    #expect(declared.subtracting(Catalog.names).subtracting(excused) == [], "model these, or say why not")
    #expect(Catalog.names.union(excused).subtracting(declared) == [], "these are not in the library")
    #expect(excused.intersection(Catalog.names) == [], "these need no excuse any more")
  }

  @Test func everyOperatorIsDrawn() {
    var drawn: Set<String> = []
    for number in 0..<2000 {
      var lottery = CaseGenerator(seed: 7, number: number)
      drawn.formUnion(lottery.modelCase().pipeline.names)
    }
    #expect(Catalog.names.subtracting(drawn) == [])
  }

  /// What failed, made as simple as possible.
  private func describe(_ seed: UInt64, _ number: Int) -> String {
    var lottery = CaseGenerator(seed: seed, number: number)
    let simplest = lottery.modelCase().shrunk()
    guard let mismatch = simplest.mismatch() else { return "pipeline \(number) fails only now and then" }
    return """
      pipeline \(number); again: SIGNALS_MODEL_SEED=\(seed) SIGNALS_MODEL_FIRST=\(number) SIGNALS_MODEL_COUNT=1
      \(simplest.report(mismatch))
      """
  }

  private func setting(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment["SIGNALS_MODEL_\(name)"].flatMap { Int($0) } ?? standard
  }
}

extension Pipeline {
  fileprivate var names: [String] {
    var names = steps.flatMap { step in step.modelled.names + step.others.flatMap(\.names) }
    if case .creation(let creation, _, _) = source { names.append(creation.name) }
    return names
  }
}
