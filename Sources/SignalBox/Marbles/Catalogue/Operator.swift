import Signals
import SignalsMarbles

/// An entry of the catalogue, which is a word of the language of expressions too: what the operator is
/// called, what it does, how it is applied, and what to show of it.
struct Operator: Sendable {
  /// As in an expression: `debounce`.
  let name: String
  /// What stands before the name where there is no stream before it: `SignalProducer`.
  let owner: String?
  let kind: Kind
  /// Whether it is written without brackets.
  let isProperty: Bool
  /// Whether it is for the catalogue only: on a diagram of the user's there would be nothing to see,
  /// or too much.
  let isHidden: Bool
  /// Its arguments, without their types.
  let slots: [Slot]
  /// One sentence.
  let summary: String
  let examples: [Example]
  private let body: Body

  private typealias Body =
    @Sendable (MarbleProducer, inout ArgumentReader) throws(Refusal) -> MarbleProducer

  enum Kind: Sendable {
    case stage
    /// A stage that makes streams out of a stream.
    case splitting
    /// A stage that takes the streams that a stage before it made.
    case joining
    /// The beginning of a stream.
    case creation
  }

  /// An operator on a stream.
  init<each Argument: Sendable, Output: Sendable>(
    _ name: String, in owner: String? = nil, _ parameters: repeat Parameter<each Argument>,
    kind: Kind = .stage, isProperty: Bool = false, isHidden: Bool = false,
    does summary: String, shown examples: Example...,
    apply:
      @escaping @Sendable (MarbleProducer, repeat each Argument) throws(Refusal)
      -> SignalProducer<Output, TestFailure>
  ) {
    self.name = name
    self.owner = owner
    self.kind = kind
    self.isProperty = isProperty
    self.isHidden = isHidden
    self.summary = summary
    self.examples = examples
    slots = Self.slots(of: repeat each parameters)
    body = { source, reader throws(Refusal) in
      let arguments = (repeat try reader.read(each parameters))
      return try apply(source, repeat each arguments).map { Marble(of: $0) }
    }
  }

  /// An operator that begins a stream.
  init<each Argument: Sendable, Output: Sendable>(
    creating name: String, in owner: String? = nil, _ parameters: repeat Parameter<each Argument>,
    isProperty: Bool = false, isHidden: Bool = false, does summary: String, shown example: Example,
    make: @escaping @Sendable (repeat each Argument) -> SignalProducer<Output, TestFailure>
  ) {
    self.name = name
    self.owner = owner
    kind = .creation
    self.isProperty = isProperty
    self.isHidden = isHidden
    self.summary = summary
    examples = [example]
    slots = Self.slots(of: repeat each parameters)
    body = { _, reader throws(Refusal) in
      let arguments = (repeat try reader.read(each parameters))
      return make(repeat each arguments).map { Marble(of: $0) }
    }
  }

  private static func slots<each Argument>(of parameters: repeat Parameter<each Argument>) -> [Slot] {
    var slots: [Slot] = []
    for parameter in repeat each parameters { slots.append(parameter.slot) }
    return slots
  }

  /// What to run for a picture.
  struct Example: Sendable {
    /// What is special about it; nil for the first one.
    let name: String?
    /// The diagram of the source; nil if the operator begins a stream.
    let input: String?
    let expression: String
    let observers: [(name: String, step: Int)]
    /// The number of steps that are shown, for what never ends.
    let limit: Int

    static func run(
      _ input: String, _ expression: String, observers: [(name: String, step: Int)] = [("out", 0)],
      limit: Int = ExpressionRunner.limit, name: String? = nil
    ) -> Example {
      Example(name: name, input: input, expression: expression, observers: observers, limit: limit)
    }

    /// Of an operator that begins a stream.
    static func run(
      _ expression: String, observers: [(name: String, step: Int)] = [("out", 0)],
      limit: Int = ExpressionRunner.limit
    ) -> Example {
      Example(name: nil, input: nil, expression: expression, observers: observers, limit: limit)
    }
  }
}

extension Operator {
  /// Applies it. The literals stand in the order of the slots.
  ///
  /// - Returns: What comes out, and the call as Swift code.
  func apply(
    to source: MarbleProducer, _ literals: [[Literal]], on runner: ExpressionRunner
  ) throws(Refusal) -> (stream: MarbleProducer, code: String) {
    var reader = ArgumentReader(literals: literals, runner: runner)
    let stream = try body(source, &reader)
    let owner = kind == .creation ? owner.map { $0 + "." } ?? "" : ""
    return (stream, owner + name + (isProperty ? "" : reader.code))
  }
}
