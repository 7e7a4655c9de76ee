import SignalsMarbles

/// A change of one diagram, by hand.
struct LiveEdit {
  /// Where the diagram stands in the expression; nil for the one beside it.
  let place: Int?
  /// The mark that is changed: its step, and which of the marks there.
  let step: Int
  let index: Int
  let change: Change

  enum Change {
    /// To another step, as far as order allows: nothing follows an end.
    case move(to: Int)
    case remove
    /// To another value; for an end, to another end: `|`, `x` or `!`.
    case rename(String)
    /// A further value in this step.
    case add
  }
}

extension LiveDiagram {
  /// The same after a change, and where the changed mark stands then; nil if it is gone, or if there was none.
  func changed(by edit: LiveEdit) -> (live: LiveDiagram, mark: (step: Int, index: Int)?) {
    guard var diagram = diagram(at: edit.place) else { return (self, nil) }
    let mark = diagram.change(edit)
    var live = self
    live.replace(at: edit.place, with: diagram)
    return (live, mark)
  }
}

extension MarbleDiagram {
  fileprivate mutating func change(_ edit: LiveEdit) -> (step: Int, index: Int)? {
    if case .add = edit.change { return insert(.value(unusedName), at: edit.step) }
    guard steps.indices.contains(edit.step), steps[edit.step].indices.contains(edit.index) else { return nil }
    let mark = steps[edit.step][edit.index]
    switch edit.change {
    case .move(let step):
      steps[edit.step].remove(at: edit.index)
      return insert(mark, at: step)
    case .rename(let name):
      guard let renamed = mark.renamed(name) else { return (edit.step, edit.index) }
      steps[edit.step][edit.index] = renamed
      return (edit.step, edit.index)
    case .remove:
      steps[edit.step].remove(at: edit.index)
      return nil
    case .add: return nil
    }
  }

  /// Inserts a mark as near to a step as order allows.
  private mutating func insert(_ mark: Mark, at step: Int) -> (step: Int, index: Int) {
    let last = steps.lastIndex { !$0.isEmpty } ?? 0
    let most = ExpressionRunner.limit - 1
    let step =
      mark.isTerminating ? Swift.max(last, Swift.min(step, most)) : Swift.max(0, Swift.min(step, end ?? most))
    while steps.count <= step { steps.append([]) }
    // Nothing is written after an end.
    if mark.isTerminating { steps.removeSubrange((step + 1)...) }
    let index = steps[step].firstIndex { $0.isTerminating } ?? steps[step].count
    steps[step].insert(mark, at: index)
    return (step, index)
  }

  /// The next number, or a letter that is not there yet.
  private var unusedName: String {
    let names = steps.joined().compactMap { $0.name }
    let numbers = names.compactMap { Int($0) }
    if !names.isEmpty, numbers.count == names.count { return "\((numbers.max() ?? 0) &+ 1)" }
    // `x` would be a failure.
    return "abcdefghijklmnopqrstuvwyz".map(String.init).first { !names.contains($0) } ?? "a"
  }
}

extension MarbleDiagram.Mark {
  /// Nil if the name says nothing.
  fileprivate func renamed(_ name: String) -> Self? {
    if isTerminating {
      switch name {
      case "|": return .completed
      case "x": return .failed
      case "!": return .interrupted
      default: return nil
      }
    }
    let plain = name.filter { $0 != "'" && $0 != "\"" }
    return plain.isEmpty ? nil : .value(String(plain.prefix(16)))
  }
}
