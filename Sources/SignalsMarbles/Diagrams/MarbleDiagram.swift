import Signals

/// What happens on a stream, step by step, drawn in one line.
///
///     --a--b--(c|)
///
/// One character is one step, and one step is one second of virtual time:
///
/// - `-` nothing happens;
/// - `a`, `7` a value, named by its letter or digit;
/// - `'ab'` a value with a longer name, still one step; `''` has an empty name;
/// - `|` the stream completes, `x` it fails, `!` it is interrupted;
/// - `(ab|)` several of these at one instant, in this order, still one step;
/// - `^` the observer is attached here, `$` it is disposed of here.
///
/// Spaces mean nothing; use them to align one diagram with another. ``init(_:)`` reads the line, and
/// `description` writes it.
public struct MarbleDiagram: Hashable, Sendable {
  /// How long a step takes.
  public static let step = Duration.seconds(1)
  /// How many steps there is room for.
  static let mostSteps = 1_000_000

  /// What can happen in a step.
  public enum Mark: Hashable, Sendable {
    /// A value, by its name.
    case value(String)
    /// The end, because something went wrong.
    case failed
    /// The normal end.
    case completed
    /// The end, because the work was cancelled.
    case interrupted
    /// The observer is attached.
    case attached
    /// The observer is disposed of.
    case disposed

    /// Whether no event can follow.
    public var isTerminating: Bool {
      switch self {
      case .failed, .completed, .interrupted: true
      case .value, .attached, .disposed: false
      }
    }

    /// Whether it is a value.
    public var isValue: Bool { if case .value = self { true } else { false } }
  }

  /// What happens in each step, in order.
  public var steps: [[Mark]]

  /// A diagram of `steps`; an empty one is a step in which nothing happens.
  public init(steps: [[Mark]]) { self.steps = steps }
}

extension MarbleDiagram {
  /// Draws events, each value by the name that `name` gives it.
  package init<Value, Failure>(
    _ entries: [Recorder<Value, Failure>.Entry], from origin: Duration = .zero,
    step: Duration = MarbleDiagram.step, name: (Value) -> String
  ) {
    require(step > .zero, "MarbleDiagram(_:from:step:)", "a step must be longer than zero", step)
    self.init(steps: [])
    for entry in entries {
      require(
        entry.time >= origin, "MarbleDiagram(_:from:step:)", "no event comes before the first step",
        entry.time)
      let time = entry.time - origin
      require(
        Self.hasRoom(at: time, step: step), "MarbleDiagram(_:from:step:)",
        "a diagram has at most 1,000,000 steps",
        entry.time)
      add(Mark(entry.event, name: name), at: time.count(of: step))
    }
  }

  /// Whether a diagram can show an event so long after its beginning.
  package static func hasRoom(at time: Duration, step: Duration = MarbleDiagram.step) -> Bool {
    time / step < Double(mostSteps)
  }

  /// Adds a mark at the end of a step; the diagram grows as needed.
  ///
  /// - Precondition: `step` is not negative, and less than 1,000,000.
  public mutating func add(_ mark: Mark, at step: Int) {
    require(step >= 0, "MarbleDiagram.add(_:at:)", "the step must not be negative", step)
    require(step < Self.mostSteps, "MarbleDiagram.add(_:at:)", "a diagram has at most 1,000,000 steps", step)
    while steps.count <= step { steps.append([]) }
    steps[step].append(mark)
  }

  /// The step in which `mark` stands first.
  public func step(of mark: Mark) -> Int? { steps.firstIndex { $0.contains(mark) } }

  /// The step in which the stream ends.
  public var end: Int? { steps.firstIndex { $0.contains(where: { $0.isTerminating }) } }
}

extension MarbleDiagram.Mark {
  /// The mark for an event, a value by the name that `name` gives it.
  package init<Value, Failure>(_ event: Event<Value, Failure>, name: (Value) -> String) {
    switch event {
    case .next(let value): self = .value(name(value))
    case .failed: self = .failed
    case .completed: self = .completed
    case .interrupted: self = .interrupted
    }
  }
}

extension Duration {
  /// How many times `step` has passed by completely.
  func count(of step: Duration) -> Int {
    let nearest = Int(exactly: (self / step).rounded()) ?? .max
    return step * nearest > self ? nearest - 1 : nearest
  }

  /// Whether it is a whole number of steps.
  func isWhole(_ step: Duration) -> Bool { step * count(of: step) == self }
}
