import Signals

extension MarbleDiagram {
  /// Draws events at the step that has begun when they come.
  ///
  /// - Parameters:
  ///   - origin: When the first step begins.
  ///   - step: How long a step takes.
  /// - Precondition: No event comes before `origin`, `step` is greater than zero, and there are no more than 1,000,000
  ///   steps.
  public init<Value, Failure>(
    _ entries: [Recorder<Value, Failure>.Entry], from origin: Duration = .zero,
    step: Duration = MarbleDiagram.step
  ) {
    self.init(entries, from: origin, step: step) { marbleName(of: $0) }
  }
}

extension MarbleDiagram.Mark {
  /// The mark for an event.
  public init<Value, Failure>(_ event: Event<Value, Failure>) {
    self.init(event) { marbleName(of: $0) }
  }
}

/// What a value is called in a diagram: tuples as their elements in a row (`a1`), collections in
/// brackets (`[a, b]`), optionals as what they hold, streams as `stream`, everything else as it describes itself.
package func marbleName(of value: Any) -> String {
  // A live stream refers to its observers, and they to it: its parts have no end.
  // A property describes itself with its place in the program, which is too long.
  if value is any EventSource, !(value is any CustomStringConvertible) || value is any PropertyProtocol {
    return "stream"
  }
  let mirror = Mirror(reflecting: value)
  // Parts are named for these kinds only: the parts of other values may lead anywhere.
  return switch mirror.displayStyle {
  case .tuple: mirror.partNames.joined()
  case .collection: "[\(mirror.partNames.joined(separator: ", "))]"
  case .optional: mirror.partNames.first ?? "nil"
  default: String(describing: value)
  }
}

extension Mirror {
  fileprivate var partNames: [String] { children.map { marbleName(of: $0.value) } }
}
