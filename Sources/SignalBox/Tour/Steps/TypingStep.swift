import Signals
import SignalsMarbles

/// Time as an argument: a search field, run by a clock that is moved by hand.
struct TypingStep: Step {
  let title = "Typing, with a pause and a switch"
  let announcement = """
    A search field: a query goes out when no key was pressed for 300 ms, and a new query replaces the \
    search that is still running. This runs in virtual time, so it takes no time; the diagram is drawn \
    from what happened. One column is 100 ms.
    """

  /// The words that match, after a while.
  func search(_ query: String, on clock: TestScheduler) -> SignalProducer<Int, Never> {
    let words = ["swan", "sweet", "swift", "swiftly", "swim"]
    return SignalProducer(value: words.count { $0.hasPrefix(query) })
      .delay(.milliseconds(800), on: clock)
  }

  func run(on terminal: Terminal) -> [Check] {
    let clock = TestScheduler()
    let (keys, keyboard) = Signal<String, Never>.pipe()
    let searches = SearchLog(on: clock, column: Self.column)

    let queries =
      keys
      .scan("", +)
      .debounce(for: .milliseconds(300), on: clock)
    let hits =
      queries
      .flatMap(.latest) { query in searches.watch(query, search(query, on: clock)) }

    let typed = Recorder<String, Never>(on: clock)
    let queried = Recorder<String, Never>(on: clock)
    let found = Recorder<Int, Never>(on: clock)
    keys.observe(typed.observer)
    queries.observe(queried.observer)
    hits.observe(found.observer)

    for (column, key) in [(1, "s"), (3, "w"), (8, "i"), (9, "f"), (10, "t")] {
      clock.schedule(at: Self.column * column) { keyboard.send(key) }
    }
    clock.schedule(at: Self.column * 17) { keyboard.complete() }
    clock.run()

    let picture = MarblePicture(
      [
        .diagram("keys", MarbleDiagram(typed.entries, step: Self.column)),
        .diagram("queries", MarbleDiagram(queried.entries, step: Self.column)),
      ] + searches.diagrams.map { .diagram("search \($0)", $1) } + [
        .diagram("hits", MarbleDiagram(found.entries, step: Self.column))
      ],
      style: .picture)
    for line in picture.lines { terminal.line("    " + line) }
    terminal.line()

    return [
      Check("Five keys, two queries.", announced: ["sw", "swift"], seen: queried.values),
      Check(
        "Each goes out 300 ms after the last key.",
        announced: [.milliseconds(600), .milliseconds(1300)], seen: queried.times),
      Check("The second query interrupts the first search.", announced: ["sw"], seen: searches.interrupted),
      Check("Only the answer to the newest query arrives.", announced: [2], seen: found.values),
    ]
  }

  private static let column = Duration.milliseconds(100)
}

extension Recorder {
  /// When values came.
  fileprivate var times: [Duration] { entries.filter { $0.event.value != nil }.map(\.time) }
}

/// When searches began, and what became of them.
private final class SearchLog: Sendable {
  private let searches = Guarded<[(query: String, diagram: MarbleDiagram)]>([])
  private let step: @Sendable () -> Int

  init(on clock: TestScheduler, column: Duration) { step = { Int(clock.now / column) } }

  func watch(_ query: String, _ search: SignalProducer<Int, Never>) -> SignalProducer<Int, Never> {
    let number = searches.withLock { searches in
      searches.append((query, MarbleDiagram(steps: [])))
      return searches.count - 1
    }
    @Sendable func note(_ mark: MarbleDiagram.Mark) {
      searches.withLock { $0[number].diagram.add(mark, at: step()) }
    }
    return search.on(
      starting: { note(.attached) }, next: { note(.value("\($0)")) },
      completed: { note(.completed) }, interrupted: { note(.interrupted) })
  }

  var diagrams: [(query: String, diagram: MarbleDiagram)] { searches.withLock { $0 } }

  var interrupted: [String] {
    diagrams.filter { $0.diagram.steps.joined().contains(.interrupted) }.map(\.query)
  }
}
