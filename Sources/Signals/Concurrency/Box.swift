/// The memory of a stage or a join.
///
/// Sendable because it is touched only from inside one gate, where events run single file; the gate
/// is the lock. It is never handed out.
@usableFromInline final class Box<Value>: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable init(_ value: Value) { self.value = value }
}
