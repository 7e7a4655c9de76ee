import Signals

extension Signal where T: Sendable, E: Error {
  /// The same as a producer of the core. Disposing of a start of it interrupts its observers.
  @inlinable public var producer: SignalProducer<T, E> {
    core.map { $0.value }.mapError { $0.error }.withOwnStarts
  }
}

extension Signal where T: Sendable, E == NoError {
  /// The same as a producer of the core. Disposing of a start of it interrupts its observers.
  @inlinable public var producer: SignalProducer<T, Never> {
    core.map { $0.value }.withFailure().withOwnStarts
  }
}

extension EventStream where D == Pull {
  /// The same with a start of its own for each start. Disposal is silent on one side of a bridge and interrupts
  /// observers on the other, so the two sides do not share a start.
  @usableFromInline var withOwnStarts: Self {
    .join { junction in
      junction.connect(self, next: junction.next, end: junction.output.end)
    }
  }
}
