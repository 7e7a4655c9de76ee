import Signals
import SignalsTesting
import Testing

@Suite struct WindowsBoundedByTests {
  @Test func aBoundaryEndsAWindow() {
    expect(["--a-b------c-d--|", "------1--2---------"], chunks, "------'[a, b]'---------('[c, d]'|)")
  }

  @Test func aWindowIsSentWithItsFirstValue() {
    expect(["--a-b------c-d--|", "------1--2---------"], { windows($0).flatMap { $0 } }, "--a-b------c-d--|")
    expect(["--a-b------c-d--|", "------1--2---------"], { windows($0).map(to: "w") }, "--w--------w----|")
  }

  @Test func completesWithTheBoundaries() {
    expect(["--a-b--c--", "---1--|"], chunks, "---'[a]'--('[b]'|)")
    expect(["--a--", "-|"], chunks, "-|")
  }

  @Test func anEndReachesTheOpenOne() {
    expect(["-a-b-x", "--1---"], { windows($0).flatMap { named($0) } }, "-a-b-(ex)")
    expect(["--a-b--c--", "---1--!"], { windows($0).flatMap { $0 } }, "--a-b-!")
  }

  @Test("G1: a window that is observed goes on to the boundary", arguments: TestedDrive.allCases)
  func anObservedWindowGoesOn(_ drive: TestedDrive) {
    let log = Log<String>()
    let (output, input) = Signal<Int, Never>.pipe()
    let (boundaries, boundary) = Signal<Void, Never>.pipe()
    let watch: @Sendable (SignalProducer<Int, Never>) -> Void = { $0.start { log.add("\($0)") } }
    var source: Signal<Int, Never>? = output.keeping(Probe { log.add("released") })
    let observation =
      switch drive {
      case .pushed: source!.windows(boundedBy: boundaries).observeValues(watch)
      case .pulled: source!.producer.windows(boundedBy: boundaries).startWithValues(watch)
      }
    source = nil
    input.send(1)
    observation.dispose()
    input.send(2)
    boundary.send(())
    input.send(3)
    #expect(log.entries == ["next(1)", "next(2)", "completed", "released"])
  }

  @Test("G2: values wait for the first observer") func valuesWait() {
    expect(
      ["--a-b---c--|", "-----1------"], { windows($0).flatMap(.concat) { $0.collect() } },
      "-----'[a, b]'-----('[c]'|)")
  }

  @Test func disposesBoth() {
    expectDisposal(of: ["--a--|", "---1-----"], { windows($0).map(to: 0) }, at: [5, 5])
    expectDisposal(of: ["--a-----", "---1-----"], { windows($0).map(to: 0).prefix(1) }, at: [2, 2])
  }

  @Test func keepsTheContract() {
    checkContract { $0.windows(boundedBy: SignalProducer<Int, Never>.never).map(to: 1) }
    checkContract { $0.windows(boundedBy: $0.completeOnError()).flatMap { $0 } }
  }

  private func windows(
    _ inputs: [MarbleStream<String>]
  ) -> EventStream<EitherDrive, SignalProducer<String, TestFailure>, TestFailure> {
    inputs[0].windows(boundedBy: inputs[1].neverFailing)
  }

  private func chunks(_ inputs: [MarbleStream<String>]) -> MarbleStream<[String]> {
    windows(inputs).flatMap { $0.collect() }
  }
}
