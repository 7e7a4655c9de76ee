import SignalsFoundation

/// The guided run: steps, one after the other, and a verdict.
struct Tour: Sendable {
  let steps: [any Step]

  /// - Parameter paths: The files and folders that the last step reads.
  static func full(reading paths: [FilePath]) -> Tour {
    Tour(steps: [
      ChainStep(), HotAndColdStep(), LateObserverStep(), DisposalStep(), ReentrancyStep(), DiamondStep(),
      VocabulariesStep(), TypingStep(), NetworkPageStep(), WatchedFileStep(), FilesStep(paths: paths),
    ])
  }

  func run(on terminal: Terminal) -> ExitStatus {
    terminal.line(
      " " + terminal.paint(.title, "swift-signals") + ": one stream, two drives, in \(steps.count.of("step"))"
    )
    terminal.line()
    var failures: [String] = []
    for (index, step) in steps.enumerated() {
      let name = "\(index + 1)  \(step.title)"
      announce(step, as: name, on: terminal)
      for check in step.run(on: terminal) {
        show(check, on: terminal)
        if !check.holds { failures.append("step \(index + 1), \(step.title): \(check.complaint)") }
      }
      terminal.line()
      terminal.pause(.milliseconds(150))
    }
    for failure in failures { terminal.complain("signalbox: \(failure)") }
    if !failures.isEmpty { return .failure }
    terminal.line("All \(steps.count.of("step")) gave what they announced.")
    return .success
  }

  private func announce(_ step: any Step, as name: String, on terminal: Terminal) {
    let rule = String(repeating: "─", count: max(0, 75 - name.count))
    terminal.line(" \(terminal.paint(.title, name)) \(terminal.paint(.faint, rule))")
    for line in step.announcement.wrapped(to: 72) { terminal.line("    \(line)") }
    terminal.line()
    terminal.pause(.milliseconds(100))
  }

  private func show(_ check: Check, on terminal: Terminal) {
    let mark = check.holds ? terminal.paint(.good, "✓") : terminal.paint(.bad, "✗")
    for (index, line) in check.claim.wrapped(to: 72).enumerated() {
      terminal.line("  \(index == 0 ? mark : " ") \(line)")
    }
  }
}

extension Check {
  fileprivate var complaint: String { "\"\(claim)\" announced \(announced), saw \(seen)" }
}
