import Signals
import SignalsTesting
import Testing

@Suite struct WindowsOfCountTests {
  @Test func makesASignalOfSoMany() {
    expect("-a-b-c-|", { $0.windows(ofCount: 2).flatMap { $0.collect() } }, "---'[a, b]'---('[c]'|)")
    expect("-a-b-|", { $0.windows(ofCount: 2).flatMap { $0.collect() } }, "---'[a, b]'-|")
  }

  @Test func eachIsSentBeforeItsFirstValue() {
    expect("-a-b-c-|", { $0.windows(ofCount: 2).flatMap { $0 } }, "-a-b-c-|")
    expect("-a-b-c-|", { $0.windows(ofCount: 2).map(to: "w") }, "-w---w-|")
  }

  @Test func failureEndsTheOpenOne() {
    expect("-a-b-c-x", { $0.windows(ofCount: 2).flatMap { named($0) } }, "-a-b-c-(ex)")
  }

  @Test func interruptionEndsTheOpenOne() {
    expect("-a-b-c-!", { $0.windows(ofCount: 2).flatMap { $0 } }, "-a-b-c-!")
  }

  @Test("G1: a window that is observed goes on", arguments: TestedDrive.allCases)
  func anObservedWindowGoesOn(_ drive: TestedDrive) {
    let log = Log<String>()
    let (output, input) = Signal<Int, Never>.pipe()
    let watch: @Sendable (SignalProducer<Int, Never>) -> Void = { $0.start { log.add("\($0)") } }
    var source: Signal<Int, Never>? = output.keeping(Probe { log.add("released") })
    let observation =
      switch drive {
      case .pushed: source!.windows(ofCount: 3).observeValues(watch)
      case .pulled: source!.producer.windows(ofCount: 3).startWithValues(watch)
      }
    source = nil
    input.send(1)
    observation.dispose()
    for value in 2...4 { input.send(value) }
    #expect(log.entries == ["next(1)", "next(2)", "next(3)", "completed", "released"])
  }

  @Test func disposesTheSource() {
    expectDisposal(of: "-a-b-|", { $0.windows(ofCount: 2).map(to: 0).prefix(1) }, at: 1)
  }

  @Test("X1: a count of zero stops the program") func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.windows(ofCount: 0)
    }
    #expect(result.message.contains("windows(ofCount:): the count must be at least 1, got 0"))
  }

  @Test func keepsTheContract() {
    checkContract { $0.windows(ofCount: 2).map(to: 1) }
    checkContract { $0.windows(ofCount: 2).flatMap { $0 } }
  }
}
