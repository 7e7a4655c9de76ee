extension PropertyProtocol {
  /// Both values, always of the same moment.
  ///
  ///     in     a-----b--------
  ///     other  1--------2-----
  ///            combineLatest(with: other)
  ///     out    a1----b1-b2----
  ///
  /// When both change in one ``transaction(_:)``, that is one change.
  @inlinable public func combineLatest<Other: PropertyProtocol>(
    with other: Other
  ) -> Property<(Value, Other.Value)> {
    Property<(Value, Other.Value)>.combineLatest(self, other)
  }
}

extension Property {
  /// The values of all properties, always of the same moment. Without properties: an empty array.
  ///
  /// - Complexity: O(n) per change, for n properties.
  @inlinable public static func combineLatest<P: PropertyProtocol>(_ properties: some Collection<P>) -> Self
  where Value == [P.Value] {
    combine { inputs in
      let all = properties.map { inputs.add($0) }
      return { frame in all.map { $0.read(in: frame) } }
    }
  }

  /// What all arities are made of: a property that reads all its inputs in each run. `inputs` adds each of them, and
  /// returns what combines their values.
  @inlinable static func combine(
    _ inputs: (inout PropertyInputs) -> @Sendable (FramePointer) -> Value
  ) -> Self {
    var all = PropertyInputs()
    let combine = inputs(&all)
    return Self(
      PropertyNode(from: all.nodes, .builtIn("combineLatest"), combine), feed: Feeds.joining(all.feeds))
  }
}

/// The properties that another one is computed from.
@usableFromInline struct PropertyInputs {
  @usableFromInline var nodes: [GraphNode] = []
  @usableFromInline var feeds: [any Sendable & AnyObject] = []

  @inlinable init() { nodes.reserveCapacity(8) }

  /// Adds a property; returns its node, which the computed property keeps.
  @inlinable mutating func add<V>(_ property: some PropertyProtocol<V>) -> Unretained<PropertyNode<V>> {
    let property = property.readOnly
    nodes.append(property.node)
    if let feed = property.feed { feeds.append(feed) }
    return Unretained(property.node)
  }
}

/// What feeds the properties that another one was computed from.
@usableFromInline final class Feeds: Sendable {
  /// Emptied by the end, which nothing else can see.
  private let all: Guarded<[any Sendable & AnyObject]>

  private init(_ all: [any Sendable & AnyObject]) { self.all = Guarded(all) }

  /// In a chain of properties each may have some of the one before: they are released by a loop (contract P8).
  deinit {
    ReleaseList.collect { list in
      for feed in all.withLock({ exchange(&$0, with: []) }) { list.pointee.add(feed) }
    }
  }

  /// One for several; none where there is none.
  @usableFromInline static func joining(_ feeds: [any Sendable & AnyObject]) -> (any Sendable & AnyObject)? {
    if feeds.count < 2 { return feeds.first }
    var known: Set<ObjectIdentifier> = []
    let all = feeds.filter { known.insert(ObjectIdentifier($0 as AnyObject)).inserted }
    return all.count > 1 ? Feeds(all) : all.first
  }
}

// MARK: Arities

extension Property {
  /// The values of two properties, always of the same moment.
  @inlinable public static func combineLatest<V1, V2>(
    _ p1: some PropertyProtocol<V1>, _ p2: some PropertyProtocol<V2>
  ) -> Self where Value == (V1, V2) {
    combine {
      let (a, b) = ($0.add(p1), $0.add(p2))
      return { (a.read(in: $0), b.read(in: $0)) }
    }
  }

  /// The values of three properties, always of the same moment.
  @inlinable public static func combineLatest<V1, V2, V3>(
    _ p1: some PropertyProtocol<V1>, _ p2: some PropertyProtocol<V2>, _ p3: some PropertyProtocol<V3>
  ) -> Self where Value == (V1, V2, V3) {
    combine {
      let (a, b, c) = ($0.add(p1), $0.add(p2), $0.add(p3))
      return { (a.read(in: $0), b.read(in: $0), c.read(in: $0)) }
    }
  }

  /// The values of four properties, always of the same moment.
  @inlinable public static func combineLatest<V1, V2, V3, V4>(
    _ p1: some PropertyProtocol<V1>, _ p2: some PropertyProtocol<V2>, _ p3: some PropertyProtocol<V3>,
    _ p4: some PropertyProtocol<V4>
  ) -> Self where Value == (V1, V2, V3, V4) {
    combine {
      let (a, b, c, d) = ($0.add(p1), $0.add(p2), $0.add(p3), $0.add(p4))
      return { (a.read(in: $0), b.read(in: $0), c.read(in: $0), d.read(in: $0)) }
    }
  }

  /// The values of five properties, always of the same moment.
  @inlinable public static func combineLatest<V1, V2, V3, V4, V5>(
    _ p1: some PropertyProtocol<V1>, _ p2: some PropertyProtocol<V2>, _ p3: some PropertyProtocol<V3>,
    _ p4: some PropertyProtocol<V4>, _ p5: some PropertyProtocol<V5>
  ) -> Self where Value == (V1, V2, V3, V4, V5) {
    combine {
      let (a, b, c, d, e) = ($0.add(p1), $0.add(p2), $0.add(p3), $0.add(p4), $0.add(p5))
      return { (a.read(in: $0), b.read(in: $0), c.read(in: $0), d.read(in: $0), e.read(in: $0)) }
    }
  }

  /// The values of six properties, always of the same moment.
  @inlinable public static func combineLatest<V1, V2, V3, V4, V5, V6>(
    _ p1: some PropertyProtocol<V1>, _ p2: some PropertyProtocol<V2>, _ p3: some PropertyProtocol<V3>,
    _ p4: some PropertyProtocol<V4>, _ p5: some PropertyProtocol<V5>, _ p6: some PropertyProtocol<V6>
  ) -> Self where Value == (V1, V2, V3, V4, V5, V6) {
    combine {
      let (a, b, c, d, e, f) = ($0.add(p1), $0.add(p2), $0.add(p3), $0.add(p4), $0.add(p5), $0.add(p6))
      return {
        (a.read(in: $0), b.read(in: $0), c.read(in: $0), d.read(in: $0), e.read(in: $0), f.read(in: $0))
      }
    }
  }
}
