extension PropertyProtocol where Value == Bool {
  /// True while this property is false.
  ///
  ///     in   t-----f--t------
  ///          negate()
  ///     out  f-----t--f------
  @inlinable public func negate() -> Property<Bool> { map { !$0 } }

  /// True while both properties are true, always of the same moment (contract R3).
  ///
  ///     in     f--t--------f---
  ///     other  f-----t---------
  ///            and(other)
  ///     out    f-----t-----f---
  @inlinable public func and<Other: PropertyProtocol<Bool>>(_ other: Other) -> Property<Bool> {
    let (a, b) = (readOnly, other.readOnly)
    return .combine([a.node, b.node], [a.feed, b.feed], "and") {
      [a = Unretained(a.node), b = Unretained(b.node)] frame in
      let (one, other) = (a.read(in: frame), b.read(in: frame))
      return one && other
    }
  }

  /// True while at least one of both properties is true, always of the same moment (contract R3).
  ///
  ///     in     f--t--------f---
  ///     other  f-----t--f------
  ///            or(other)
  ///     out    f--t--------f---
  @inlinable public func or<Other: PropertyProtocol<Bool>>(_ other: Other) -> Property<Bool> {
    let (a, b) = (readOnly, other.readOnly)
    return .combine([a.node, b.node], [a.feed, b.feed], "or") {
      [a = Unretained(a.node), b = Unretained(b.node)] frame in
      let (one, other) = (a.read(in: frame), b.read(in: frame))
      return one || other
    }
  }
}

extension Property where Value == Bool {
  /// True while all properties are true, always of the same moment. Without properties: true.
  ///
  /// - Complexity: O(n) per change, for n properties.
  @inlinable public static func all<P: PropertyProtocol<Bool>>(_ properties: some Sequence<P>) -> Property<
    Bool
  > {
    combining(properties, "all") { values in values.allSatisfy { $0 } }
  }

  /// True while all properties are true, always of the same moment.
  @inlinable public static func all<P: PropertyProtocol<Bool>>(_ properties: P...) -> Property<Bool> {
    all(properties)
  }

  /// True while at least one of the properties is true, always of the same moment. Without properties: false.
  ///
  /// - Complexity: O(n) per change, for n properties.
  @inlinable public static func any<P: PropertyProtocol<Bool>>(_ properties: some Sequence<P>) -> Property<
    Bool
  > {
    combining(properties, "any") { values in values.contains(true) }
  }

  /// True while at least one of the properties is true, always of the same moment.
  @inlinable public static func any<P: PropertyProtocol<Bool>>(_ properties: P...) -> Property<Bool> {
    any(properties)
  }

  /// A property computed from several that are all read in each run.
  @inlinable static func combining<P: PropertyProtocol<Bool>>(
    _ properties: some Sequence<P>, _ name: StaticString, _ result: @escaping @Sendable ([Bool]) -> Bool
  ) -> Property<Bool> {
    let all = properties.map { $0.readOnly }
    let sources = all.map { Unretained($0.node) }
    return combine(all.map { $0.node as GraphNode }, all.map { $0.feed }, name) { frame in
      result(sources.map { $0.read(in: frame) })
    }
  }
}

extension Property where Value: Equatable {
  /// A property computed from others that are all read in each run. Equal values change nothing.
  @inlinable static func combine(
    _ nodes: [GraphNode], _ feeds: [(any Sendable & AnyObject)?], _ name: StaticString,
    _ combine: @escaping @Sendable (FramePointer) -> Value
  ) -> Self {
    Self(
      PropertyNode(from: nodes, .builtIn(name), areEqual: isSame, combine),
      feed: Feeds.joining(feeds.compactMap { $0 }))
  }
}
