import Synchronization

/// What observers have been called with. Relaxed loads and stores are plain moves.
final class Tally: Sendable {
  private let calls = Atomic<Int>(0)
  private let sum = Atomic<Int>(0)

  @inline(__always) func add(_ value: Int) {
    calls.store(calls.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    sum.store(sum.load(ordering: .relaxed) &+ value, ordering: .relaxed)
  }

  /// What has come since this was last asked, and what is read at the end.
  func take(reading values: [Int] = []) -> Outcome {
    Outcome(
      calls: calls.exchange(0, ordering: .relaxed), sum: sum.exchange(0, ordering: .relaxed), values: values)
  }
}

/// What a round has come to: the same through the library and by hand, or the row is broken.
struct Outcome: Equatable {
  var calls: Int
  var sum: Int
  var values: [Int]
}

/// A graph that is kept, and what happens to it in a round.
typealias StateRun = (_ events: Int) -> Outcome

extension Outcome: CustomStringConvertible {
  var description: String { "\(calls) calls with the sum \(sum), and read \(values)" }
}

/// Compares the rounds of the library with those of the floor, which come first.
final class StateComparison {
  private var floors: [Outcome] = []
  private var rounds = 0
  /// The first difference; what comes later follows from it and is not reported.
  private var fault: String?
  private var isBroken = false

  func addFloor(_ outcome: Outcome) { floors.append(outcome) }

  func add(_ outcome: Outcome) {
    defer { rounds += 1 }
    guard !isBroken, rounds < floors.count, floors[rounds] != outcome else { return }
    isBroken = true
    fault = "round \(rounds + 1) came to \(outcome); by hand, \(floors[rounds])"
  }

  func takeFaults() -> [String] {
    defer { fault = nil }
    return fault.map { [$0] } ?? []
  }
}

extension Scenario {
  /// The same graph twice.
  static func graph(
    _ name: String, _ title: String, events: Int, _ library: @autoclosure @escaping @Sendable () -> StateRun,
    floor: @autoclosure @escaping @Sendable () -> StateRun
  ) -> Self {
    timed(name, title) {
      let (library, floor, comparison) = (library(), floor(), StateComparison())
      // One round ahead, so that each round of the library can be compared with the same one of the floor.
      comparison.addFloor(floor(events))
      return Workload(
        events: events,
        body: { comparison.add(library($0)) },
        floor: { comparison.addFloor(floor($0)) },
        faults: { comparison.takeFaults() })
    }
  }
}
