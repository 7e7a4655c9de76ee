import Signals

/// Why events are delivered one after the other, also when an observer sends.
struct ReentrancyStep: Step {
  let title = "A send from inside an observer"
  let announcement = """
    Anna answers 1 with 2 and 2 with 3, from inside her callback. The gate of a signal queues each \
    answer until Ben has seen what came before. A naive pipe calls in the middle of a call: Ben sees \
    the answers before the questions.
    """

  func run(on terminal: Terminal) -> [Check] {
    let gated = converse(over: GatedPipe())
    let naive = converse(over: NaivePipe())

    terminal.line(
      "    " + terminal.paint(.push, "with the gate".padded(to: 36)) + terminal.paint(.bad, "without"))
    for (left, right) in zip(gated, naive) {
      terminal.line("      " + left.drawn.padded(to: 36) + right.drawn)
    }
    terminal.line()

    return [
      Check("With the gate, Ben sees 1, 2, 3.", announced: [1, 2, 3], seen: gated.values(of: "Ben")),
      Check("Without it, Ben sees 3, 2, 1.", announced: [3, 2, 1], seen: naive.values(of: "Ben")),
      Check("With the gate, no call is inside another.", announced: 1, seen: gated.deepest),
      Check("Without it, three are.", announced: 3, seen: naive.deepest),
      Check(
        "100,000 answers to answers need no stack: none is inside another.",
        announced: Countdown(values: 100_000, deepest: 1), seen: countDown(from: 100_000)),
    ]
  }

  /// Anna answers, Ben listens.
  private func converse(over pipe: some Pipe) -> [Sighting] {
    let seen = Journal<Sighting>()
    let depth = Counter()
    pipe.observe { value in
      seen.note(Sighting(who: "Anna", value: value, depth: depth.add(1)))
      if value < 3 { pipe.send(value + 1) }
      depth.add(-1)
    }
    pipe.observe { value in
      seen.note(Sighting(who: "Ben", value: value, depth: depth.add(1)))
      depth.add(-1)
    }
    pipe.send(1)
    return seen.entries
  }

  private func countDown(from start: Int) -> Countdown {
    let (numbers, input) = Signal<Int, Never>.pipe()
    let (values, depth) = (Counter(), Counter())
    let deepest = Guarded(0)
    numbers.observeValues { number in
      let now = depth.add(1)
      deepest.withLock { $0 = max($0, now) }
      values.next()
      if number > 1 { input.send(number - 1) }
      depth.add(-1)
    }
    input.send(start)
    return Countdown(values: values.count, deepest: deepest.withLock { $0 })
  }
}

private struct Countdown: Equatable {
  var values: Int
  var deepest: Int
}

/// Who saw what, and inside how many calls.
private struct Sighting: Sendable {
  let who: String
  let value: Int
  let depth: Int

  var drawn: String { String(repeating: "│ ", count: depth - 1) + "\(who.padded(to: 4)) sees \(value)" }
}

extension [Sighting] {
  fileprivate func values(of name: String) -> [Int] { filter { $0.who == name }.map(\.value) }

  fileprivate var deepest: Int { map(\.depth).max() ?? 0 }
}
