import Foundation
import Signals

extension ContractCheck {
  /// E1: whatever the end, nothing follows it, also not when the source goes on.
  func checkGrammar() -> [ContractViolation] {
    [.completed, .failed(TestFailure()), .interrupted].flatMap { (end: Termination<TestFailure>) in
      let session = ContractSession(self)
      session.send(1...10)
      session.end(end)
      session.send(11...12)
      session.end(.completed)
      return session.recorder.violations
    }
  }

  /// E6: four threads send, and the clock moves at the same time.
  func checkSerialDelivery() -> [ContractViolation] {
    // The delivering thread yields to the others, so that they would deliver meanwhile if they could.
    let session = ContractSession(self) { _, _, _ in sched_yield() }
    let senders = DispatchGroup()
    for sender in 0..<4 {
      senders.enter()
      Thread.detachNewThread { [drive] in
        drive.run {
          for value in 0..<100 { session.source.send(4 * value + sender) }
        }
        senders.leave()
      }
    }
    while senders.wait(timeout: .now()) == .timedOut {
      if usesTime { session.time.advance(by: .seconds(1)) }
      sched_yield()
    }
    session.end(.completed)
    return session.recorder.violations
  }

  /// E7: a value that is sent from inside a callback is not delivered there, and keeps its place.
  func checkReentrancy() -> [ContractViolation] {
    let inOrder = ContractSession(self)
    inOrder.send(1...6)
    inOrder.end(.completed)

    let values = Guarded(Array(1...6))
    let sendNext: @Sendable (ContractSource) -> Bool = { source in
      let next = values.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let next { source.send(next) }
      return next != nil
    }
    // What comes while the operator attaches comes before any value could be sent.
    let isAttached = Guarded(false)
    let nested = ContractSession(self) { event, source, _ in
      if event.value != nil, isAttached.withLock({ $0 }) { _ = sendNext(source) }
    }
    isAttached.withLock { $0 = true }
    while sendNext(nested.source) { nested.time.advance(by: .seconds(1)) }
    nested.end(.completed)

    var violations = nested.recorder.violations
    // With a clock the values come at other times, and with several starts of the source they come
    // before the next one is there: then the two need not agree.
    if !usesTime, inOrder.source.started <= 1, nested.marks != inOrder.marks {
      violations.append(
        ContractViolation(
          .e7,
          "values sent from inside a callback give \(diagram(nested)), but \(diagram(inOrder)) in order"))
    }
    return violations
  }

  private func diagram(_ session: ContractSession<Output, Failure>) -> MarbleDiagram {
    MarbleDiagram(steps: [session.marks])
  }
}
