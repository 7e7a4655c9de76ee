// Events pass no gate on their way through a chain of stages. So in a long chain of a signal one of every 16 stages looks at
// the stack (contract P8), and a start does when it attaches one of every 64: if half of the stack is left then, the values,
// which take less for a stage, have enough. A start counts each of its stages, an event counts nothing.

extension Observer {
  /// The observer above a stage of a signal: in a long chain, one of every 16 checks the stack.
  @inlinable @inline(__always) func checkingStack(ofStage number: UInt8) -> Self {
    number % 16 != 0 ? self : checkingStack()
  }

  /// Stops the program where an event would overflow the stack on its way through a long chain of stages (contract P8).
  @usableFromInline func checkingStack() -> Self {
    Self(
      next: { [next] value in
        CurrentThread.checkStack()
        next(value)
      },
      end: { [end] termination in
        CurrentThread.checkStack()
        end(termination)
      })
  }
}

extension Subscription {
  /// Called for each stage that is attached. Its observer stays as it is: where the optimiser sees a whole chain, an
  /// observer that some stages replace would take a block of memory for each.
  @inlinable @inline(__always) package func noteStage() {
    stages &+= 1
    if stages % 64 == 0 { CurrentThread.checkHalfOfStack() }
  }
}
