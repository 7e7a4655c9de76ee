/// The memory of a stage or a join.
///
/// Sendable because it is touched only from inside one gate, where events run one at a time; the gate
/// is the lock. It is never handed out.
@usableFromInline package final class GateBox<Value: ~Copyable>: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline package var value: Value

  @inlinable package init(_ value: consuming Value) { self.value = value }
}
