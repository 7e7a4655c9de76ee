/// What one start remembers: a `GateBox` of the core for code of this module.
///
/// `@exclusivity(unchecked)` of a property is lost where another module accesses it: the compiler would check each access
/// to a box at run time, which takes more than half of the time of a combination.
///
/// Sendable because it is touched only from inside one gate, where events run one at a time; the gate is the lock. It is
/// never handed out.
@usableFromInline final class Cell<Value>: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable init(_ value: Value) { self.value = value }
}
