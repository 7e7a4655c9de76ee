import Signals

/// A value that another one stands in for while a closure runs: of each task, or of the program where there is one thread
/// and no tasks.
package struct Scoped<Value: Sendable>: Sendable {
  #if hasFeature(Embedded)
    private let current: Guarded<Value>

    package init(_ value: Value) { current = Guarded(value) }

    package var value: Value { current.withLock { $0 } }

    package func withValue<Result>(_ value: Value, _ body: () -> Result) -> Result {
      let outer = current.withLock { current in
        defer { current = value }
        return current
      }
      defer { current.withLock { $0 = outer } }
      return body()
    }
  #else
    private let current: TaskLocal<Value>

    package init(_ value: Value) { current = TaskLocal(wrappedValue: value) }

    package var value: Value { current.get() }

    package func withValue<Result>(_ value: Value, _ body: () -> Result) -> Result {
      current.withValue(value, operation: body)
    }
  #endif
}
