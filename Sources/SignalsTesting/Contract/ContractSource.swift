import Signals

/// The source under an operator while the contract is checked: the check sends, and the source counts
/// who is attached.
final class ContractSource: Sendable {
  private struct State {
    var inputs: [Observer<Int, TestFailure>] = []
    var attached = 0
    var started = 0
  }

  /// What the stream captures, to see when it is released.
  private final class Probe: Sendable {}

  private let state = Guarded(State())
  private let probe = Guarded<WeakReference<Probe>>(WeakReference(nil))

  /// The stream for the operator. Call it once: a pushed stream without references counts as detached.
  func stream(_ drive: TestedDrive) -> MarbleStream<Int> {
    let probe = Probe()
    self.probe.withLock { $0 = WeakReference(probe) }
    switch drive {
    case .pushed:
      let (output, input) = Signal<Int, TestFailure>.pipe()
      attach(input)
      return output.on(disposed: { withExtendedLifetime(probe) { self.detach() } }).reinterpretingDrive()
    case .pulled:
      return SignalProducer<Int, TestFailure> { [self] observer, lifetime in
        attach(observer)
        lifetime.onEnd { withExtendedLifetime(probe) { self.detach() } }
      }.reinterpretingDrive()
    }
  }

  /// How often the operator has attached; a pushed source counts as attached from the beginning.
  var started: Int { state.withLock { $0.started } }

  /// Whether something is attached now.
  var isAttached: Bool { state.withLock { $0.attached > 0 } }

  /// Whether the stream is still referred to.
  var isAlive: Bool { probe.withLock { $0.object != nil } }

  /// Sends a value to one of those that are attached, in turn.
  func send(_ value: Int) {
    let inputs = state.withLock { $0.inputs }
    if !inputs.isEmpty { inputs[value % inputs.count].send(value) }
  }

  /// Ends all that is attached.
  func end(_ termination: Termination<TestFailure>) {
    for input in state.withLock({ $0.inputs }) { input.send(end: termination) }
  }

  /// Releases the inputs.
  func releaseInputs() {
    let inputs = state.withLock { state in
      defer { state.inputs = [] }
      return state.inputs
    }
    withExtendedLifetime(inputs) {}
  }

  private func attach(_ input: Observer<Int, TestFailure>) {
    state.withLock {
      $0.inputs.append(input)
      $0.attached += 1
      $0.started += 1
    }
  }

  private func detach() { state.withLock { $0.attached -= 1 } }
}

/// A reference that does not keep its object.
struct WeakReference<Object: AnyObject & Sendable>: Sendable {
  private(set) weak var object: Object?

  init(_ object: Object?) { self.object = object }
}
