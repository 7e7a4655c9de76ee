import Signals

/// One start of a succession.
///
/// Sendable because `waiting` and `current` are touched by one step at a time, which does so before it attaches a part.
@usableFromInline final class Walk<T, E>: @unchecked Sendable {
  @usableFromInline let junction: Junction<Carried<T>, Failed<E>>
  /// What is still to come, the next one last.
  @exclusivity(unchecked) @usableFromInline var waiting: [Signal<T, E>] = []
  /// The start of the part that was begun last.
  @exclusivity(unchecked) @usableFromInline var current: Subscription?

  @inlinable init(through parts: Succession<T, E>, _ junction: Junction<Carried<T>, Failed<E>>) {
    self.junction = junction
    parts.append(backwardsTo: &waiting)
  }

  @inlinable func begin() {
    if !junction.subscription.takeStep({ attachNext() }) {
      junction.subscription.takeNextStep { [self] in attachNext() }
    }
  }

  /// Starts the next part.
  @inlinable func attachNext() {
    let start = junction.subscription
    if start.hasEnded { return }
    guard let part = takeNext() else { return junction.end(.completed) }
    let next = Subscription()
    Step.attaches(next)
    start.add(next, after: current)
    current = next
    if start.comesFirst { next.becomeFirst(.behindOthers) }
    // Closures that hold nothing but this object need no memory of their own.
    part.core.attach(
      Observer(next: { [self] in pass($0) }, end: { [self] in passEnd($0) }), next, below: start,
      as: "then")
  }

  @inlinable func pass(_ value: Carried<T>) { junction.subscription.pass(value, junction.next) }

  /// When a part has completed, the next one begins.
  @inlinable func passEnd(_ termination: Termination<Failed<E>>) {
    guard termination.isCompleted, let current else { return junction.end(termination) }
    junction.subscription.proceed(after: current) { [self] in attachNext() }
  }

  /// The next part that has no parts itself.
  @inlinable func takeNext() -> Signal<T, E>? {
    while let signal = waiting.popLast() {
      switch signal.form {
      case .plain: return signal
      case .succession(let parts): parts.append(backwardsTo: &waiting)
      case .deferred(let make): waiting.append(make())
      }
    }
    return nil
  }
}
