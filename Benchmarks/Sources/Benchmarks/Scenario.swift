/// A row of the table.
struct Scenario: Sendable {
  let name: String
  let title: String
  /// What is run, in scenarios that are measured in time per event.
  var workload: (@Sendable () -> Workload)?
  let measure: @Sendable () -> Measurement

  var target: Target {
    guard let target = Target.all[name] else { fatalError("scenario \(name) has no target") }
    return target
  }

  /// Whether `--only` with this name means the scenario: `S3` stands for `S3.0`, `S3.1` and so on.
  func isCalled(_ asked: String) -> Bool { name == asked || name.hasPrefix(asked + ".") }
}

extension Scenario {
  static let all =
    cold + hot + joins + subscriptions + threads + hops + memory + state + stack + async + timers + pressure
    + contention + dialect + dialectParts + stateShapes + stateLayers + stateDynamic + stateSheets
    + stateShapesCounted + stateLayersCounted + stateDynamicCounted
    + stateCosts + limits + sharing + pushPull + starts + chunks + recording

  /// A scenario that is measured in time per event. `prepare` sets up what is not measured.
  static func timed(_ name: String, _ title: String, prepare: @escaping @Sendable () -> Workload) -> Self {
    Self(name: name, title: title, workload: prepare) { prepare().measure() }
  }

  /// A scenario that is measured in live bytes per subscription.
  static func sized(_ name: String, _ title: String, prepare: @escaping @Sendable () -> Holding) -> Self {
    Self(name: name, title: title) { prepare().measure() }
  }
}
