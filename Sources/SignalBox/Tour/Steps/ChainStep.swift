import Signals

/// The one difference between push and pull: who begins.
struct ChainStep: Step {
  let title = "A → B → C → D, pushed and pulled"
  let announcement = """
    One chain, written once, used twice. Pushed, A begins: a value is sent and runs down to D. Pulled, D \
    begins: its start asks C, B and A, and then the value runs down. Read it from top to bottom: each \
    line is one call, as it happens.
    """

  /// Knows nothing of push and pull: it has the drive of its source.
  func chain<D>(_ numbers: EventStream<D, Int, Never>, _ calls: Calls) -> EventStream<D, Int, Never> {
    numbers.traced("A", calls)
      .map { $0 * 10 }.traced("B", calls)
      .map { $0 + 1 }.traced("C", calls)
      .map { $0 * 2 }.traced("D", calls)
  }

  func run(on terminal: Terminal) -> [Check] {
    terminal.line(terminal.paint(.title, "      A             B  × 10       C  + 1        D  × 2"))
    let pushed = pushOne(on: terminal)
    terminal.line()
    let pulled = pullOne(on: terminal)
    terminal.line()
    return [
      Check(
        "Pushed: building connects A, B, C, D; a send runs through A, B, C, D.",
        announced: [
          "build", "A joins", "B joins", "C joins", "D joins", "send", "A 1", "B 10", "C 11", "D 22",
        ],
        seen: pushed),
      Check(
        "Pulled: building does nothing; a start asks D, C, B, A; A, B, C, D give.",
        announced: [
          "build", "start", "D asks", "C asks", "B asks", "A asks", "A 1", "B 10", "C 11", "D 22",
        ],
        seen: pulled),
    ]
  }

  private func pushOne(on terminal: Terminal) -> [String] {
    let calls = Calls { $0.draw(on: terminal) }
    let (numbers, input) = Signal<Int, Never>.pipe()

    terminal.line("    " + terminal.paint(.push, "push") + "  let results = chain(signal)")
    let results = chain(numbers, calls)
    results.observeValues { _ in }
    let built = calls.entries

    terminal.line("    " + terminal.paint(.push, "push") + "  input.send(1)")
    input.send(1)
    let sent = calls.entries.dropFirst(built.count)
    return ["build"] + built.map(\.description) + ["send"] + sent.map(\.description)
  }

  private func pullOne(on terminal: Terminal) -> [String] {
    let calls = Calls { $0.draw(on: terminal) }
    let numbers = SignalProducer<Int, Never>(value: 1)

    terminal.line("    " + terminal.paint(.pull, "pull") + "  let results = chain(producer)")
    let results = chain(numbers, calls)
    let built = calls.entries
    if built.isEmpty {
      terminal.line("      " + terminal.paint(.faint, "no call: it is only a recipe"))
    }

    terminal.line("    " + terminal.paint(.pull, "pull") + "  results.start()")
    results.start()
    let started = calls.entries.dropFirst(built.count)
    return ["build"] + built.map(\.description) + ["start"] + started.map(\.description)
  }
}

extension EventStream where Value == Int {
  fileprivate func traced(_ stage: Character, _ calls: Calls) -> Self {
    on(
      starting: { calls.note(Call(stage: stage, action: D.pushes ? .join : .start)) },
      next: { calls.note(Call(stage: stage, action: .give($0))) })
  }
}
