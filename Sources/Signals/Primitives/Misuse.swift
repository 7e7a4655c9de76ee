/// Stops the program when an argument breaks a rule (contract X1). Unlike `precondition`, it says why in
/// release builds too.
@inlinable @inline(__always)
package func require<Value>(_ holds: Bool, _ operation: StaticString, _ rule: StaticString, _ value: Value) {
  if !holds { misuse(operation, rule, value) }
}

@inlinable @inline(never)
func misuse<Value>(_ operation: StaticString, _ rule: StaticString, _ value: Value) -> Never {
  #if hasFeature(Embedded)
    stopProgram(operation, ": ", rule)
  #else
    fatalError("\(operation): \(rule), got \(value)")
  #endif
}
