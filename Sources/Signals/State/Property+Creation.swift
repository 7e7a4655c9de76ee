extension Property {
  /// A property that never changes.
  @inlinable public init(value: Value) {
    self.init(PropertyNode(value, .builtIn("constant"), areEqual: nil))
    PropertyGraph.end(node)
  }

  /// A property that is computed: it finds out by itself what it reads, also when that changes from run to run.
  ///
  /// The closure may run on any thread and more than once for one change; it should do nothing but compute.
  /// All that it reads is of one moment, whatever other threads set meanwhile (contract R8). What it reads in
  /// ``untracked(_:)`` is no dependency (contract R7).
  ///
  /// If it reads the property itself, also by way of others, each property of that cycle has its `cycleValue`, until
  /// there is no cycle any more. If one of them has none, the program stops with their names.
  ///
  ///     let cell = Property(name: "A1", onCycle: .failure(.cycle)) { formula.value.evaluate() }
  ///
  /// - Parameters:
  ///   - name: What the property is called in messages; otherwise its file and line.
  ///   - cycleValue: The value while the property depends on itself.
  ///   - fileID: The file of the call, which the compiler fills in.
  ///   - line: The line of the call, which the compiler fills in.
  ///   - compute: Reads other properties and computes the value.
  @inlinable public init(
    name: String? = nil, onCycle cycleValue: Value? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    computing compute: @escaping @Sendable () -> Value
  ) {
    self.init(
      PropertyNode(
        computedBy: compute, NodeName(name, fileID, line), areEqual: nil, cycleValue: cycleValue))
    node.listIfRecorded()
  }

  /// A property that is computed, and that changes only when its value does.
  @inlinable public init(
    name: String? = nil, onCycle cycleValue: Value? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    computing compute: @escaping @Sendable () -> Value
  ) where Value: Equatable {
    self.init(
      PropertyNode(
        computedBy: compute, NodeName(name, fileID, line), cycleValue: cycleValue))
    node.listIfRecorded()
  }

  /// A property that takes its values from a stream, and has another one until the first comes.
  ///
  /// A producer is started at once. It is disposed of when the last copy of the property, and the last thing
  /// that was computed from it, are gone. When it ends, the property keeps its last value, and its streams
  /// complete.
  @inlinable public init<Source: EventSource>(
    name: String? = nil, initial: Value, then source: Source, fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Source.Value == Value, Source.Failure == Never {
    self.init(following: source, PropertyNode(initial, NodeName(name, fileID, line), areEqual: nil))
  }

  /// A property that takes its values from a stream, and has another one until the first comes. Equal values
  /// change nothing.
  @inlinable public init<Source: EventSource>(
    name: String? = nil, initial: Value, then source: Source, fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Source.Value == Value, Source.Failure == Never, Value: Equatable {
    self.init(following: source, PropertyNode(initial, NodeName(name, fileID, line), areEqual: isSame))
  }

  @inlinable init<Source: EventSource>(following source: Source, _ node: PropertyNode<Value>)
  where Source.Value == Value, Source.Failure == Never {
    let subscription = Subscription()
    self.init(node, feed: FollowedStream(subscription))
    node.listIfRecorded()
    source.attach(Observer(next: { node.follow($0) }, end: { _ in PropertyGraph.end(node) }), subscription)
  }
}

/// Keeps a property following a stream, until the last property that needs it is gone.
@usableFromInline final class FollowedStream: Sendable {
  private let subscription: Subscription

  @usableFromInline init(_ subscription: Subscription) { self.subscription = subscription }

  /// The stream may be the last to need another property that follows a stream, and so on: each is left to the list, so that
  /// a chain of them is released on constant stack.
  deinit { ReleaseList.collect { [subscription] in $0.pointee.add(ScopedDisposable(subscription)) } }
}
