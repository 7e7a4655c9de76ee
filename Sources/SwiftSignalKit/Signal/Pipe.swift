precedencegroup PipeRight {
  associativity: left
  higherThan: DefaultPrecedence
}

infix operator |> : PipeRight

/// Applies a function to what stands before it.
///
///     let lengths = words |> filter { !$0.isEmpty } |> map { $0.count }
@inlinable @inline(__always) public func |> <T, U>(value: T, function: (T) -> U) -> U { function(value) }
