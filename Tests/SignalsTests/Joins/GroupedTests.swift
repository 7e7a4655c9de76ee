import Signals
import SignalsTesting
import Testing

@Suite struct GroupedTests {
  @Test func makesASignalPerKey() {
    expect(
      "-1-2-3-4-|", values: numbers,
      { $0.grouped(by: { $0 % 2 }).flatMap { group in group.values.map { "\(group.key)\($0)" } } },
      "-'11'-'02'-'13'-'04'-|")
    expect("-1-2-3-4-|", values: numbers, { $0.grouped(by: { $0 % 2 }).map(\.key) }, "-1-0-----|")
  }

  @Test func completionEndsTheGroupsInOrder() {
    expect(
      "-a-b-a-|",
      { $0.grouped(by: { $0 }).flatMap { group in group.values.count().map { group.key + "\($0)" } } },
      "-------('a2''b1'|)")
  }

  @Test func failureEndsTheGroups() {
    expect(
      "-a-b-x",
      {
        $0.grouped(by: { $0 }).flatMap {
          $0.values.replaceError(with: "e").setFailureType(to: TestFailure.self)
        }
      },
      "-a-b-(eex)")
  }

  @Test func interruptionEndsTheGroups() {
    expect(
      "-a-b-!", { $0.grouped(by: { $0 }).flatMap { $0.values.materialize().setFailureType() }.count() },
      "-----!")
  }

  @Test("B1: when one too many is needed, the group that was opened first completes")
  func limitsTheOpenGroups() {
    let seen = Log<String>()
    expect(
      "-a-b-a-c-a-|",
      { stream in
        stream.grouped(by: { $0 }, limit: 2).flatMap { group in
          group.values.on(completed: { seen.add("\(group.key) closed") })
        }
      }, "-a-b-a-c-a-|", only: .pulled)
    #expect(seen.entries == ["a closed", "b closed", "c closed", "a closed"])
  }

  @Test func disposalInterruptsTheGroups() {
    let (output, input) = Signal<Int, Never>.pipe()
    for drive in TestedDrive.allCases {
      let log = Log<String>()
      let watch: @Sendable ((key: Int, values: Signal<Int, Never>)) -> Void = { group in
        group.values.observe { log.add("\($0)") }
      }
      let observation =
        switch drive {
        case .pushed: output.grouped(by: { $0 }).observeValues(watch)
        case .pulled: output.producer.grouped(by: { $0 }).startWithValues(watch)
        }
      input.send(1)
      observation.dispose()
      input.send(1)
      #expect(log.entries == ["next(1)", "interrupted"], "\(drive)")
    }
  }

  @Test("D2: disposal by the group that is closed comes before the group that would be opened")
  func disposalInsideAClosedGroup() {
    let keys = Log<Int>()
    let (output, input) = Signal<Int, Never>.pipe()
    let subscription = Subscription()
    output.producer.grouped(by: { $0 }, limit: 1).attach(
      Observer(next: { group in
        keys.add(group.key)
        group.values.observeCompleted { subscription.dispose() }
      }), subscription)
    input.send(1)
    input.send(2)
    #expect(keys.entries == [1])
  }

  @Test func disposesTheSource() { expectDisposal(of: "-a-b-|", { $0.grouped(by: { $0 }).prefix(1) }, at: 1) }

  @Test("X1: a limit of zero stops the program") func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.grouped(by: { $0 }, limit: 0)
    }
    #expect(result.message.contains("grouped(by:limit:): the limit must be at least 1, got 0"))
  }

  @Test func keepsTheContract() {
    checkContract { $0.grouped(by: { $0 % 3 }).map(\.key) }
    checkContract { $0.grouped(by: { $0 % 3 }, limit: 1).flatMap { $0.values } }
  }
}
