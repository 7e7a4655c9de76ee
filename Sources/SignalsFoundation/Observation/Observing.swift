import Observation
import Signals

extension EventStream where D == Pull, Failure == Never {
  /// What `read` takes from `@Observable` models, now and after each change of what it read.
  ///
  ///     SignalProducer.observing { "\(account.name), \(account.messages.count) messages" }
  ///       .startWithValues(on: .shared) { label.text = $0 }
  ///
  /// Models notify before they change, so `read` runs in the next turn of the main actor: changes that are made in one
  /// turn come as one value. A value that is equal to the one before comes too; `removeDuplicates()` drops it.
  ///
  /// Models have to be changed on the main actor: a change by another thread may not be over when `read` runs, and be
  /// missed.
  ///
  /// A model keeps the observer of a start that was disposed of, without what `read` and the subscriber hold, until it
  /// changes next: the Observation framework has no way to remove it.
  ///
  /// - Completes: never.
  /// - Buffers: nothing.
  public static func observing(_ read: @escaping @MainActor @Sendable () -> Value) -> Self {
    let read = MainActorScheduler.hopped { (_: Void) in read() }
    return Self { observer, lifetime in
      let reader = ModelReader({ read(()) }, observer)
      lifetime.onEnd { [weak reader] in reader?.stop() }
      reader.readInTheNextTurn()
    }
  }
}

/// Reads models again and again. What it has read keeps it; when that is released, the start is.
private final class ModelReader<Value: Sendable>: Sendable {
  private struct Work: Sendable {
    let read: @Sendable () -> Value
    let observer: Observer<Value, Never>
  }

  /// Nil after the end: a model keeps its observers until it changes next, and there is no way to remove one.
  private let work: Guarded<Work?>

  init(_ read: @escaping @Sendable () -> Value, _ observer: Observer<Value, Never>) {
    work = Guarded(Work(read: read, observer: observer))
  }

  func readInTheNextTurn() {
    MainActorScheduler.shared.schedule { MainActor.assumeIsolated { self.readNow() } }
  }

  @MainActor private func readNow() {
    guard let work = work.withLock({ $0 }) else { return }
    work.observer.send(
      withObservationTracking {
        work.read()
      } onChange: {
        self.readInTheNextTurn()
      })
  }

  func stop() {
    let work = work.withLock { $0.take() }
    withExtendedLifetime(work) {}  // Released here, outside the lock.
  }
}
