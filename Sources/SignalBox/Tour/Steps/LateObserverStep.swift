import Signals

/// What those see who come late.
struct LateObserverStep: Step {
  let title = "A late observer"
  let announcement = """
    A signal neither waits nor repeats: a late observer sees what happens from then on, and one that \
    comes after the end sees one "interrupted". A producer begins anew at each start, at any time.
    """

  func run(on terminal: Terminal) -> [Check] {
    let (numbers, input) = Signal<Int, Never>.pipe()
    let sent = EventRow("sent"), early = EventRow("early"), late = EventRow("late"),
      tooLate = EventRow("too late")

    /// Sends an event; every row gets a column for it.
    func send(_ event: Event<Int, Never>) {
      for row in [sent, early, late, tooLate] { row.nextMoment() }
      sent.note(event)
      input.send(event: event)
    }

    numbers.observe(early.note)
    send(.next(1))
    send(.next(2))
    numbers.observe(late.note)
    send(.next(3))
    send(.completed)
    numbers.observe(tooLate.note)

    let anyTime = EventRow("any time")
    let recipe = SignalProducer<Int, Never>([1, 2, 3])
    recipe.start { event in
      anyTime.nextMoment()
      anyTime.note(event)
    }

    terminal.line("    " + terminal.paint(.push, "a signal"))
    for row in [sent, early, late, tooLate] { terminal.line("    " + row.text) }
    terminal.line()
    terminal.line("    " + terminal.paint(.pull, "a producer"))
    terminal.line("    " + anyTime.text)
    terminal.line()

    return [
      Check(
        "Early: everything.",
        announced: [.next(1), .next(2), .next(3), .completed], seen: early.events),
      Check("Late: what came after it.", announced: [.next(3), .completed], seen: late.events),
      Check("Too late: one interruption, at once.", announced: [.interrupted], seen: tooLate.events),
      Check(
        "A producer: everything, whenever it is started.",
        announced: [.next(1), .next(2), .next(3), .completed], seen: anyTime.events),
    ]
  }
}

/// What one observer saw, with a column for each moment.
private final class EventRow: Sendable {
  private let name: String
  private let columns = Guarded<[[Event<Int, Never>]]>([])

  init(_ name: String) { self.name = name }

  func nextMoment() { columns.withLock { $0.append([]) } }

  /// Notes an event in the present moment.
  @Sendable func note(_ event: Event<Int, Never>) {
    columns.withLock { columns in
      if columns.isEmpty { columns.append([]) }
      columns[columns.count - 1].append(event)
    }
  }

  var events: [Event<Int, Never>] { columns.withLock { $0.flatMap { $0 } } }

  var text: String {
    let cells = columns.withLock { $0 }.map { events in
      events.map { $0.value.map(String.init) ?? "\($0)" }.joined(separator: " ").padded(to: 7)
    }
    return "  " + name.padded(to: 14) + cells.joined()
  }
}
