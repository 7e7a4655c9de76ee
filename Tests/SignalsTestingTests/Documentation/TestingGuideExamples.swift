import Signals
import SignalsTesting
import Testing

// The code of the guide "Testing". It stands there in pieces, and `TestingGuideTests` compares.

/// What is to be searched for: what has been typed, when the typing pauses.
func queries<D, Failure>(
  in keys: EventStream<D, String, Failure>, on scheduler: some Scheduler
) -> EventStream<D, String, Failure> {
  keys.debounce(for: .seconds(2), on: scheduler).removeDuplicates()
}

@Suite struct QueriesTests {
  @Test func waitForAPause() {
    expect("-abc----d|", { queries(in: $0, on: $1) }, "-----c---(d|)")
  }

  @Test func leaveOutWhatHasNotChanged() {
    expect("-a---ba---c---|", { queries(in: $0, on: $1) }, "---a--------c-|")
  }

  @Test func failAtOnce() {
    expect("-a---bx", { queries(in: $0, on: $1) }, "---a--x")
  }

  @Test func disposeOfTheKeys() {
    expectDisposal(of: "-a---b--|", { queries(in: $0, on: $1).prefix(1) }, at: 3)
  }

  @Test func keepTheContract() {
    checkContract { queries(in: $0.map { "\($0)" }, on: $1) }
  }
}

@Suite struct SearchTests {
  @Test func showsTheResultsOfTheNewestQuery() {
    let time = TestScheduler()
    let (keys, field) = Signal<String, Never>.pipe()
    let recorder = Recorder<String, Never>(on: time)
    queries(in: keys, on: time)
      .flatMap(.latest) { SignalProducer(value: "results for \($0)").delay(.seconds(3), on: time) }
      .observe(recorder.observer)

    field.send("sw")
    time.advance(by: .seconds(1))
    field.send("swift")
    time.advance(by: .seconds(5))

    #expect(recorder.values == ["results for swift"])
    #expect(recorder.entries.map(\.time) == [.seconds(6)])
    #expect(recorder.violations.isEmpty)
  }
}

@Suite struct DiagramTests {
  @Test func playsADiagramAndDrawsWhatComes() throws {
    let time = TestScheduler()
    let recorder = Recorder<String, TestFailure>(on: time)
    try MarbleDiagram("-a-b--c----|").producer(on: time)
      .throttle(for: .seconds(4), on: time)
      .start(recorder.observer)

    time.run()
    #expect("\(MarbleDiagram(recorder.entries))" == "-a---b---c-|")
  }
}

@Suite struct RetryTests {
  @Test func waitsLongerEachTime() {
    let time = TestScheduler()
    let starts = Recorder<Int, Never>(on: time)
    let policy = RetryPolicy<TestFailure>(limit: 3, delay: .exponential(first: .seconds(1)))
    SignalProducer<Int, TestFailure>(error: TestFailure())
      .on(starting: { starts.observer.send(1) })
      .retry(policy, on: time)
      .startWithFailed { _ in }

    time.run()
    #expect(starts.entries.map(\.time) == [.seconds(0), .seconds(1), .seconds(3), .seconds(7)])
  }
}

@Suite struct TaskTests {
  @Test func givesThePage() async {
    let page = SignalProducer<String, Never>.task { "page" }
    #expect(await page.map { $0.uppercased() }.firstValue() == "PAGE")
  }

  @Test @MainActor func setsTheTitleOnTheMainActor() async {
    final class Window { var title = "" }

    let window = Window()
    let (titles, input) = Signal<String, Never>.pipe()
    titles.observeValues(on: .shared) { window.title = $0 }

    input.send("ready")
    #expect(window.title.isEmpty)  // Never inline.
    while window.title.isEmpty { await Task.yield() }
    #expect(window.title == "ready")
  }
}

@Suite struct ThreadTests {
  @Test func countsWhatFourTasksSend() async {
    let (numbers, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>()
    numbers.scan(0) { count, _ in count + 1 }.observe(recorder.observer)

    await withTaskGroup(of: Void.self) { group in
      for _ in 1...4 {
        group.addTask { for number in 1...1_000 { input.send(number) } }
      }
    }
    #expect(recorder.values == Array(1...4_000))
    #expect(recorder.violations.isEmpty)
  }
}
