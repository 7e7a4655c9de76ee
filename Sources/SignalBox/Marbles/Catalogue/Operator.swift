import Signals
import SignalsMarbles

// What an entry is made with is not inlined: a page would have it two hundred times.

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

  /// An operator whose `body` reads its arguments, one for each of `slots`.
  @inline(never) init<Output: MarbleConvertible>(
    _ name: String, _ owner: String?, _ kind: Kind, isProperty: Bool, isHidden: Bool, _ summary: String,
    _ examples: [Example], _ slots: [Slot],
    body:
      @escaping @Sendable (MarbleProducer, inout ArgumentReader) throws(Refusal)
      -> SignalProducer<Output, TestFailure>
  ) {
    self.name = name
    self.owner = owner
    self.kind = kind
    self.isProperty = isProperty
    self.isHidden = isHidden
    self.summary = summary
    self.examples = examples
    self.slots = slots
    self.body = { source, reader throws(Refusal) in try body(source, &reader).map { $0.marble } }
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

    @inline(never) static func run(
      _ input: String, _ expression: String, observers: [(name: String, step: Int)] = [("out", 0)],
      limit: Int = ExpressionRunner.limit, name: String? = nil
    ) -> Example {
      Example(name: name, input: input, expression: expression, observers: observers, limit: limit)
    }

    /// Of an operator that begins a stream.
    @inline(never) static func run(
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
