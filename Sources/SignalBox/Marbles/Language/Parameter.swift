/// One argument of an operator: how it is called, what may stand there, and what that becomes.
struct Parameter<Value: Sendable>: Sendable {
  /// Nil if it has none.
  let label: String?
  /// What stands for the argument where the operator is explained; nil if the user does not write the argument.
  let placeholder: String?
  /// How many literals it takes.
  let count: ClosedRange<Int>
  /// Whether only a name after a dot can stand there, so that it can be told from the next argument.
  var takesChoice = false
  /// Whether it is one in Swift too.
  var isInName = true
  let read:
    @Sendable (_ literals: [Literal], _ runner: ExpressionRunner) throws(SyntaxError) -> Reading<Value>

  /// What was read, and how it is written in Swift; nil if it is left out there.
  typealias Reading<Read> = (value: Read, code: String?)

  init(
    _ label: String?, _ placeholder: String?, count: ClosedRange<Int> = 1...1,
    read: @escaping @Sendable ([Literal], ExpressionRunner) throws(SyntaxError) -> Reading<Value>
  ) {
    self.label = label
    self.placeholder = placeholder
    self.count = count
    self.read = read
  }

  /// One that is given by exactly one literal.
  init(
    _ label: String?, _ placeholder: String,
    readOne: @escaping @Sendable (Literal, ExpressionRunner) throws(SyntaxError) -> Reading<Value>
  ) {
    self.init(label, placeholder) { literals, runner throws(SyntaxError) in try readOne(literals[0], runner) }
  }
}

extension Parameter {
  /// The same, but it can be left out.
  func orElse(_ fallback: Value) -> Parameter {
    var parameter = Parameter(label, placeholder, count: 0...1) {
      [read] literals, runner throws(SyntaxError) in
      literals.isEmpty ? (fallback, nil) : try read(literals, runner)
    }
    parameter.takesChoice = takesChoice
    return parameter
  }

  /// The same, but the operator does not have it in Swift: it is for the picture.
  var forPicture: Parameter {
    var parameter = self
    parameter.isInName = false
    return parameter
  }

  /// What the matching of arguments needs to know.
  var slot: Slot {
    Slot(
      label: label, placeholder: placeholder, count: count, takesChoice: takesChoice, isInName: isInName)
  }
}

/// A parameter without its type.
struct Slot: Sendable {
  let label: String?
  let placeholder: String?
  let count: ClosedRange<Int>
  let takesChoice: Bool
  let isInName: Bool

  /// Whether it has to be written in Swift.
  var isRequired: Bool { count.lowerBound > 0 || isImplied }

  /// Whether the user leaves it out in expressions.
  var isImplied: Bool { placeholder == nil }
}
