import Signals
import TestSupport

/// A node that is set; equal values are no change.
func variable<Value: Equatable & Sendable>(_ value: Value, _ name: StaticString = "variable") -> PropertyNode<
  Value
> {
  PropertyNode(value, .builtIn(name), areEqual: { $0 == $1 })
}

/// A node that is computed; equal values are no change.
func computed<Value: Equatable & Sendable>(
  _ name: StaticString = "computed", onCycle: Value? = nil, _ compute: @escaping @Sendable () -> Value
) -> PropertyNode<Value> {
  PropertyNode(computedBy: compute, .builtIn(name), areEqual: { $0 == $1 }, cycleValue: onCycle)
}

/// A node that is computed from the same others each time.
func mapped<Value: Equatable & Sendable>(
  _ name: StaticString = "mapped", from sources: [GraphNode], _ compute: @escaping @Sendable () -> Value
) -> PropertyNode<Value> {
  PropertyNode(from: sources, .builtIn(name), areEqual: { $0 == $1 }) { _ in compute() }
}

/// An observation: calls `hear` with the value as of now and each newer one, in order.
///
/// Values are taken from the graph by one thread at a time, as the observers of a property do.
final class Observation<Value: Sendable>: Sendable {
  private let node: PropertyNode<Value>
  private let state = Guarded(
    (version: UInt64(0), isEnded: false, isBusy: false, waiting: [(Value, UInt64)]()))
  private let hear: @Sendable (Value) -> Void
  private let isOver = Flag()
  private let listener: ValueObserver<Listener<Value>>

  init(_ node: PropertyNode<Value>, _ hear: @escaping @Sendable (Value) -> Void) {
    self.node = node
    self.hear = hear
    listener = node.observer(Listener(), for: node)
    listener.receiver.action.withLock { action in
      action.run = { [weak self] change in
        guard let self else { return }
        if let change { deliver(change) } else { state.withLock { $0.isEnded = true } }
      }
    }
    _ = PropertyGraph.beginObserving(listener)
    _ = node.value
    PropertyGraph.announce(node.record)
  }

  var isEnded: Bool { state.withLock { $0.isEnded } }

  func end() { if isOver.set() { listener.dispose() } }

  deinit { end() }

  private func deliver(_ change: (Value, UInt64)) {
    let isFirst = state.withLock { state in
      state.waiting.append(change)
      defer { state.isBusy = true }
      return !state.isBusy
    }
    guard isFirst else { return }
    while true {
      let next: (Value, UInt64)? = state.withLock { state in
        if state.waiting.isEmpty {
          state.isBusy = false
          return nil
        }
        return state.waiting.removeFirst()
      }
      guard let next else { return }
      let isNew = state.withLock { state in
        defer { state.version = max(state.version, next.1) }
        return next.1 > state.version
      }
      if isNew { hear(next.0) }
    }
  }
}

/// What a node notifies for an observation, which decides by itself what is new.
private struct Listener<Value: Sendable>: ValueReceiver {
  typealias Start = PropertyNode<Value>

  /// In a structure: a closure that is the whole state of a `Guarded` gets a wrapper each time that it is read.
  struct Action {
    var run: (@Sendable ((Value, UInt64)?) -> Void)?
  }

  let action = Guarded(Action())

  static func receive(_ value: Value, _ version: UInt64, by observer: ValueObserver<Self>) {
    observer.receiver.action.withLock { $0.run }?((value, version))
  }

  static func complete(_ observer: ValueObserver<Self>) { observer.receiver.action.withLock { $0.run }?(nil) }
}

extension SplitMix {
  mutating func below(_ end: Int) -> Int { Int.random(in: 0..<end, using: &self) }
}

extension GraphNode {
  var isObserved: Bool { PropertyGraph.withLock { record.pointee.isObserved } }

  var hasRetiredObservers: Bool { PropertyGraph.withLock { record.pointee.hasRetiredObservers } }
}
