import Signals

extension ContractCheck {
  /// D2, P5, S7: nothing comes after disposal but the one interruption of a producer, and the operator
  /// disposes of its source.
  func checkDisposal() -> [ContractViolation] {
    let session = ContractSession(self)
    session.send(1...3)
    let before = session.marks
    session.subscription.dispose()
    let isAttached = session.source.isAttached
    session.subscription.dispose()
    session.send(4...6)
    session.end(.completed)

    let hadEnded = before.contains(where: \.isTerminating)
    let expected: [MarbleDiagram.Mark] = drive == .pushed || hadEnded ? [] : [.interrupted]
    var violations = session.recorder.violations
    let after = Array(session.marks.dropFirst(before.count))
    if after != expected {
      violations.append(
        ContractViolation(.d2, "after disposal came \(list(after)), expected \(list(expected))"))
    }
    if isAttached {
      violations.append(
        ContractViolation(drive == .pushed ? .s7 : .p5, "disposal does not reach the source"))
    }
    return violations
  }

  /// D2: the same from inside the delivery of the first and of the second value. That value may bring the
  /// end with it.
  func checkDisposalFromInside() -> [ContractViolation] {
    (1...2).flatMap { count in
      let seen = Guarded(0)
      let session = ContractSession(self) { event, _, start in
        if event.value == nil { return }
        let isTheOne = seen.withLock { seen in
          seen += 1
          return seen == count
        }
        if isTheOne { start.dispose() }
      }
      session.send(1...6)
      session.end(.completed)

      var violations = session.recorder.violations
      let disposal = session.marks.indices.filter { session.marks[$0].isValue }.dropFirst(count - 1).first
      guard let disposal else { return violations }
      let after = Array(session.marks[(disposal + 1)...])
      let isRight = drive == .pushed ? after.isEmpty : after.count == 1 && after[0].isTerminating
      if !isRight {
        let owed = drive == .pushed ? "nothing" : "one end"
        violations.append(
          ContractViolation(.d2, "after disposal from inside came \(list(after)), expected \(owed)"))
      }
      return violations
    }
  }

  private func list(_ marks: [MarbleDiagram.Mark]) -> String {
    marks.isEmpty ? "nothing" : MarbleDiagram(steps: [marks]).description
  }
}
