import SignalsMarbles

/// The events of a subscription, as a marble diagram that ends now.
struct EventDiagram {
  private let events: [SubscriptionEvent]
  /// Whether it is paused now.
  private let isPaused: Bool
  private let now: Double
  private let step: Double

  /// More values than these in one step are a number.
  private static let mostInAStep = 3
  /// How long the name of a value may be.
  private static let longestName = 8

  /// - Parameter step: How many milliseconds a step takes.
  init(_ events: [SubscriptionEvent], isPaused: Bool, until now: Double, step: Double) {
    (self.events, self.isPaused, self.now, self.step) = (events, isPaused, now, step)
  }

  /// Two rows, no wider than `columns`: what has happened, and when it was paused. Steps stand at the same places from one
  /// drawing to the next, and move to the left by whole steps.
  func lines(named name: String, columns: Int) -> [String] {
    let name = name.ellipsized(to: 16)
    var count = max(1, columns - max(name.count, "paused".count) - 2)
    while true {
      let picture = picture(named: name, steps: count)
      let lines = picture.lines
      let widest = lines.map(\.columns).max() ?? 0
      if widest <= columns || count == 1 { return lines.map { $0.cut(to: columns) } }
      count = max(1, min(count - 1, count * columns / widest))
    }
  }

  func picture(named name: String, steps count: Int) -> MarblePicture {
    let last = (now / step).rounded(.down)
    let first = last - Double(count - 1)
    var values = MarbleDiagram(steps: Array(repeating: [], count: count))
    var pauses = values
    var paused = pausedBefore(first * step)
    var column = 0
    for event in events {
      let index = Int(max(-1, min((event.time / step).rounded(.down) - first, Double(count - 1))))
      guard index >= 0 else { continue }
      if paused { for step in column..<max(column, index) { pauses.steps[step] = [.value("=")] } }
      column = index
      switch event.kind {
      case .paused: paused = true
      case .resumed:
        paused = false
        pauses.steps[index] = [.value("=")]
      case .value: values.steps[index].append(.value(Self.name(event.text)))
      case .completed: values.steps[index].append(.completed)
      case .failed: values.steps[index].append(.failed)
      case .interrupted: values.steps[index].append(.interrupted)
      case nil: break
      }
    }
    if paused { for step in column..<count { pauses.steps[step] = [.value("=")] } }
    for index in values.steps.indices {
      let several = values.steps[index].count { $0.isValue }
      guard several > Self.mostInAStep else { continue }
      values.steps[index] = [.value("×\(several.compact)")] + values.steps[index].filter { !$0.isValue }
    }
    return MarblePicture([.diagram(name, values), .diagram("paused", pauses)], style: .picture)
  }

  /// Whether it was paused when the diagram begins: the events before that say so, or the first one after it.
  private func pausedBefore(_ time: Double) -> Bool {
    let turns = events.filter { $0.kind == .paused || $0.kind == .resumed }
    if let before = turns.last(where: { $0.time < time }) { return before.kind == .paused }
    return turns.first.map { $0.kind == .resumed } ?? isPaused
  }

  private static func name(_ text: String?) -> String {
    guard let text else { return "*" }
    let name = text.filter { !"()-|!^$'\"".contains($0) && !$0.isWhitespace }
    return name.isEmpty ? "*" : name.ellipsized(to: longestName)
  }
}
