import Foundation
import Signals
import SignalsFoundation
import TestSupport
import Testing

@testable import Stress

@Suite(.mayBlock) struct PipelinesTests {
  /// The headings of the document that lists all operators; tests of the library keep it complete.
  private static func documented() throws -> Set<String> {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "Documentation/Operators.md"), encoding: .utf8)
    return Set(text.matches(of: /### <a [^>]*><\/a>`(?<name>[^`]+)`/).map { String($0.name) })
  }

  @Test func theTableNamesEveryOperator() throws {
    let documented = try Self.documented()
    #expect(documented.count > 100)
    let used = Set(PipelineOperator<Pull>.all.map(\.name) + PipelineSource.all.map(\.name))
    #expect(documented.subtracting(used) == [], "put these into the table")
    #expect(used.subtracting(documented) == [], "these are not in the library")
  }

  @Test func everyOperatorIsDrawn() {
    var drawn: Set<String> = []
    for seed in 0..<2000 {
      var supplies = Self.supplies(UInt64(seed))
      drawn.formUnion(Scenario.chain(Producer.empty, from: PipelineOperator.all, &supplies).names)
    }
    #expect(Set(PipelineOperator<Pull>.all.map(\.name)).subtracting(drawn) == [])
  }

  @Test func theSeedDecidesThePipeline() {
    func names(_ seed: UInt64) -> [String] {
      var supplies = Self.supplies(seed)
      return (0..<10).flatMap { _ in
        Scenario.chain(Producer.empty, from: PipelineOperator.all, &supplies).names
      }
    }
    #expect(names(1) == names(1))
    #expect(names(1) != names(2))
  }

  @Test func everyOperatorPassesOnAnEnd() async throws {
    for operation in PipelineOperator<Pull>.all {
      var supplies = Self.supplies(1)
      let faults = Faults()
      let listener = Listener(operation.name, faults, order: operation.order, isInterrupted: true)
      listener.attached(
        operation.apply(Producer((1...20).map { Item(0, $0) }), &supplies).start(listener.observer()))
      listener.disposeElsewhere()
      // What works on a scheduler hears of it there.
      _ = try await eventually { !listener.ends.isEmpty }
      #expect(listener.ends.count == 1, "\(operation.name)")
      #expect(faults.messages == [], "\(operation.name)")
    }
  }

  /// The thread that ends a round ends what is shared first, and then repeats that, inside the observer.
  @Test func whatRepeatsForEverEndsAlsoOnTheThreadThatEndsTheRound() throws {
    let isOver = MutableProperty(false)
    var supplies = Self.supplies(1, isOver: isOver)
    let repeatForever = try #require(PipelineOperator<Pull>.all.first { $0.name == "repeatForever()" })
    let shared = Producer.never.prefix(until: supplies.over).share(replay: 0, scope: .forever)
    let pipeline = repeatForever.apply(shared, &supplies)
    for _ in 0..<2 { pipeline.startWithFailed { _ in } }
    let hasReturned = DispatchSemaphore(value: 0)
    Thread {
      isOver.value = true
      hasReturned.signal()
    }.start()
    #expect(hasReturned.wait(timeout: .now() + 60) == .success)
  }

  /// Over already: what repeats for ever ends at once.
  private static func supplies(_ seed: UInt64, isOver: MutableProperty<Bool> = MutableProperty(true))
    -> Supplies
  {
    Supplies(
      random: Random(seed: seed), second: Signal<Item, Oops>.empty, isOver: isOver,
      isHeld: MutableProperty(false), clock: ClockScheduler(), queue: QueueScheduler(name: "test"))
  }
}
