/// What one group or window sends.
///
/// Its values wait until it is observed for the first time (contract G2). They go to the first observer, as far as that
/// requests no pause; from then on values pass at once.
///
/// Everything happens inside the gate of the list, except that ``BranchPressure`` counts under its lock.
@usableFromInline final class Branch<Value: Sendable, Failure: Error>: Sendable {
  private enum Phase {
    /// Values wait.
    case unobserved
    /// Values wait behind those that the first observer has not received yet.
    case draining
    case passing
    /// All observers have received the end. The group has been dropped without an observer, if there is none.
    case ended(Termination<Failure>?)
  }

  private let phase = GateBox(Phase.unobserved)
  private let waiting = GateBox(Fifo<Value>())
  /// The end of the source, which comes behind the values that wait.
  private let end = GateBox<Termination<Failure>?>(nil)
  private let list = ObserverList<Value, Failure>(gate: Gate(), kind: .root)
  private let pressure: BranchPressure
  private let demand: BranchDemand

  /// - Parameter whenUnneeded: Called when the branch is no longer observed and can no longer be observed for the first time.
  init(_ pressure: BranchPressure, whenUnneeded: @escaping @Sendable () -> Void) {
    self.pressure = pressure
    demand = BranchDemand(whenUnneeded: whenUnneeded)
  }

  /// The values. As long as a copy of the producer exists, the branch can be observed.
  var producer: SignalProducer<Value, Failure> {
    let handle = BranchHandle(self)
    return .attaching { handle.branch.attach($0, $1) }
  }

  /// Whether the branch is observed, or can be observed for the first time.
  var isNeeded: Bool { pressure.isNeeded(demand) }

  // MARK: From the source

  @usableFromInline func send(_ value: Value) {
    if list.gate.enter() {
      take(value)
      list.gate.leave()
    } else {
      list.gate.post { [self] in take(value) }
    }
  }

  private func take(_ value: Value) {
    switch phase.value {
    case .passing: list.deliver(value)
    case .ended: break
    case .unobserved, .draining:
      waiting.value.append(value)
      pressure.change(demand, outside: list.gate) { $0.waiting += 1 }
    }
  }

  @usableFromInline func end(_ termination: Termination<Failure>) {
    list.gate.run { [self] in
      if end.value != nil { return }
      end.value = .some(termination)
      if case .passing = phase.value { finish(termination) }
    }
  }

  private func finish(_ termination: Termination<Failure>) {
    phase.value = .ended(termination)
    pressure.change(demand, outside: list.gate) { $0.passes = false }
    list.finish(termination)
  }

  // MARK: From an observer

  private func attach(_ observer: Observer<Value, Failure>, _ subscription: Subscription) {
    guard subscription.open({ observer.end(.interrupted) }) else { return }
    let end: @Sendable (Termination<Failure>) -> Void = { [subscription] in
      subscription.pass($0) { [subscription] termination in
        subscription.finish { observer.end(termination) }
      }
    }
    let entry = ObserverNode(Observer(next: subscription.passing(to: observer.next), end: end), list)
    // Counted before anything is delivered: it may request a pause with the first value.
    pressure.change(demand, outside: list.gate) { demand in
      demand.observers += 1
      demand.wasObserved = true
    }
    subscription += BranchStart(self)
    subscription.add(entry)
    list.gate.run { [self] in
      if case .ended(let termination) = phase.value { return end(termination ?? .interrupted) }
      list.link(entry, subscription.firstPlace)
      if case .unobserved = phase.value { phase.value = .draining }
      drain()
    }
  }

  /// Sends what waits, until an observer requests a pause.
  private func drain() {
    guard case .draining = phase.value else { return }
    while !waiting.value.isEmpty {
      if pressure.isPaused(demand) { return }
      let value = waiting.value.removeFirst()
      pressure.change(demand, outside: list.gate) { $0.waiting -= 1 }
      list.deliver(value)
    }
    phase.value = .passing
    if let end = end.value { return finish(end) }
    pressure.change(demand, outside: list.gate) { $0.passes = true }
  }

  fileprivate func countPauses(adding change: Int) {
    pressure.change(demand, outside: list.gate) { $0.pauses += change }
    if change < 0 { list.gate.run { [self] in drain() } }
  }

  /// An observer has left, with as many pauses as it requested.
  fileprivate func leave(_ pauses: Int) {
    pressure.change(demand, outside: list.gate) { demand in
      demand.observers -= 1
      demand.pauses -= pauses
    }
    if pauses > 0 { list.gate.run { [self] in drain() } }
  }

  /// The last copy of the producer is gone.
  fileprivate func becomeUnreachable() {
    pressure.change(demand, outside: list.gate) { $0.isReachable = false }
    list.gate.run { [self] in
      guard case .unobserved = phase.value else { return }
      phase.value = .ended(nil)
      let dropped = waiting.value
      waiting.value.removeAll()
      pressure.change(demand, outside: list.gate) { $0.waiting = 0 }
      withExtendedLifetime(dropped) {}
    }
  }
}

/// Shared by the copies of the producer of a branch.
private final class BranchHandle<Value: Sendable, Failure: Error>: Sendable {
  let branch: Branch<Value, Failure>

  init(_ branch: Branch<Value, Failure>) { self.branch = branch }

  deinit { branch.becomeUnreachable() }
}

/// One start of the producer of a branch, which owns it.
private final class BranchStart<Value: Sendable, Failure: Error>: Disposable {
  private let branch: Branch<Value, Failure>
  /// How many pauses the start requests; nil when it is over.
  private let pauses = Guarded<Int?>(0)

  init(_ branch: Branch<Value, Failure>) { self.branch = branch }

  /// Only its start disposes of it, when that ends.
  var isDisposed: Bool { false }

  func dispose() {
    if let pauses = pauses.withLock({ $0.take() }) { branch.leave(pauses) }
  }

  func pause() { count(1) }

  func resume() { count(-1) }

  private func count(_ change: Int) {
    let isCounted = pauses.withLock { pauses in
      pauses? += change
      return pauses != nil
    }
    if isCounted { branch.countPauses(adding: change) }
  }
}
