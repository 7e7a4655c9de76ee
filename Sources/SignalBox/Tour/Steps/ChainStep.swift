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
    terminal.line(terminal.paint(.title, "    A             B  × 10       C  + 1        D  × 2"))
    let pushed = pushOne(on: terminal)
    terminal.line()
    let pulled = pullOne(on: terminal)
    terminal.line()
    return [
      Check(
        "Pushed: building connects A, B, C, D; a send runs through A, B, C, D.",
        announced: ["A joins", "B joins", "C joins", "D joins", "A 1", "B 10", "C 11", "D 22"],
        seen: pushed),
      Check(
        "Pulled: building does nothing; a start asks D, C, B, A; A, B, C, D give.",
        announced: ["D asks", "C asks", "B asks", "A asks", "A 1", "B 10", "C 11", "D 22"],
        seen: pulled),
    ]
  }

  private func pushOne(on terminal: Terminal) -> [String] {
    let calls = calls(on: terminal)
    let (numbers, input) = Signal<Int, Never>.pipe()

    caller(.push, "push", "chain(signal)", on: terminal)
    let results = chain(numbers, calls)
    results.observeValues { _ in }

    caller(.push, "push", "input.send(1)", on: terminal)
    input.send(1)
    return calls.entries.map(\.description)
  }

  private func pullOne(on terminal: Terminal) -> [String] {
    let calls = calls(on: terminal)
    let numbers = SignalProducer<Int, Never>(value: 1)

    caller(.pull, "pull", "chain(producer)", on: terminal)
    let results = chain(numbers, calls)

    caller(.pull, "pull", "results.start()", on: terminal)
    results.start()
    return calls.entries.map(\.description)
  }
}

/// One call on the way: which stage, and what it does.
struct Call: CustomStringConvertible {
  let stage: Character
  let action: String
  let arrow: String

  var description: String { "\(stage) \(action)" }
}

typealias Calls = Journal<Call>

extension EventStream where Value == Int {
  fileprivate func traced(_ stage: Character, _ calls: Calls) -> Self {
    on(
      starting: {
        calls.note(Call(stage: stage, action: D.pushes ? "joins" : "asks", arrow: D.pushes ? "+ " : "← "))
      },
      next: { calls.note(Call(stage: stage, action: "\($0)", arrow: "→ ")) })
  }
}

extension ChainStep {
  /// Draws each call in the column of its stage.
  private func calls(on terminal: Terminal) -> Calls {
    Calls { call in
      let column = Int(call.stage.asciiValue! - Character("A").asciiValue!)
      terminal.line(String(repeating: " ", count: 4 + column * 14) + call.arrow + call.action)
      terminal.pause(.milliseconds(40))
    }
  }

  private func caller(_ paint: Paint, _ drive: String, _ code: String, on terminal: Terminal) {
    terminal.line("  " + terminal.paint(paint, drive) + "  " + terminal.paint(.faint, code))
  }
}
