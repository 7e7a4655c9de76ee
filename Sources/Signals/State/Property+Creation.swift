extension Property {
  /// A property that never changes.
  @inlinable public init(value: Value) {
    node = Node(value, nil, "constant")
    feed = nil
    node.end()
  }

  /// A property that is computed: it finds out by itself what it reads, also when that changes from run to run.
  ///
  /// The closure may run on any thread and more than once for one change; it should do nothing but compute.
  /// While other threads set what it reads it may see values that do not belong together: it should not stop at
  /// them, what it makes of them is dropped.
  /// Reading the property itself in it, also by way of others, stops the program with the names of those
  /// properties.
  @inlinable public init(
    fileID: StaticString = #fileID, line: UInt = #line, computing compute: @escaping @Sendable () -> Value
  ) {
    self.init(Node(RecordingRule(computing: compute), sources: nil, PropertyName(fileID, line: line)))
  }

  /// A property that is computed, and that changes only when its value does.
  @inlinable public init(
    fileID: StaticString = #fileID, line: UInt = #line, computing compute: @escaping @Sendable () -> Value
  ) where Value: Equatable {
    self.init(
      Node(RecordingRule(computing: compute).distinct, sources: nil, PropertyName(fileID, line: line)))
  }

  /// A property that takes its values from a stream, and has another one until the first comes.
  ///
  /// A producer is started at once. It is disposed of when the last copy of the property, and the last thing
  /// that was computed from it, are gone. When it ends, the property keeps its last value, and its streams
  /// complete.
  public init<Source: EventSource>(
    initial: Value, then source: Source, fileID: StaticString = #fileID, line: UInt = #line
  ) where Source.Value == Value, Source.Failure == Never {
    self.init(following: source, Node(initial, nil, PropertyName(fileID, line: line)))
  }

  /// A property that takes its values from a stream, and has another one until the first comes. Equal values
  /// change nothing.
  public init<Source: EventSource>(
    initial: Value, then source: Source, fileID: StaticString = #fileID, line: UInt = #line
  ) where Source.Value == Value, Source.Failure == Never, Value: Equatable {
    self.init(following: source, Node(initial, { $0 == $1 }, PropertyName(fileID, line: line)))
  }

  private init<Source: EventSource>(following source: Source, _ node: Node<Value>)
  where Source.Value == Value, Source.Failure == Never {
    let start = Start()
    self.init(node, feed: ScopedDisposable(start))
    source.attach(Observer(next: { node.set($0) }, end: { _ in node.end() }), start)
  }
}

extension RecordingRule {
  @inlinable init(computing compute: @escaping @Sendable () -> Value) {
    self.init { node, reading in
      let (value, read) = Context.compute(node, reading.overlay, compute)
      reading = read
      return value
    }
  }
}
