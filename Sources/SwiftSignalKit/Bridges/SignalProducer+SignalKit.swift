import Signals

extension EventStream where D == Pull {
  /// The same as a signal of the dialect, which does not receive interruptions.
  @_disfavoredOverload
  @inlinable public var signalKit: SwiftSignalKit.Signal<Value, Failure> {
    Signal(joined: map { Carried($0) }.mapError { Failed($0) }.withOwnStarts)
  }
}

extension EventStream where D == Pull, Failure == Never {
  /// The same as a signal of the dialect, which does not receive interruptions.
  @inlinable public var signalKit: SwiftSignalKit.Signal<Value, NoError> {
    Signal(joined: map { Carried($0) }.setFailureType().withOwnStarts)
  }
}
