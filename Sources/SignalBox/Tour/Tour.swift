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

  /// Where the terminal has a keyboard, the user says when the next step comes.
  func run(on terminal: Terminal) -> ExitStatus {
    terminal.keyboard?.open()
    defer { terminal.keyboard?.close() }
    terminal.line(
      " " + terminal.paint(.title, "swift-signals") + ": one stream, two drives, in \(steps.count.of("step"))"
    )
    terminal.line()
    var pace = Pace.stepByStep
    var failures: [String] = []
    var done = 0
    while done < steps.count, pace != .leave {
      failures += complaints(about: steps[done], number: done + 1, on: terminal)
      done += 1
      if pace == .stepByStep, done < steps.count { pace = readPace(on: terminal) }
    }
    for failure in failures { terminal.complain("signalbox: \(failure)") }
    conclude(after: done, hasFailed: !failures.isEmpty, on: terminal)
    return failures.isEmpty ? .success : .failure
  }

  private enum Pace { case stepByStep, runThrough, leave }

  private func readPace(on terminal: Terminal) -> Pace {
    switch terminal.key(" any key: next step · r: run through · q: quit")?.lowercased() {
    case "q": return .leave
    case "r":
      // What is typed from here on is for the shell.
      terminal.keyboard?.close()
      return .runThrough
    default: return .stepByStep
    }
  }

  private func conclude(after done: Int, hasFailed: Bool, on terminal: Terminal) {
    if done < steps.count {
      let verdict = hasFailed ? "" : "; so far each gave what it announced"
      terminal.line("Left after \(done) of \(steps.count.of("step"))\(verdict).")
    } else if !hasFailed {
      terminal.line("All \(steps.count.of("step")) gave what they announced.")
    }
  }

  /// Shows a step and what came of it.
  private func complaints(about step: any Step, number: Int, on terminal: Terminal) -> [String] {
    announce(step, as: "\(number)  \(step.title)", on: terminal)
    let checks = step.run(on: terminal)
    for check in checks { show(check, on: terminal) }
    terminal.line()
    terminal.pause(.milliseconds(150))
    return checks.filter { !$0.holds }.map { "step \(number), \(step.title): \($0.complaint)" }
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
