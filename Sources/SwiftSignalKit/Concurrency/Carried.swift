import Signals

/// A value of any type on its way through the core, which carries values that are sendable.
///
/// Sendable because `value` goes from thread to thread one event at a time, and each event happens after the one before it. The
/// dialect promises no more than the original does: code that keeps a value and touches it on two threads at once has to guard
/// it, as always in code of this kind.
@frozen @usableFromInline struct Carried<Value>: @unchecked Sendable {
  @usableFromInline var value: Value

  @inlinable @inline(__always) init(_ value: Value) { self.value = value }
}

extension Carried: Equatable where Value: Equatable {
  @inlinable static func == (a: Self, b: Self) -> Bool { a.value == b.value }
}

/// An error of any type, `NoError` included, as a failure of the core.
///
/// Sendable because it is carried like a value: see ``Carried``. It is the last event, so nothing follows it.
@frozen @usableFromInline struct Failed<E>: Error, @unchecked Sendable {
  @usableFromInline let error: E

  @inlinable init(_ error: E) { self.error = error }
}
