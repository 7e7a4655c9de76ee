import Observation
import Signals

extension EventStream where D == Pull, Failure == Never {
  /// What `read` takes from `@Observable` models, now and after each change of what it read.
  ///
  ///     SignalProducer.observing { "\(account.name), \(account.messages.count) messages" }
  ///       .startWithValues(on: .shared) { label.text = $0 }
  ///
  /// Models tell before they change, so `read` runs in the next turn of the main actor: changes that are made in one
  /// turn come as one value. A value that is equal to the one before comes too; `removeDuplicates()` drops it.
  ///
  /// - Completes: never.
  /// - Buffers: nothing.
  public static func observing(_ read: @escaping @MainActor @Sendable () -> Value) -> Self {
    Self { observer, lifetime in
      let reader = ModelReader(read, observer)
      lifetime.onEnd { [weak reader] in reader?.stop() }
      reader.readInTheNextTurn()
    }
  }
}

/// Reads models again and again. What it has read keeps it; when that is released, the start is.
private final class ModelReader<Value: Sendable>: Sendable {
  private let read: @MainActor @Sendable () -> Value
  /// Nil after the end: a model keeps what it has to tell until it changes next.
  private let observer: Guarded<Observer<Value, Never>?>

  init(_ read: @escaping @MainActor @Sendable () -> Value, _ observer: Observer<Value, Never>) {
    self.read = read
    self.observer = Guarded(observer)
  }

  func readInTheNextTurn() {
    MainActorScheduler.shared.schedule { MainActor.assumeIsolated { self.readNow() } }
  }

  @MainActor private func readNow() {
    guard let observer = observer.withLock({ $0 }) else { return }
    observer.send(
      withObservationTracking {
        read()
      } onChange: {
        self.readInTheNextTurn()
      })
  }

  func stop() {
    let observer = observer.withLock { $0.take() }
    withExtendedLifetime(observer) {}  // Released here, outside the lock.
  }
}
