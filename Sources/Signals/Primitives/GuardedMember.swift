/// What one of several objects has behind a lock that they share: a part of the `State` in a ``Guarded``, kept outside of it
/// so that it need not be looked up.
///
/// Sendable because `value` is reached only with that state at hand, which is at hand only while the lock is held. One
/// object belongs to one state.
@usableFromInline final class GuardedMember<State, Value>: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable init(_ value: sending Value) { self.value = value }

  @inlinable @inline(__always) func value(in state: borrowing State) -> Value { value }

  @inlinable @inline(__always) func set(_ value: Value, in state: borrowing State) { self.value = value }

  func change(in state: borrowing State, _ body: (inout Value) -> Void) -> (before: Value, after: Value) {
    let before = value
    body(&value)
    return (before, value)
  }
}
