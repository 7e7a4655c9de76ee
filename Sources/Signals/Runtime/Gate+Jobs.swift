// Jobs of a scheduler that run inside a gate. A job that finds the gate busy is sent again: the thread inside would run it
// elsewhere than on the scheduler (contract T1).

extension Gate {
  /// Schedules a job.
  @usableFromInline package typealias JobSender = @Sendable (_ job: @escaping @Sendable () -> Void) -> Void

  /// Runs `body` inside the gate. Called by a job.
  @inlinable final func runJob(sentBy send: @escaping JobSender, _ body: @escaping @Sendable () -> Void) {
    if enter() {
      body()
      leave()
    } else {
      postJob(sentBy: send, body)
    }
  }

  /// The gate is busy: another thread adds or removes an observer, or this thread runs the job inside a callback. The
  /// thread inside runs the message, perhaps elsewhere than on the scheduler, or after the job.
  @usableFromInline @inline(never)
  final func postJob(sentBy send: @escaping JobSender, _ body: @escaping @Sendable () -> Void) {
    CallInProgress.make { job in
      post { [self] in if job.isHere { body() } else { sendJob(by: send, body) } }
    }
  }

  /// Inside the gate: schedules a job that runs `body` inside the gate. A scheduler that runs jobs at once runs it inside
  /// this call, where enqueueing a message again would repeat for ever.
  @usableFromInline
  final func sendJob(by send: @escaping JobSender, _ body: @escaping @Sendable () -> Void) {
    CallInProgress.make { sending in
      send { [self] in if sending.isHere { body() } else { runJob(sentBy: send, body) } }
    }
  }
}

/// Distinguishes code that runs inside a call, on the thread that makes it, from code that runs later or elsewhere.
private final class CallInProgress: Sendable {
  private let thread = CurrentThread.identity
  private let isOver = Flag()

  /// Whether the call has not returned, and the calling thread makes it.
  var isHere: Bool { thread == CurrentThread.identity && !isOver.isSet }

  static func make(_ call: (CallInProgress) -> Void) {
    let progress = CallInProgress()
    call(progress)
    _ = progress.isOver.set()
  }
}
