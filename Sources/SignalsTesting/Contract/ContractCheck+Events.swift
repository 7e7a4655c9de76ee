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
    let senders = ConcurrentSenders(count: 4)
    let session = ContractSession(self) { _, _, _ in senders.holdDelivery() }
    let running = DispatchGroup()
    senders.begin()
    for sender in 0..<senders.count {
      running.enter()
      Thread.detachNewThread { [drive] in
        drive.run {
          for value in 0..<100 {
            session.source.send(4 * value + sender)
            senders.hasSent(sender)
          }
        }
        senders.hasEnded(sender)
        running.leave()
      }
    }
    if usesTime {
      while running.wait(timeout: .now()) == .timedOut {
        session.time.advance(by: .seconds(1))
        sched_yield()
      }
    } else {
      running.wait()
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

/// Threads that send, and hold up a delivery until the others have had their turn: what lets two threads through does it
/// then, however few of the threads run at a time.
private final class ConcurrentSenders: Sendable {
  private struct State {
    /// By sender; what has ended counts as if it had sent for ever. `nil` before the threads begin.
    var sent: [Int]?
    var delivering = 0
    var heldUp = 0
    var hasOverlapped = false
  }

  let count: Int
  private let state = Guarded(State())
  private let changed = NSCondition()

  init(count: Int) { self.count = count }

  /// What an operator delivers while it is attached comes before, and there is no thread that it could wait for.
  func begin() { change { $0.sent = Array(repeating: 0, count: count) } }

  func hasSent(_ sender: Int) { change { $0.sent?[sender] += 1 } }

  func hasEnded(_ sender: Int) { change { $0.sent?[sender] = .max } }

  /// Called where an event is delivered. The first few wait; the limit is for operators that make senders wait.
  func holdDelivery() {
    let (sent, isHeldUp) = change { state in
      guard state.sent != nil else { return (nil as [Int]?, false) }
      state.delivering += 1
      state.heldUp += 1
      state.hasOverlapped = state.hasOverlapped || state.delivering > 1
      return (state.sent, state.heldUp <= 8)
    }
    guard let sent else { return }
    sched_yield()
    if isHeldUp { waitUntilOthersHaveSent(since: sent) }
    change { $0.delivering -= 1 }
  }

  private func waitUntilOthersHaveSent(since sent: [Int]) {
    let limit = Date.now + 10
    changed.withLock {
      while !haveOthersSent(since: sent) {
        if !changed.wait(until: limit) { return }
      }
    }
  }

  /// One of the senders may be the thread that delivers.
  private func haveOthersSent(since sent: [Int]) -> Bool {
    state.withLock { state in
      state.hasOverlapped
        || Swift.zip(state.sent ?? [], sent).count { $0 == .max || $0 > $1 } >= count - 1
    }
  }

  private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    changed.withLock {
      let result = state.withLock(body)
      changed.broadcast()
      return result
    }
  }
}
