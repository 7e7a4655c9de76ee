/// A property that checks what it is set to: it takes a valid value, replaces one that can be mended, and keeps the value
/// before an invalid one.
///
///     let password = MutableProperty("secret")
///     let confirmation = ValidatingProperty<String, FormError>("", with: password) { text, password in
///       text == password ? .valid : .invalid(.differs)
///     }
///     confirmation.value = "secre"          // value "", result .invalid("secre", .differs)
///     confirmation.value = "secret"         // value "secret", result .valid("secret")
///     password.value = "another one"        // value "secret", result .invalid("secret", .differs)
///
/// - ``result`` is computed from what was proposed last and from the other property, so that it never belongs to an older
///   value of either (contract R3), also inside a ``transaction(_:)``.
/// - ``value`` is what was proposed last while that is valid, or what replaces it; otherwise it is the last one that was
///   accepted. When the other property changes, a proposal that was invalid may become the value, but a value is not taken
///   back: only the result says that it is invalid now.
/// - Setting is atomic (contract R7). In a transaction the values in it count.
/// - Bound both ways to a ``MutableProperty``, both come to rest at what was set last, also if several threads set them
///   (contract R5), provided that a replacement is valid. While a proposal is invalid, the other side keeps it.
///
/// The validator may run on any thread, several times for one value, and should do nothing but decide. The property keeps
/// what is needed to compute the other one, but no ``MutableProperty``. Its streams complete when it is gone and the other
/// one cannot change any more.
public final class ValidatingProperty<Value: Sendable, ValidationError: Error>: PropertyProtocol {
  /// What a validator says about a proposed value.
  public enum Decision: Sendable {
    /// It is accepted.
    case valid
    /// Another value is accepted in its place; the error says why, if the user needs to know.
    case coerced(Value, ValidationError? = nil)
    /// It is not accepted.
    case invalid(ValidationError)
  }

  /// What became of the value that was proposed last.
  public enum Result: Sendable {
    /// It has been accepted.
    case valid(Value)
    /// Another value has been accepted in its place.
    case coerced(replacement: Value, proposed: Value, error: ValidationError?)
    /// It has not been accepted.
    case invalid(Value, ValidationError)

    fileprivate init(of proposed: Value, _ decision: Decision) {
      switch decision {
      case .valid: self = .valid(proposed)
      case .coerced(let replacement, let error):
        self = .coerced(replacement: replacement, proposed: proposed, error: error)
      case .invalid(let error): self = .invalid(proposed, error)
      }
    }

    /// What has been accepted: the proposed value or its replacement; nil if it is invalid.
    public var value: Value? {
      switch self {
      case .valid(let value), .coerced(let value, _, _): value
      case .invalid: nil
      }
    }

    /// The value that was proposed.
    public var proposed: Value {
      switch self {
      case .valid(let value), .coerced(_, let value, _), .invalid(let value, _): value
      }
    }

    /// Why the proposed value is invalid or was replaced.
    public var error: ValidationError? {
      switch self {
      case .valid: nil
      case .coerced(_, _, let error): error
      case .invalid(_, let error): error
      }
    }

    /// Whether the proposed value has not been accepted.
    public var isInvalid: Bool {
      if case .invalid = self { true } else { false }
    }
  }

  /// A value, and when it was accepted.
  fileprivate struct Acceptance: Sendable {
    let value: Value
    /// Of the proposal.
    let number: UInt64
    /// Of the value of the other property that it was accepted for.
    let version: UInt64

    func isNewer(than other: Acceptance) -> Bool { (number, version) > (other.number, other.version) }
  }

  /// What was proposed last, and what has been accepted.
  fileprivate struct Proposal: Sendable {
    let proposed: Value
    /// Counts the proposals.
    let number: UInt64
    /// Of the value of the other property that was decided for.
    let version: UInt64
    /// The value while the proposed one is invalid. What has been shown may be newer: the proposal may have been valid for a
    /// moment, before the other property was changed again.
    let accepted: Acceptance
    /// Whether what was accepted is what was proposed.
    let isAccepted: Bool
  }

  /// What became of the value that was proposed last.
  public let result: Property<Result>
  /// What has been accepted.
  private let shown: Property<Value>
  private let proposal: MutableProperty<Proposal>
  private let validation: Validation

