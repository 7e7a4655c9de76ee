import Signals

/// What one run did.
struct Outcome: Sendable {
  /// A moment at which a thread was chosen.
  struct Step: Sendable {
    /// The thread that came here; nil at the beginning.
    let thread: Int?
    let access: ExploredAccess
    /// The threads that could go on, a bit each.
    let options: UInt8
    /// The one that goes on in the plain order.
    let plain: Int
    let chosen: Int
    /// Whether `thread` could go on and does not by itself give way: to choose another one is a preemption.
    let isPreemptible: Bool
    /// Whether `thread` waits for others, and gives way to the next one in turn.
    let givesWay: Bool

    /// Whether what is chosen is not the next thread, but whether a store is kept back.
    var isStore: Bool { options & (1 << UInt8(Schedule.keeping)) != 0 }

    /// Preemptions that choosing `other` costs.
    func cost(of other: Int) -> Int {
      if other == plain { return 0 }
      // Not to give way where a thread waits for others, or to give way to another one that waits, is counted too: it could
      // be done without end.
      return isPreemptible || givesWay ? 1 : 0
    }
  }

  /// More are seldom looked at, and a loop without an end would fill pages.
  private static let accessesPerLine = 100

  var steps: [Step] = []
  /// The first rule that was broken.
  var failure: String?
  /// False: a thread was to go on that could not. The schedule is one of another scenario, or of another build.
  var isPossible = true

  /// What was chosen, as it can be chosen again.
  var schedule: Schedule {
    Schedule(
      switches: steps.indices.filter { steps[$0].chosen != steps[$0].plain }
        .map { Schedule.Switch(step: $0, thread: steps[$0].chosen) })
  }

  /// The interleaving, a line for each time that another thread goes on; `!` marks those before which the one above was
  /// preempted. An access is written with the number of what it accesses and the place in the source.
  var interleaving: String {
    var names: [UInt: String] = [:]
    var lines: [(head: String, accesses: [String])] = []
    // What a thread was about to do when it was preempted.
    var pending: [Int: String] = [:]
    for step in steps {
      if step.isStore {
        if step.chosen == Schedule.keeping { lines[lines.count - 1].accesses.append("keeps it back") }
        continue
      }
      if let thread = step.thread {
        let text = step.access.text(&names)
        if step.chosen == thread || !step.isPreemptible {
          lines[lines.count - 1].accesses.append(text)
        } else {
          pending[thread] = text
        }
        if step.chosen == thread { continue }
      }
      let isPreemption = step.cost(of: step.chosen) > 0
      let next = pending.removeValue(forKey: step.chosen)
      lines.append(("\(threadName(step.chosen))\(isPreemption ? "!" : " ")", next.map { [$0] } ?? []))
    }
    return lines.map { head, accesses in
      let omitted = accesses.count - Self.accessesPerLine
      let shown = accesses.prefix(Self.accessesPerLine).joined(separator: ", ")
      return "  \(head) \(shown)\(omitted > 0 ? " and \(omitted) more" : "")"
    }.joined(separator: "\n")
  }
}

extension ExploredAccess {
  fileprivate func text(_ names: inout [UInt: String]) -> String {
    var text = "\(operation)"
    if address != 0 {
      let name = names[address] ?? "#\(names.count + 1)"
      names[address] = name
      text += " \(name)"
    }
    if line != 0 { text += " \("\(file)".split(separator: "/").last ?? ""):\(line)" }
    return text
  }
}
