import Signals

/// Hot against cold: how often the work runs.
struct HotAndColdStep: Step {
  let title = "Hot against cold"
  let announcement = """
    One recipe, made a producer and made a signal. The producer is cold, like a recording: it plays \
    anew for each start. The signal is hot, like a broadcast: it plays once, for all who watch.
    """

  /// A play that counts its performances and goes on at each cue. For a producer this is a recipe; for a
  /// signal it runs at once.
  func play<D>(_ cues: Signal<String, Never>, _ performances: Counter) -> EventStream<D, String, Never> {
    EventStream { audience, lifetime in
      let number = performances.next()
      lifetime += cues.observeValues { act in audience.send("performance \(number), \(act)") }
    }
  }

  func run(on terminal: Terminal) -> [Check] {
    let (cues, director) = Signal<String, Never>.pipe()
    let (coldCount, hotCount) = (Counter(), Counter())
    let seen = Journal<String> { terminal.line("      \($0)") }
    @Sendable func watch(_ name: String) -> @Sendable (String) -> Void {
      { seen.note("\(name) sees \($0)") }
    }

    terminal.line("    " + terminal.paint(.pull, "cold") + "  a SignalProducer, started by Anna and by Ben")
    let recording: SignalProducer<String, Never> = play(cues, coldCount)
    let anna = recording.startWithValues(watch("Anna"))
    let ben = recording.startWithValues(watch("Ben "))
    director.send("act 1")
    director.send("act 2")
    [anna, ben].forEach { $0.dispose() }
    let cold = seen.entries

    terminal.line()
    terminal.line("    " + terminal.paint(.push, "hot") + "   a Signal, observed by Anna and by Ben")
    let broadcast: Signal<String, Never> = play(cues, hotCount)
    broadcast.observeValues(watch("Anna"))
    broadcast.observeValues(watch("Ben "))
    director.send("act 1")
    director.send("act 2")
    let hot = Array(seen.entries.dropFirst(cold.count))
    terminal.line()

    return [
      Check("Cold: two starts, two performances.", announced: 2, seen: coldCount.count),
      Check(
        "Cold: each sees a performance of their own, from its beginning.",
        announced: [
          "Anna sees performance 1, act 1", "Ben  sees performance 2, act 1",
          "Anna sees performance 1, act 2", "Ben  sees performance 2, act 2",
        ], seen: cold),
      Check("Hot: two observers, one performance.", announced: 1, seen: hotCount.count),
      Check(
        "Hot: both see the same events in the same order.",
        announced: [
          "Anna sees performance 1, act 1", "Ben  sees performance 1, act 1",
          "Anna sees performance 1, act 2", "Ben  sees performance 1, act 2",
        ], seen: hot),
    ]
  }
}
