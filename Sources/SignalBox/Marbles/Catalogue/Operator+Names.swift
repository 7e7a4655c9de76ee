/// What an operator is called, here and there.
extension Operator {
  /// With the labels of its arguments: `debounce(for:on:onCompletion:)`.
  var fullName: String { name(with: slots) }

  /// With the labels that have to be written in Swift: `debounce(for:on:)`.
  var requiredName: String { name(with: slots.filter { $0.isRequired }) }

  /// The same without the clock, which expressions leave out too: `debounce(for:)`.
  var shortName: String { name(with: slots.filter { $0.isRequired && ($0.label == nil || !$0.isImplied) }) }

  private func name(with slots: [Slot]) -> String {
    let labels = slots.filter { $0.isInName }.map { ($0.label ?? "_") + ":" }.joined()
    return (owner.map { $0 + "." } ?? "") + name + (isProperty ? "" : "(\(labels))")
  }

  /// How it is written in an expression: `debounce(for: SECONDS)`.
  var usage: String {
    let arguments = slots.filter { $0.isInName && $0.count.lowerBound > 0 }.map { slot in
      (slot.label.map { $0 + ": " } ?? "") + (slot.placeholder ?? "")
    }
    return arguments.isEmpty ? name : "\(name)(\(arguments.joined(separator: ", ")))"
  }

  /// A name for files, also where capitals do not count.
  var fileName: String {
    let words = shortName.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    return words.joined(separator: "-")
  }

  func fileName(of example: Example) -> String { fileName + (example.name.map { "-" + $0 } ?? "") }
}
