import Signals
import SignalsMarbles

// One initialiser for each number of arguments: Embedded Swift, in which the catalogue runs in a page, has no parameter packs.

/// An operator on a stream.
extension Operator {
  @inline(never) init<Output: MarbleConvertible & Sendable>(
    _ name: String, in owner: String? = nil,
    kind: Kind = .stage, isProperty: Bool = false, isHidden: Bool = false, does summary: String,
    shown examples: Example...,
    apply:
      @escaping @Sendable (MarbleProducer) throws(Refusal)
      -> SignalProducer<Output, TestFailure>
  ) {
    self.init(
      name, owner, kind, isProperty: isProperty, isHidden: isHidden, summary, examples, []
    ) { source, _ throws(Refusal) in
      try apply(source)
    }
  }

  @inline(never) init<A1: Sendable, Output: MarbleConvertible & Sendable>(
    _ name: String, in owner: String? = nil,
    _ p1: Parameter<A1>,
    kind: Kind = .stage, isProperty: Bool = false, isHidden: Bool = false, does summary: String,
    shown examples: Example...,
    apply:
      @escaping @Sendable (MarbleProducer, A1) throws(Refusal)
      -> SignalProducer<Output, TestFailure>
  ) {
    self.init(
      name, owner, kind, isProperty: isProperty, isHidden: isHidden, summary, examples, [p1.slot]
    ) { source, reader throws(Refusal) in
      try apply(source, try reader.read(p1))
    }
  }

  @inline(never) init<A1: Sendable, A2: Sendable, Output: MarbleConvertible & Sendable>(
    _ name: String, in owner: String? = nil,
    _ p1: Parameter<A1>, _ p2: Parameter<A2>,
    kind: Kind = .stage, isProperty: Bool = false, isHidden: Bool = false, does summary: String,
    shown examples: Example...,
    apply:
      @escaping @Sendable (MarbleProducer, A1, A2) throws(Refusal)
      -> SignalProducer<Output, TestFailure>
  ) {
    self.init(
      name, owner, kind, isProperty: isProperty, isHidden: isHidden, summary, examples, [p1.slot, p2.slot]
    ) { source, reader throws(Refusal) in
      try apply(source, try reader.read(p1), try reader.read(p2))
    }
  }

  @inline(never) init<A1: Sendable, A2: Sendable, A3: Sendable, Output: MarbleConvertible & Sendable>(
    _ name: String, in owner: String? = nil,
    _ p1: Parameter<A1>, _ p2: Parameter<A2>, _ p3: Parameter<A3>,
    kind: Kind = .stage, isProperty: Bool = false, isHidden: Bool = false, does summary: String,
    shown examples: Example...,
    apply:
      @escaping @Sendable (MarbleProducer, A1, A2, A3) throws(Refusal)
      -> SignalProducer<Output, TestFailure>
  ) {
    self.init(
      name, owner, kind, isProperty: isProperty, isHidden: isHidden, summary, examples,
      [p1.slot, p2.slot, p3.slot]
    ) { source, reader throws(Refusal) in
      try apply(source, try reader.read(p1), try reader.read(p2), try reader.read(p3))
    }
  }

  @inline(never)
  init<A1: Sendable, A2: Sendable, A3: Sendable, A4: Sendable, Output: MarbleConvertible & Sendable>(
    _ name: String, in owner: String? = nil,
    _ p1: Parameter<A1>, _ p2: Parameter<A2>, _ p3: Parameter<A3>, _ p4: Parameter<A4>,
    kind: Kind = .stage, isProperty: Bool = false, isHidden: Bool = false, does summary: String,
    shown examples: Example...,
    apply:
      @escaping @Sendable (MarbleProducer, A1, A2, A3, A4) throws(Refusal)
      -> SignalProducer<Output, TestFailure>
  ) {
    self.init(
      name, owner, kind, isProperty: isProperty, isHidden: isHidden, summary, examples,
      [p1.slot, p2.slot, p3.slot, p4.slot]
    ) { source, reader throws(Refusal) in
      try apply(source, try reader.read(p1), try reader.read(p2), try reader.read(p3), try reader.read(p4))
    }
  }

