/// A way to attack the library.
struct Scenario: Sendable {
  let name: String
  let summary: String
  /// The rules of Contract.md that are checked.
  let rules: String
  /// How much of the time it gets, compared with others.
  var weight = 1.0
  /// How long one round goes on, in seconds; nil for a single round that takes all the time of the scenario.
  var roundLength: Double? = 0.15
  /// The limit of resident memory while the load goes on.
  var megabytes = 200
  let run: @Sendable (Round) -> Void

  var listing: String {
    "\(name.padded(to: 20)) \(summary) (\(rules))"
  }
}

extension Scenario {
  /// The weight of what has shown itself after eight seconds at the earliest.
  static let longToShow = 12.0

  static let all =
    pipes + churn + state + bindings + sharing + flattening + waiting + async + schedulers + lifetimes
    + pipelines
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
