import Signals
import SignalsTesting

/// A value for a scheduler (contract T1).
enum SentOnScheduler<Value> {
  /// Sent by an action of the scheduler, at its time.
  case byTimer(Value)
  /// Sent elsewhere: a job takes it to the scheduler.
  case atOnce(Value)
}

/// Whether an operator would pause its source. The model has no pauses: it does not say when values come then.
enum Pauses {
  private static let areNeeded = Scoped<Guarded<Bool>?>(nil)

  /// What `body` returns, and whether an operator would have paused its source.
  static func noting<Result>(_ body: () -> Result) -> (result: Result, areNeeded: Bool) {
    let noted = Guarded(false)
    let result = areNeeded.withValue(noted, body)
    return (result, noted.withLock { $0 })
  }

  static func note() { areNeeded.value?.withLock { $0 = true } }
}

extension Array {
  /// All of them sent by actions of a scheduler.
  func byTimers<Value>() -> [Timed<SentOnScheduler<Value>>] where Element == Timed<Value> {
    map { Timed($0.time, .byTimer($0.value)) }
  }
}

extension Timeline {
  /// All values on their way to a scheduler.
  func atOnce() -> Timeline<SentOnScheduler<Value>, Failure> {
    with(values.map { Timed($0.time, .atOnce($0.value)) })
  }

  /// What comes on a scheduler that takes `latency` to come to a job. The job takes all that waits then, also what a
  /// timer has sent meanwhile. With a failure or an interruption comes nothing that waits.
  ///
  /// - Parameter limit: How many values may wait for a job until a source is paused that can be.
  func onScheduler<Sent>(_ latency: Duration, limit: Int = .max) -> Timeline<Sent, Failure>
  where Value == SentOnScheduler<Sent> {
    var job: Duration?
    var waiting = 0
    func jobTime(_ time: Duration) -> Duration {
      if job.map({ $0 < time }) ?? true {
        job = time + latency
        waiting = 0
      }
      waiting += 1
      if waiting >= limit { Pauses.note() }
      return job!
    }
    let values = values.map { value in
      switch value.value {
      case .byTimer(let sent):
        let isLate = job.map { $0 >= value.time } ?? false
        return Timed(isLate ? jobTime(value.time) : value.time, sent)
      case .atOnce(let sent): return Timed(jobTime(value.time), sent)
      }
    }
    guard let end else { return Timeline<Sent, Failure>(values) }
    return Timeline<Sent, Failure>(
      end.value.isCompleted ? values : values.filter { $0.time < end.time },
      end: Timed(jobTime(end.time), end.value))
  }
}
