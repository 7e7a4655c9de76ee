import Signals

extension Signal where T: Sendable, E: Error {
  /// The same as a producer of the core. Disposing of a start of it interrupts its observers.
  @inlinable public var producer: SignalProducer<T, E> { core.map { $0.value }.mapError { $0.error } }
}

extension Signal where T: Sendable, E == NoError {
  /// The same as a producer of the core. Disposing of a start of it interrupts its observers.
  @inlinable public var producer: SignalProducer<T, Never> {
    core.map { $0.value }.withFailure()
  }
}
