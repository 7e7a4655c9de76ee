import Signals
import SignalsTesting

/// A pipeline, when an observer is attached to it, and whether and when that is disposed of.
struct ModelCase {
  enum Disposal {
    case none
    case at(Nanoseconds)
    /// From inside the delivery of a value.
    case after(values: Int)
  }

  var pipeline: Pipeline
  var attached: Nanoseconds
  var disposal: Disposal

  /// Events are compared up to this time.
  static let horizon = Duration.seconds(40)

  typealias Trace = [Timed<Event<Int, TestFailure>>]

  /// The drives in which it is tried.
  var drives: [TestedDrive] { pipeline.isForProducersOnly ? [.pulled] : TestedDrive.allCases }

  /// Whether values come, whichever the drive.
  var sendsValues: Bool { drives.allSatisfy { expected($0, Meter()).contains { $0.value.value != nil } } }

  /// Whether an operator pauses a source: then only the contract is checked.
  var needsPauses: Bool {
    drives.contains { drive in Pauses.noting { expected(drive, Meter()) }.areNeeded }
  }

  /// What differs between the model and a run; nil if nothing does.
  func mismatch() -> Mismatch? {
    for drive in drives {
      let meter = Meter()
      let (expected, arePausesNeeded) = Pauses.noting { self.expected(drive, meter) }
      let run = run(drive)
      var complaints = run.violations.map { $0.description }
      if meter.isUsedUp || run.isEndless {
        complaints.append("it takes more than \(Meter.limit) steps, as if it were endless")
      }
      if run.trace != expected, !arePausesNeeded {
        complaints.append("the operators do not do what the model says")
      }
      if drive == .pulled, !pipeline.usesSignals, run.stillAttached > 0 {
        complaints.append("\(run.stillAttached) sources are still attached after the end")
      }
      if !complaints.isEmpty {
        return Mismatch(drive: drive, complaints: complaints, expected: expected, got: run.trace)
      }
    }
    return nil
  }

  struct Mismatch {
    let drive: TestedDrive
    let complaints: [String]
    let expected: Trace
    let got: Trace
  }

  private var span: Span { Span(start: .nanoseconds(attached), end: Self.horizon) }

  /// What would come without a disposal.
  private func undisturbed(_ drive: TestedDrive) -> Trace {
    pipeline.model(drive, Meter()).timeline(from: span.start, until: span.end).events
  }

  /// What should come.
  private func expected(_ drive: TestedDrive, _ meter: Meter) -> Trace {
    let model = pipeline.model(drive, meter)
    let trace = model.timeline(from: span.start, until: span.end).events
    func interrupted(at time: Duration) -> Trace {
      let time = time + model.latency(span, time)
      return drive == .pushed || time > Self.horizon ? [] : [Timed(time, .interrupted)]
    }
    switch disposal {
    case .none: return trace
    case .at(let time):
      let time = Duration.nanoseconds(max(time, attached + 1))
      let before = trace.filter { $0.time < time }
      return before.last?.value.isTerminating == true ? before : before + interrupted(at: time)
    case .after(let count):
      let places = trace.indices.filter { trace[$0].value.value != nil }
      guard places.count >= count else { return trace }
      let heard = Array(trace[...places[count - 1]])
      return heard + interrupted(at: heard[heard.count - 1].time)
    }
  }

  /// What comes.
  private func run(_ drive: TestedDrive) -> Run {
    let bench = Bench()
    let subscription = Subscription()
    let left = Guarded(valuesUntilDisposal)
    let recorder = Recorder<Int, TestFailure>(on: bench.time) { event in
      if event.value == nil { return }
      let isTheLast = left.withLock { left in
        left -= 1
        return left == 0
      }
      if isTheLast { subscription.dispose() }
    }
    let stream = pipeline.real(drive, bench)
    drive.run {
      if attached == 0 {
        stream.attach(recorder.observer, subscription)
      } else {
        bench.time.schedule(at: .nanoseconds(attached)) { stream.attach(recorder.observer, subscription) }
      }
      bench.play()
      if case .at(let time) = disposal {
        bench.time.schedule(at: .nanoseconds(max(time, attached + 1))) { subscription.dispose() }
      }
      bench.advance(to: Self.horizon)
    }
    var trace = recorder.entries.map { Timed($0.time, $0.event) }
    if valuesUntilDisposal > 0, left.withLock({ $0 <= 0 }) {
      trace.acceptEnd(of: undisturbed(drive), in: expected(drive, Meter()))
    }
    // What has not ended would keep itself alive: the reaction of the recorder holds the start.
    subscription.dispose()
    return Run(
      trace: withExtendedLifetime(stream) { trace }, violations: recorder.violations,
      stillAttached: bench.attached, isEndless: bench.meter.isUsedUp)
  }

  private struct Run {
    var trace: Trace
    let violations: [ContractViolation]
    let stillAttached: Int
    let isEndless: Bool
  }

  private var valuesUntilDisposal: Int { if case .after(let values) = disposal { values } else { -1 } }
}

extension ModelCase.Trace {
  /// An observer that disposes while it receives its last value may get the end that this value brings instead, or the
  /// interruption at once: the stream is on its scheduler already.
  fileprivate mutating func acceptEnd(of undisturbed: Self, in expected: Self) {
    guard let last, last.value.isTerminating,
      last.value != .interrupted || last.time == undisturbed.last?.time
    else { return }
    self = dropLast() + expected.dropFirst(count - 1)
  }
}
