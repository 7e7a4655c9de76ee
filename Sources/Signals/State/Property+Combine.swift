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
    let all = properties.map { $0.readOnly }
    let sources = all.map { Unretained($0.node) }
    return combine(all.map { $0.node as GraphNode }, all.map { $0.feed }) {
      frame in sources.map { $0.read(in: frame) }
    }
  }

  /// A property computed from others that are all read in each run.
  @inlinable static func combine(
    _ nodes: [GraphNode], _ feeds: [(any Sendable & AnyObject)?],
    _ combine: @escaping @Sendable (FramePointer) -> Value
  ) -> Self {
    Self(
      PropertyNode(from: nodes, .builtIn("combineLatest"), combine),
      feed: Feeds.joining(feeds.compactMap { $0 }))
  }
}

/// What feeds the properties that another one was computed from.
@usableFromInline final class Feeds: Sendable {
  private let all: [any Sendable & AnyObject]

  private init(_ all: [any Sendable & AnyObject]) { self.all = all }

  /// One for several; none where there is none.
  @usableFromInline static func joining(_ feeds: [any Sendable & AnyObject]) -> (any Sendable & AnyObject)? {
    var all: [any Sendable & AnyObject] = []
    for feed in feeds where !all.contains(where: { $0 === feed }) { all.append(feed) }
    return all.count > 1 ? Feeds(all) : all.first
  }
}

// MARK: Arities

extension Property {
  /// The values of two properties, always of the same moment.
  @inlinable public static func combineLatest<P1: PropertyProtocol, P2: PropertyProtocol>(
    _ first: P1, _ second: P2
  ) -> Self where Value == (P1.Value, P2.Value) {
    let (a, b) = (first.readOnly, second.readOnly)
    return combine([a.node, b.node], [a.feed, b.feed]) {
      [a = Unretained(a.node), b = Unretained(b.node)] frame in
      (a.read(in: frame), b.read(in: frame))
    }
  }

  /// The values of three properties, always of the same moment.
  @inlinable
  public static func combineLatest<P1: PropertyProtocol, P2: PropertyProtocol, P3: PropertyProtocol>(
    _ first: P1, _ second: P2, _ third: P3
  ) -> Self where Value == (P1.Value, P2.Value, P3.Value) {
    let (a, b, c) = (first.readOnly, second.readOnly, third.readOnly)
    return combine([a.node, b.node, c.node], [a.feed, b.feed, c.feed]) {
      [a = Unretained(a.node), b = Unretained(b.node), c = Unretained(c.node)] frame in
      (a.read(in: frame), b.read(in: frame), c.read(in: frame))
    }
  }

  /// The values of four properties, always of the same moment.
  @inlinable
  public static func combineLatest<
    P1: PropertyProtocol, P2: PropertyProtocol, P3: PropertyProtocol, P4: PropertyProtocol
  >(
    _ first: P1, _ second: P2, _ third: P3, _ fourth: P4
  ) -> Self where Value == (P1.Value, P2.Value, P3.Value, P4.Value) {
    let (a, b, c, d) = (first.readOnly, second.readOnly, third.readOnly, fourth.readOnly)
    return combine([a.node, b.node, c.node, d.node], [a.feed, b.feed, c.feed, d.feed]) {
      [a = Unretained(a.node), b = Unretained(b.node), c = Unretained(c.node), d = Unretained(d.node)] frame
      in
      (
        a.read(in: frame), b.read(in: frame), c.read(in: frame),
        d.read(in: frame)
      )
    }
  }

  /// The values of five properties, always of the same moment.
  @inlinable
  public static func combineLatest<
    P1: PropertyProtocol, P2: PropertyProtocol, P3: PropertyProtocol, P4: PropertyProtocol,
    P5: PropertyProtocol
  >(
    _ first: P1, _ second: P2, _ third: P3, _ fourth: P4, _ fifth: P5
  ) -> Self where Value == (P1.Value, P2.Value, P3.Value, P4.Value, P5.Value) {
    let (a, b, c, d, e) = (first.readOnly, second.readOnly, third.readOnly, fourth.readOnly, fifth.readOnly)
    return combine([a.node, b.node, c.node, d.node, e.node], [a.feed, b.feed, c.feed, d.feed, e.feed]) {
      [
        a = Unretained(a.node), b = Unretained(b.node), c = Unretained(c.node), d = Unretained(d.node),
        e = Unretained(e.node)
      ] frame in
      (
        a.read(in: frame), b.read(in: frame), c.read(in: frame),
        d.read(in: frame), e.read(in: frame)
      )
    }
  }

  /// The values of six properties, always of the same moment.
  @inlinable
  public static func combineLatest<
    P1: PropertyProtocol, P2: PropertyProtocol, P3: PropertyProtocol, P4: PropertyProtocol,
    P5: PropertyProtocol, P6: PropertyProtocol
  >(
    _ first: P1, _ second: P2, _ third: P3, _ fourth: P4, _ fifth: P5, _ sixth: P6
  ) -> Self where Value == (P1.Value, P2.Value, P3.Value, P4.Value, P5.Value, P6.Value) {
    let (a, b, c, d, e, f) = (
      first.readOnly, second.readOnly, third.readOnly, fourth.readOnly, fifth.readOnly, sixth.readOnly
    )
    return combine(
      [a.node, b.node, c.node, d.node, e.node, f.node], [a.feed, b.feed, c.feed, d.feed, e.feed, f.feed]
    ) {
      [
        a = Unretained(a.node), b = Unretained(b.node), c = Unretained(c.node), d = Unretained(d.node),
        e = Unretained(e.node), f = Unretained(f.node)
      ] frame in
      (
        a.read(in: frame), b.read(in: frame), c.read(in: frame),
        d.read(in: frame), e.read(in: frame), f.read(in: frame)
      )
    }
  }
}
