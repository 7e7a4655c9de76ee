import Signals

/// How work is ended from outside.
struct DisposalStep: Step {
  let title = "Disposal and interruption"
  let announcement = """
    Disposing of a start ends its work: its observer sees "interrupted", then its resources are \
    released, newest first, and nothing comes after. Disposing of an observation only ends the \
    observation: the signal goes on for others.
    """

  /// Work that holds two resources and sends what comes in.
  func work(_ source: Signal<Int, Never>, _ journal: Journal<String>) -> SignalProducer<Int, Never> {
    SignalProducer { observer, lifetime in
      journal.note("open file")
      lifetime.onEnd { journal.note("close file") }
      journal.note("open socket")
      lifetime.onEnd { journal.note("close socket") }
      lifetime += source.observe(observer)
    }
  }

  func run(on terminal: Terminal) -> [Check] {
    let (numbers, input) = Signal<Int, Never>.pipe()

    terminal.line("    " + terminal.paint(.pull, "a start, disposed of after one value"))
    let pulled = Journal<String> { terminal.line("      \($0)") }
    let start = work(numbers, pulled).start { pulled.note("\($0)") }
    input.send(1)
    pulled.note("dispose()")
    start.dispose()
    input.send(2)

    terminal.line()
    terminal.line("    " + terminal.paint(.push, "two observations, one disposed of after one value"))
    let pushed = Journal<String> { terminal.line("      \($0)") }
    let anna = numbers.observe { pushed.note("Anna sees \($0)") }
    numbers.observe { pushed.note("Ben  sees \($0)") }
    input.send(3)
    pushed.note("Anna leaves")
    anna.dispose()
    input.send(4)
    input.complete()
    terminal.line()

    return [
      Check(
        "The start was interrupted, then released the socket and the file.",
        announced: [
          "open file", "open socket", "next(1)", "dispose()", "interrupted", "close socket", "close file",
        ],
        seen: pulled.entries),
      Check(
        "The observation ended silently; the signal went on.",
        announced: [
          "Anna sees next(3)", "Ben  sees next(3)", "Anna leaves", "Ben  sees next(4)",
          "Ben  sees completed",
        ],
        seen: pushed.entries),
    ]
  }
}
