import Signals

extension Expression.Call {
  /// A function in place of an operator stands for `map`.
  var spelledOut: Expression.Call {
    guard arguments.isEmpty, Functions.transforms.contains(where: { $0.key == name }) else { return self }
    let literal = Literal(kind: .word(name), position: position)
    let argument = Expression.Argument(label: nil, literal: literal, position: position)
    return Expression.Call(name: "map", arguments: [argument], position: position)
  }

  /// The operators of this name.
  func candidates() throws(SyntaxError) -> [Operator] {
    let all = Catalogue.operators.filter { $0.name == name }
    let words = all.filter { !$0.isHidden }
    if !words.isEmpty { return words }
    if let hidden = all.first {
      throw SyntaxError("\(hidden.fullName) is in the catalogue only, not in expressions", at: position)
    }
    if Functions.conditions.contains(where: { $0.key == name }) {
      throw SyntaxError("\(name) is a condition; write filter(\(name))", at: position)
    }
    let known =
      Catalogue.operators.filter { !$0.isHidden }.map { $0.name } + Functions.transforms.map { $0.key }
    throw SyntaxError("there is no operator \(name.quoted)\(name.nearest(in: known).question)", at: position)
  }

  /// The operator that the arguments fit, and its arguments in the order of its slots. One whose labels
  /// are all there comes before one that would do without them.
  func match(_ candidates: [Operator]) throws(SyntaxError) -> (Operator, [[Literal]]) {
    var unreadable: [(Operator, [[Literal]])] = []
    for isStrict in [true, false] {
      let fitting = candidates.compactMap { candidate in
        sort(arguments, into: candidate.slots, strictly: isStrict).map { (candidate, $0) }
      }
      let readable = fitting.filter(canRead)
      if readable.count == 1 { return readable[0] }
      if readable.count > 1 {
        let usages = readable.map { $0.0.usage }.joined(separator: " or ")
        throw SyntaxError("this can be \(usages); write the label", at: arguments.first?.position ?? position)
      }
      unreadable += fitting
    }
    // Reading it says what is wrong.
    if let first = unreadable.first { return first }
    throw mistake(among: candidates)
  }

  private func canRead(_ candidate: Operator, _ literals: [[Literal]]) -> Bool {
    let runner = ExpressionRunner()
    defer { runner.finish() }
    // What is connected to a stream that never ends would never be released.
    do throws(Refusal) { _ = try candidate.apply(to: .empty, literals, on: runner) } catch {
      return false
    }
    return true
  }

  private func sort(
    _ arguments: [Expression.Argument], into slots: [Slot], strictly isStrict: Bool
  ) -> [[Literal]]? {
    var rest = arguments[...]
    var sorted: [[Literal]] = []
    for slot in slots {
      var taken: [Literal] = []
      while taken.count < slot.count.upperBound, let next = rest.first,
        next.label == slot.label || (next.label == nil && (!isStrict || !taken.isEmpty))
      {
        // What can be left out is not guessed.
        if slot.count.lowerBound == 0, next.label == nil, slot.label != nil { break }
        if slot.takesChoice, !next.literal.isChoice { break }
        taken.append(next.literal)
        rest.removeFirst()
      }
      if taken.count < slot.count.lowerBound { return nil }
      sorted.append(taken)
    }
    return rest.isEmpty ? sorted : nil
  }

  private func mistake(among candidates: [Operator]) -> SyntaxError {
    let usages = candidates.map { $0.usage }.joined(separator: " or ")
    let labels = candidates.flatMap { $0.slots.compactMap { $0.label } }
    if let wrong = arguments.first(where: { $0.label.map { !labels.contains($0) } ?? false }) {
      return SyntaxError("there is no argument '\(wrong.label!):' here; write \(usages)", at: wrong.position)
    }
    return SyntaxError("write \(usages)", at: arguments.first?.position ?? position)
  }
}

extension Literal {
  fileprivate var isChoice: Bool { if case .choice = kind { true } else { false } }
}
