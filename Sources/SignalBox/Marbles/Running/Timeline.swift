import SignalsMarbles

/// One row of a picture: what a stream said, from the step in which it began.
struct Timeline: Equatable {
  let name: String
  let role: Role
  /// For an input: where its diagram stands in the expression; nil for the one that stands beside it.
  var place: Int?
  /// Nil if it was never started.
  var begin: Int?
  /// What happened, in steps of the picture.
  var events = MarbleDiagram(steps: [])
  /// For an input: what would have come after it was let go.
  var rest = MarbleDiagram(steps: [])
  /// For an input: the step in which it was let go before its end.
  var letGo: Int?
  /// Whether its values are streams, which have rows of their own.
  var carriesStreams = false

  enum Role: Sendable {
    /// The first start of a source, or a source that was never started.
    case source
    /// A further start of it.
    case again
    /// A stream that belongs to a value of the row above.
    case inner
    case output
  }

  /// Whether to show what would have come after it was let go. Where a source is started more than once, a
  /// row ends where that start does.
  var showsRest: Bool { role == .source }

  /// The last step that matters.
  var last: Int {
    Swift.max(events.steps.count, showsRest ? rest.steps.count : 0, (letGo ?? 0) + 1, (begin ?? 0) + 1) - 1
  }

  /// Whether it has not ended.
  var isOpen: Bool { begin != nil && events.end == nil && letGo == nil }

  /// The row in the notation: as a whole, or up to its interruption.
  var diagram: MarbleDiagram {
    var diagram = events
    if showsRest {
      for (step, marks) in rest.steps.enumerated() { for mark in marks { diagram.add(mark, at: step) } }
    } else if let letGo {
      diagram.add(.interrupted, at: letGo)
    }
    return diagram
  }
}

/// What came out of a run.
struct Picture: Equatable {
  /// The operators, as Swift code.
  let code: String
  var inputs: [Timeline]
  var outputs: [Timeline]
  /// Whether more would have come after the last step.
  var goesOn: Bool

  /// How many steps there are to draw. What does not end is seen to go on.
  var steps: Int {
    let count = ((inputs + outputs).map { $0.last }.max() ?? 0) + 1
    return (inputs + outputs).contains(where: { $0.isOpen }) ? Swift.max(count, 8) : count
  }
}