  /// How it is decided.
  fileprivate struct Validation: Sendable {
    /// In view of the present value of the other property.
    let decide: @Sendable (Value) -> Decision
    /// Which value of the other property that is.
    let version: @Sendable () -> UInt64

    /// Another thread may change the other property after the decision, when the proposal is not there yet, as it is not
    /// before a transaction ends: what it would have been accepted for then is found out afterwards.
    func review(_ proposal: PropertyNode<Proposal>) {
      let version = version()
      proposal.modify(becauseOf: nil) {
        $0.version == version ? nil : $0.accepting(decide($0.proposed), version)
      }
    }
  }

  /// Ends when the property is gone.
  public var lifetime: Lifetime { proposal.lifetime }

  public var readOnly: Property<Value> {
    Property(shown.node, feed: shown.feed, source: Retained(self))
  }

  /// The value that has been accepted; setting it proposes one.
  public var value: Value {
    get { shown.value }
    set {
      proposal.modify { $0 = $0.next(newValue, validation) }
    }
  }

  public func attach(_ observer: Observer<Value, Never>, _ subscription: Subscription) {
    shown.attach(observer, subscription)
  }

  // MARK: Creation

  /// A property that takes what `validator` accepts.
  ///
  /// The first value is the first proposal, and the value until another one has been accepted, even if it is invalid.
  ///
  /// - Parameters:
  ///   - initial: The first value.
  ///   - name: What the property is called in messages; otherwise its file and line.
  ///   - validator: Decides about each proposal.
  ///   - fileID: The file of the call, which the compiler fills in.
  ///   - line: The line of the call, which the compiler fills in.
  public convenience init(
    _ initial: Value, name: String? = nil, _ validator: @escaping @Sendable (Value) -> Decision,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      initial, NodeName(name, fileID, line), Property(value: ()), { value, _ in validator(value) }, nil, nil)
  }

  /// A property that takes what `validator` accepts. Equal values change nothing.
  ///
  /// The first value is the first proposal, and the value until another one has been accepted, even if it is invalid.
  ///
  /// - Parameters:
  ///   - initial: The first value.
  ///   - name: What the property is called in messages; otherwise its file and line.
  ///   - validator: Decides about each proposal.
  ///   - fileID: The file of the call, which the compiler fills in.
  ///   - line: The line of the call, which the compiler fills in.
  public convenience init(
    _ initial: Value, name: String? = nil, _ validator: @escaping @Sendable (Value) -> Decision,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(
      initial, NodeName(name, fileID, line), Property(value: ()), { value, _ in validator(value) }, isSame,
      nil)
  }

  /// A property that takes what `validator` accepts. Equal values and results change nothing.
  ///
  /// The first value is the first proposal, and the value until another one has been accepted, even if it is invalid.
  ///
  /// - Parameters:
  ///   - initial: The first value.
  ///   - name: What the property is called in messages; otherwise its file and line.
  ///   - validator: Decides about each proposal.
  ///   - fileID: The file of the call, which the compiler fills in.
  ///   - line: The line of the call, which the compiler fills in.
  public convenience init(
    _ initial: Value, name: String? = nil, _ validator: @escaping @Sendable (Value) -> Decision,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable, ValidationError: Equatable {
    self.init(
      initial, NodeName(name, fileID, line), Property(value: ()), { value, _ in validator(value) }, isSame,
      isSame)
  }

  /// A property that takes what `validator` accepts in view of the value of another property.
  ///
  /// - Parameters:
  ///   - initial: The first value.
  ///   - other: The property that the decisions depend on.
  ///   - name: What the property is called in messages; otherwise its file and line.
  ///   - validator: Decides about each proposal.
  ///   - fileID: The file of the call, which the compiler fills in.
  ///   - line: The line of the call, which the compiler fills in.
  public convenience init<Other: PropertyProtocol>(
    _ initial: Value, with other: Other, name: String? = nil,
    _ validator: @escaping @Sendable (Value, Other.Value) -> Decision,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(initial, NodeName(name, fileID, line), other.readOnly.withoutSource, validator, nil, nil)
  }

  /// A property that takes what `validator` accepts in view of the value of another property. Equal values change nothing.
  ///
  /// - Parameters:
  ///   - initial: The first value.
  ///   - other: The property that the decisions depend on.
  ///   - name: What the property is called in messages; otherwise its file and line.
  ///   - validator: Decides about each proposal.
  ///   - fileID: The file of the call, which the compiler fills in.
  ///   - line: The line of the call, which the compiler fills in.
  public convenience init<Other: PropertyProtocol>(
    _ initial: Value, with other: Other, name: String? = nil,
    _ validator: @escaping @Sendable (Value, Other.Value) -> Decision,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(initial, NodeName(name, fileID, line), other.readOnly.withoutSource, validator, isSame, nil)
  }

  /// A property that takes what `validator` accepts in view of the value of another property. Equal values and results change
  /// nothing.
  ///
  /// - Parameters:
  ///   - initial: The first value.
  ///   - other: The property that the decisions depend on.
  ///   - name: What the property is called in messages; otherwise its file and line.
  ///   - validator: Decides about each proposal.
  ///   - fileID: The file of the call, which the compiler fills in.
  ///   - line: The line of the call, which the compiler fills in.
  public convenience init<Other: PropertyProtocol>(
    _ initial: Value, with other: Other, name: String? = nil,
    _ validator: @escaping @Sendable (Value, Other.Value) -> Decision,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable, ValidationError: Equatable {
    self.init(initial, NodeName(name, fileID, line), other.readOnly.withoutSource, validator, isSame, isSame)
  }

  /// A property that takes what `validator` accepts in view of what was proposed to another one, accepted or not. For what
  /// was accepted there, pass its ``readOnly``.
  ///
  /// - Parameters:
  ///   - initial: The first value.
  ///   - other: The property that the decisions depend on.
  ///   - name: What the property is called in messages; otherwise its file and line.
  ///   - validator: Decides about each proposal.
  ///   - fileID: The file of the call, which the compiler fills in.
  ///   - line: The line of the call, which the compiler fills in.
  public convenience init<Other: Sendable, OtherError: Error>(
    _ initial: Value, with other: ValidatingProperty<Other, OtherError>, name: String? = nil,
    _ validator: @escaping @Sendable (Value, Other) -> Decision,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(initial, NodeName(name, fileID, line), other.proposed, validator, nil, nil)
  }

  /// A property that takes what `validator` accepts in view of what was proposed to another one, accepted or not. For what
  /// was accepted there, pass its ``readOnly``. Equal values change nothing.
  ///
  /// - Parameters:
  ///   - initial: The first value.
  ///   - other: The property that the decisions depend on.
  ///   - name: What the property is called in messages; otherwise its file and line.
  ///   - validator: Decides about each proposal.
  ///   - fileID: The file of the call, which the compiler fills in.
  ///   - line: The line of the call, which the compiler fills in.
  public convenience init<Other: Sendable, OtherError: Error>(
    _ initial: Value, with other: ValidatingProperty<Other, OtherError>, name: String? = nil,
    _ validator: @escaping @Sendable (Value, Other) -> Decision,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(initial, NodeName(name, fileID, line), other.proposed, validator, isSame, nil)
  }

  /// A property that takes what `validator` accepts in view of what was proposed to another one, accepted or not. For what
  /// was accepted there, pass its ``readOnly``. Equal values and results change nothing.
  ///
  /// - Parameters:
  ///   - initial: The first value.
  ///   - other: The property that the decisions depend on.
  ///   - name: What the property is called in messages; otherwise its file and line.
  ///   - validator: Decides about each proposal.
  ///   - fileID: The file of the call, which the compiler fills in.
  ///   - line: The line of the call, which the compiler fills in.
  public convenience init<Other: Sendable, OtherError: Error>(
    _ initial: Value, with other: ValidatingProperty<Other, OtherError>, name: String? = nil,
    _ validator: @escaping @Sendable (Value, Other) -> Decision,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable, ValidationError: Equatable {
    self.init(initial, NodeName(name, fileID, line), other.proposed, validator, isSame, isSame)
  }

  /// - Parameter other: What the decisions depend on; a property that never changes, if they depend on nothing.
  private convenience init<Other: Sendable>(
    _ initial: Value, _ name: NodeName, _ other: Property<Other>,
    _ validator: @escaping @Sendable (Value, Other) -> Decision,
    _ areValuesEqual: (@Sendable (Value, Value) -> Bool)?,
    _ areResultsEqual: (@Sendable (Result, Result) -> Bool)?
  ) {
    let validation = Validation(
      decide: { validator($0, other.value) }, version: { other.node.record.version })
    let first = Proposal(
      proposed: initial, number: 0, version: 0, accepted: Acceptance(value: initial, number: 0, version: 0),
      isAccepted: false)
    let proposal = PropertyNode(first, name, areEqual: Proposal.equality(areValuesEqual))
    let result = PropertyNode<Result>(from: [proposal, other.node], name, areEqual: areResultsEqual) {
      [proposal = Unretained(proposal), other = Unretained(other.node)] frame in
      let (proposal, other) = (proposal.read(in: frame), other.read(in: frame))
      return Result(of: proposal.proposed, validator(proposal.proposed, other))
    }
    let shown = PropertyNode<Acceptance>(
      from: [result, proposal], name, areEqual: Acceptance.equality(areValuesEqual)
    ) { [result = Unretained(result), proposal = Unretained(proposal)] frame, before in
      let (result, proposal) = (result.read(in: frame), proposal.read(in: frame))
      if let value = result.value {
        // Last: what changes the other property meanwhile has this computed again.
        return Acceptance(value: value, number: proposal.number, version: validation.version())
      }
      // A computation for an older moment does not look ahead.
      guard let before, before.number <= proposal.number else { return proposal.accepted }
      return before.isNewer(than: proposal.accepted) ? before : proposal.accepted
    }
    let value = PropertyNode(from: shown, name, areEqual: areValuesEqual) { $0.value }
    self.init(
      MutableProperty(node: proposal), Property(result, feed: other.feed), Property(value, feed: other.feed),
      validation)
    // Accepts a proposal that has become valid because of the other property.
    let subscription = Subscription()
    lifetime += subscription
    other.attach(
      Observer(
        next: { other in
          // Each of its values counts, also one that has been replaced since.
          let version = validation.version()
          proposal.modify(becauseOf: nil) { $0.accepting(validator($0.proposed, other), version) }
        },
        end: { _ in }),
      subscription)
    let review = Subscription()
    lifetime += review
    proposal.attach(
      Observer(next: { _ in validation.review(proposal) }, end: { _ in }), review, keeping: nil)
  }

  /// What was proposed last.
  private var proposed: Property<Value> { proposal.map { $0.proposed } }

  private init(
    _ proposal: MutableProperty<Proposal>, _ result: Property<Result>, _ value: Property<Value>,
    _ validation: Validation
  ) {
    self.proposal = proposal
    self.result = result
    shown = value
    self.validation = validation
  }
}

extension ValidatingProperty.Decision: Equatable where Value: Equatable, ValidationError: Equatable {}
extension ValidatingProperty.Result: Equatable where Value: Equatable, ValidationError: Equatable {}

extension ValidatingProperty {
  var place: SourcePlace { proposal.node.name.place }

  /// Proposes a value; inside an observer because of the change that it was notified of. Keeps not the property itself.
  var proposing: @Sendable (Value) -> Void {
    { [node = proposal.node, validation] value in
      if let origin = Wave.origin {
        node.modify(becauseOf: origin) { $0.next(value, validation) }
      } else {
        node.modify { $0 = $0.next(value, validation) }
      }
    }
  }
}

extension ValidatingProperty.Proposal {
  fileprivate typealias Decision = ValidatingProperty.Decision

  /// After a further proposal.
  fileprivate func next(_ value: Value, _ validation: ValidatingProperty.Validation) -> Self {
    // Before the decision: what changes meanwhile is found out afterwards.
    let version = validation.version()
    let next = proposing(value, version)
    if let accepted = next.accepting(validation.decide(value), version) { return accepted }
    // In a transaction the one before may have become valid without having been accepted yet.
    return accepting(validation.decide(proposed), version)?.proposing(value, version) ?? next
  }

  private func proposing(_ value: Value, _ version: UInt64) -> Self {
    Self(proposed: value, number: number + 1, version: version, accepted: accepted, isAccepted: false)
  }

  /// After a change of the other property to this version; nil if nothing else is accepted because of it.
  fileprivate func accepting(_ decision: Decision, _ version: UInt64) -> Self? {
    switch decision {
    case .valid: isAccepted ? nil : accepting(proposed, version, isProposed: true)
    case .coerced(let replacement, _): accepting(replacement, version, isProposed: false)
    case .invalid: nil
    }
  }

  private func accepting(_ value: Value, _ version: UInt64, isProposed: Bool) -> Self {
    let accepted = ValidatingProperty.Acceptance(value: value, number: number, version: version)
    return Self(
      proposed: proposed, number: number, version: version, accepted: accepted, isAccepted: isProposed)
  }

  fileprivate static func equality(
    _ areEqual: (@Sendable (Value, Value) -> Bool)?
  ) -> (@Sendable (Self, Self) -> Bool)? {
    guard let areEqual else { return nil }
    return { one, other in
      one.isAccepted == other.isAccepted && areEqual(one.proposed, other.proposed)
        && areEqual(one.accepted.value, other.accepted.value)
    }
  }
}

extension ValidatingProperty.Acceptance {
  fileprivate static func equality(
    _ areEqual: (@Sendable (Value, Value) -> Bool)?
  ) -> (@Sendable (Self, Self) -> Bool)? {
    guard let areEqual else { return nil }
    return { one, other in
      (one.number, one.version) == (other.number, other.version) && areEqual(one.value, other.value)
    }
  }
}
