// Events pass no gate on their way through a chain of stages. So in a long chain, one of every 16 stages looks at the stack
// (contract P8); a shorter one costs nothing for it.

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
  /// Attaches what is above a stage. In a long chain, one of every 16 stages checks the stack (contract P8).
  @inlinable @inline(__always) func attachStage<Value, Failure>(
    to source: (consuming Observer<Value, Failure>, Subscription) -> Void,
    _ observer: consuming Observer<Value, Failure>
  ) {
    stages &+= 1
    if stages % 16 != 0 {
      source(consume observer, self)
    } else {
      attachCheckedStage(to: source, consume observer)
    }
  }

  /// Out of line, so that the optimiser knows the observer of the usual case.
  @inlinable @inline(never) func attachCheckedStage<Value, Failure>(
    to source: (consuming Observer<Value, Failure>, Subscription) -> Void,
    _ observer: consuming Observer<Value, Failure>
  ) {
    CurrentThread.checkStack()
    source((consume observer).checkingStack(), self)
  }
}
