import Signals

extension EventStream where D == Pull {
  /// The same as a signal of the dialect, which hears nothing of an interruption.
  @_disfavoredOverload
  @inlinable public var signalKit: SwiftSignalKit.Signal<Value, Failure> {
    Signal(map { Carried($0) }.mapError { Failed($0) })
  }
}

extension EventStream where D == Pull, Failure == Never {
  /// The same as a signal of the dialect, which hears nothing of an interruption.
  @inlinable public var signalKit: SwiftSignalKit.Signal<Value, NoError> {
    Signal(map { Carried($0) }.setFailureType())
  }
}
