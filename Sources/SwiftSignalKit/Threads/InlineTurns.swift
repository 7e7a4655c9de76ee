import Signals

/// Where the deliveries of one start take turns on a queue: the job that `receive` sends, one at a time.
///
/// A job that is sent from the queue itself runs at once. What is sent by it runs after it, so a signal that answers
/// itself needs no stack. A job that came to the queue by dispatch sends the next one the same way, so that others
/// get a turn in between.
final class InlineTurns: Sendable {
  private enum Turn {
    case free
    case dispatched
    case inline(next: (@Sendable () -> Void)?)
  }

  private let queue: Queue
  private let turn = Guarded(Turn.free)

  init(_ queue: Queue) { self.queue = queue }

  func send(_ job: @escaping @Sendable () -> Void) {
    let isCurrent = queue.isCurrent()
    let begins: Bool? = turn.withLock { turn in
      switch turn {
      case .inline:
        turn = .inline(next: job)
        return nil
      case .free where isCurrent:
        turn = .inline(next: nil)
        return true
      default: return false
      }
    }
    guard let begins else { return }
    if begins { runInline(job) } else { dispatch(job) }
  }

  private func dispatch(_ job: @escaping @Sendable () -> Void) {
    queue.justDispatch { [self] in
      turn.withLock { $0 = .dispatched }
      job()
      turn.withLock { $0 = .free }
    }
  }

  private func runInline(_ first: @escaping @Sendable () -> Void) {
    var job: (@Sendable () -> Void)? = first
    while let current = job {
      current()
      job = turn.withLock { turn in
        guard case .inline(let next?) = turn else {
          turn = .free
          return nil
        }
        turn = .inline(next: nil)
        return next
      }
    }
  }
}
