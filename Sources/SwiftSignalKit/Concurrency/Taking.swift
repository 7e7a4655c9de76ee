import Signals

/// One start of `take`: one object for what it remembers and for both of its handlers, because reading a promise takes
/// one value and each block of memory counts there.
///
/// Sendable because `left` is touched only inside the gate of the start.
@usableFromInline final class Taking<T, E>: @unchecked Sendable {
  @usableFromInline let output: Observer<Carried<T>, Failed<E>>
  @usableFromInline let source: Upstream
  @exclusivity(unchecked) @usableFromInline var left: Int

  /// - Precondition: `count` is greater than zero.
  @inlinable init(_ count: Int, _ output: Observer<Carried<T>, Failed<E>>, _ source: Upstream) {
    left = count
    self.output = output
    self.source = source
  }

  @inlinable var input: Observer<Carried<T>, Failed<E>> {
    Observer(next: { self.receive($0) }, end: { self.end($0) })
  }

  @inlinable @inline(__always) func receive(_ value: Carried<T>) {
    if left == 0 { return }
    left -= 1
    let isLast = left == 0
    output.next(value)
    if isLast {
      output.end(.completed)
      source.dispose()
    }
  }

  @inlinable @inline(__always) func end(_ termination: Termination<Failed<E>>) {
    if left > 0 { output.end(termination) }
  }
}