  @inline(never)
  init<
    A1: Sendable, A2: Sendable, A3: Sendable, A4: Sendable, A5: Sendable, Output: MarbleConvertible & Sendable
  >(
    _ name: String, in owner: String? = nil,
    _ p1: Parameter<A1>, _ p2: Parameter<A2>, _ p3: Parameter<A3>, _ p4: Parameter<A4>, _ p5: Parameter<A5>,
    kind: Kind = .stage, isProperty: Bool = false, isHidden: Bool = false, does summary: String,
    shown examples: Example...,
    apply:
      @escaping @Sendable (MarbleProducer, A1, A2, A3, A4, A5) throws(Refusal)
      -> SignalProducer<Output, TestFailure>
  ) {
    self.init(
      name, owner, kind, isProperty: isProperty, isHidden: isHidden, summary, examples,
      [p1.slot, p2.slot, p3.slot, p4.slot, p5.slot]
    ) { source, reader throws(Refusal) in
      try apply(
        source, try reader.read(p1), try reader.read(p2), try reader.read(p3), try reader.read(p4),
        try reader.read(p5))
    }
  }
}

/// An operator that begins a stream.
extension Operator {
  @inline(never) init<Output: MarbleConvertible & Sendable>(
    creating name: String, in owner: String? = nil,
    isProperty: Bool = false, isHidden: Bool = false, does summary: String, shown example: Example,
    make: @escaping @Sendable () -> SignalProducer<Output, TestFailure>
  ) {
    self.init(
      name, owner, .creation, isProperty: isProperty, isHidden: isHidden, summary, [example], []
    ) { _, _ throws(Refusal) in
      make()
    }
  }

  @inline(never) init<A1: Sendable, Output: MarbleConvertible & Sendable>(
    creating name: String, in owner: String? = nil,
    _ p1: Parameter<A1>,
    isProperty: Bool = false, isHidden: Bool = false, does summary: String, shown example: Example,
    make: @escaping @Sendable (A1) -> SignalProducer<Output, TestFailure>
  ) {
    self.init(
      name, owner, .creation, isProperty: isProperty, isHidden: isHidden, summary, [example], [p1.slot]
    ) { _, reader throws(Refusal) in
      make(try reader.read(p1))
    }
  }

  @inline(never) init<A1: Sendable, A2: Sendable, Output: MarbleConvertible & Sendable>(
    creating name: String, in owner: String? = nil,
    _ p1: Parameter<A1>, _ p2: Parameter<A2>,
    isProperty: Bool = false, isHidden: Bool = false, does summary: String, shown example: Example,
    make: @escaping @Sendable (A1, A2) -> SignalProducer<Output, TestFailure>
  ) {
    self.init(
      name, owner, .creation, isProperty: isProperty, isHidden: isHidden, summary, [example],
      [p1.slot, p2.slot]
    ) { _, reader throws(Refusal) in
      make(try reader.read(p1), try reader.read(p2))
    }
  }

  @inline(never) init<A1: Sendable, A2: Sendable, A3: Sendable, Output: MarbleConvertible & Sendable>(
    creating name: String, in owner: String? = nil,
    _ p1: Parameter<A1>, _ p2: Parameter<A2>, _ p3: Parameter<A3>,
    isProperty: Bool = false, isHidden: Bool = false, does summary: String, shown example: Example,
    make: @escaping @Sendable (A1, A2, A3) -> SignalProducer<Output, TestFailure>
  ) {
    self.init(
      name, owner, .creation, isProperty: isProperty, isHidden: isHidden, summary, [example],
      [p1.slot, p2.slot, p3.slot]
    ) { _, reader throws(Refusal) in
      make(try reader.read(p1), try reader.read(p2), try reader.read(p3))
    }
  }
}
