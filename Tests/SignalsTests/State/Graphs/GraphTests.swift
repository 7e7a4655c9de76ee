import Foundation
import Signals
import TestSupport
import Testing

/// Compares random graphs of properties with a model that computes everything anew.
///
/// How many, and which, can be said by environment variables: `SIGNALS_GRAPH_COUNT` (20,000), and
/// `SIGNALS_GRAPH_SEED` and `SIGNALS_GRAPH_FIRST` as a failure says.
@Suite struct StateGraphTests {
  @Test func graphsDoWhatTheModelSays() {
    let seed = UInt64(setting("SEED", 2026))
    let (first, count) = (setting("FIRST", 0), setting("COUNT", rounds(20_000)))
    let next = Guarded(first)
    let failed = Guarded<Int?>(nil)
    DispatchQueue.concurrentPerform(iterations: ProcessInfo.processInfo.activeProcessorCount) { _ in
      while true {
        let number = next.withLock { next in
          defer { next += 1 }
          return next
        }
        if number >= first + count || failed.withLock({ $0 != nil }) { return }
        if GraphRun.complaint(script(seed, number)) != nil {
          failed.withLock { $0 = Swift.min($0 ?? number, number) }
        }
      }
    }
    if let number = failed.withLock({ $0 }) { Issue.record("\(describe(seed, number))") }
  }

  @Test func everythingIsDrawn() {
    var drawn: Set<String> = []
    for number in 0..<300 {
      let script = script(7, number)
      for kind in script.properties { drawn.insert(name(of: kind)) }
      for act in script.steps { note(act, &drawn) }
    }
    let all: Set = [
      "stored", "incomparable", "mapped", "distinct", "both", "all", "computed", "flat", "inTransaction",
      "set", "read",
      "transaction", "observe", "dispose", "reaction", "set inside", "observe inside", "dispose inside",
      "read inside", "transaction inside",
    ]
    #expect(drawn == all)
    #expect(script(7, 999).properties.count == 200)
  }

  /// What failed, made as simple as possible.
  private func describe(_ seed: UInt64, _ number: Int) -> String {
    let simplest = script(seed, number).shrunk()
    guard let complaint = GraphRun.complaint(simplest) else {
      return "graph \(number) fails only now and then"
    }
    return """
      graph \(number); again: SIGNALS_GRAPH_SEED=\(seed) SIGNALS_GRAPH_FIRST=\(number) SIGNALS_GRAPH_COUNT=1
      \(complaint.text)

      \(simplest.code(upTo: complaint.step))
      """
  }

  private func script(_ seed: UInt64, _ number: Int) -> GraphScript {
    var lottery = GraphLottery(seed: seed, number: number)
    return lottery.script(number)
  }

  private func setting(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment["SIGNALS_GRAPH_\(name)"].flatMap { Int($0) } ?? standard
  }

  private func name(of value: Any) -> String { String("\(value)".prefix { $0.isLetter }) }

  private func note(_ act: GraphScript.Act, _ drawn: inout Set<String>, _ place: String = "") {
    drawn.insert(name(of: act) + place)
    switch act {
    case .transaction(let acts): for act in acts { note(act, &drawn, " inside") }
    case .observe(_, _, _, let reaction?):
      drawn.insert("reaction")
      for act in reaction.acts { note(act, &drawn, " inside") }
    default: break
    }
  }
}
