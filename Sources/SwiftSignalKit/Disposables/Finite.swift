import Signals

/// A disposable that knows whether it is over: nothing is left to dispose of, so containers need not keep it.
protocol Finite: Disposable {
  var isOver: Bool { get }
}

extension Subscription: Finite {
  var isOver: Bool { hasEnded }
}
