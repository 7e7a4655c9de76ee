import Signals
import SignalsTesting

/// A source and what is done to it, drawn by lot, as data: so that it can be run, compared with the model,
/// written down and made simpler.
struct Pipeline {
  /// What it begins with, and the drive it has when it is not the main one.
  var source: Source
  var drive: TestedDrive
  var steps: [Step] = []

  struct Step {
    var modelled: ModelledOperator
    var numbers: [Int]
    var durations: [Nanoseconds]
    var others: [Pipeline]
  }
}

/// A time or a duration. The same one is never drawn twice, so independent events never coincide. Of 64 bits also where `Int`
/// has 32.
typealias Nanoseconds = Int64

extension Pipeline {
  /// What the reference model says about it.
  func model(_ meter: Meter) -> Model { model(drive, meter) }

  func model(_ drive: TestedDrive, _ meter: Meter) -> Model {
    steps.reduce(source.model(drive, meter)) { stream, step in
      step.modelled.model(
        stream,
        Choice(
          numbers: step.numbers, durations: step.durations.map { .nanoseconds($0) },
          others: step.others.map { $0.model(meter) }))
    }
  }

  /// The stream itself.
  func real(_ bench: Bench) -> RealOther { RealOther(stream: real(drive, bench), drive: drive) }

  func real(_ drive: TestedDrive, _ bench: Bench) -> Real {
    drive.run {
      steps.reduce(source.real(drive, bench)) { stream, step in
        let choice = Choice(
          numbers: step.numbers, durations: step.durations.map { .nanoseconds($0) },
          others: step.others.map { $0.real(bench) })
        return step.modelled.real(stream, choice, bench.time)
      }
    }
  }

  /// How many operators there are, those of other streams included.
  var count: Int {
    steps.reduce(0) { sum, step in step.others.reduce(sum + 1) { $0 + $1.count } }
  }

  /// Whether another stream is a signal: then that has a life of its own.
  var usesSignals: Bool { steps.contains { $0.others.contains { $0.drive == .pushed || $0.usesSignals } } }

  /// Whether it exists for producers only.
  var isForProducersOnly: Bool { steps.contains { $0.modelled.isForProducersOnly } }
}

/// Where pipelines run: a clock, the inputs of signals, which are kept here, and what they may do.
final class Bench: Sendable {
  private struct State {
    var inputs: [@Sendable (Bench) -> Void] = []
    var attached = 0
  }

  let time = TestScheduler()
  let meter = Meter()
  private let state = Guarded(State())

  /// Remembers what begins to play a signal. It gets the bench when its time comes: it would keep the bench, which
  /// keeps it.
  func add(_ play: @escaping @Sendable (Bench) -> Void) { state.withLock { $0.inputs.append(play) } }

  /// Begins to play all signals.
  func play() { state.withLock { $0.inputs }.forEach { $0(self) } }

  /// Lets time pass, as long as there are steps left.
  func advance(to end: Duration) {
    let left = meter.left
    _ = meter.takeSteps(time.advance(to: end, atMost: left) ?? left + 1)
  }

  func noteAttachment(_ change: Int) { state.withLock { $0.attached += change } }

  /// How many starts of producers are under way.
  var attached: Int { state.withLock { $0.attached } }
}
