import SignalsMarbles

/// One row of a picture: what a stream said, from the step in which it began.
struct Timeline: Equatable {
  let name: String
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

  /// The last step that matters.
  var last: Int { Swift.max(events.steps.count, rest.steps.count, (letGo ?? 0) + 1, (begin ?? 0) + 1) - 1 }
}

/// What came out of a run.
struct Picture: Equatable {
  /// The operators, as Swift code.
  let code: String
  var inputs: [Timeline]
  var outputs: [Timeline]
  /// Whether more would have come after the last step.
  var goesOn: Bool

  /// How many steps there are to draw.
  var steps: Int { ((inputs + outputs).map(\.last).max() ?? 0) + 1 }
}
