import Foundation

/// How results are shown.
protocol Report {
  func begin()
  func add(_ scenario: Scenario, _ measurement: Measurement)
}

/// One aligned line per scenario, at most 92 columns.
struct TableReport: Report {
  func begin() {
    row("scenario", "", "ns", "floor", "ratio", "target", "mallocs", "")
    print(String(repeating: "-", count: 92))
  }

  func add(_ scenario: Scenario, _ measurement: Measurement) {
    let show = { (value: Double) in quantity(value, measurement.unit, places: 2) }
    let target = scenario.target
    row(
      scenario.name, scenario.title, show(measurement.value), show(measurement.floor),
      fixed(measurement.ratio, 2),
      target.ratio.map { "<= " + fixed($0, 1) + "x" }
        ?? target.value.map {
          "<= " + quantity($0, measurement.unit, places: 0) + (measurement.unit.isBare($0) ? " ns" : "")
        } ?? "",
      (measurement.allocations.map(short) ?? "?") + (target.allocations.map { "/" + short($0) } ?? ""),
      measurement.meets(target) ? "ok" : "MISS")
    for fault in measurement.faults { print("  \(scenario.name) is broken: \(fault)") }
  }

  private func row(
    _ name: String, _ title: String, _ value: String, _ floor: String, _ ratio: String,
    _ target: String, _ mallocs: String, _ verdict: String
  ) {
    print(
      left(name, 18) + left(title, 23) + right(value, 9) + right(floor, 9) + right(ratio, 8)
        + right(target, 11) + right(mallocs, 9) + right(verdict, 5))
  }

  private func left(_ text: String, _ width: Int) -> String {
    text.padding(toLength: width, withPad: " ", startingAt: 0)
  }

  private func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// In the unit that the figure fits the column with; nanoseconds, which most are, go without saying.
  private func quantity(_ value: Double, _ unit: Measurement.Unit, places: Int) -> String {
    switch (unit, value) {
    case (.nanoseconds, _) where unit.isBare(value): fixed(value, places)
    case (.nanoseconds, ..<1e7): fixed(value / 1e3, 0) + " us"
    case (.nanoseconds, _): fixed(value / 1e6, 0) + " ms"
    case (.bytes, ..<1e5): fixed(value, 0) + " B"
    case (.bytes, _): fixed(value / 1e6, 1) + " MB"
    }
  }

  private func fixed(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }

  private func short(_ value: Double) -> String { String(format: "%.3g", value) }
}

extension Measurement.Unit {
  /// Whether a figure is shown in nanoseconds, without saying so.
  fileprivate func isBare(_ value: Double) -> Bool { self == .nanoseconds && value < 1e5 }
}

/// One JSON object a line.
struct JSONReport: Report {
  func begin() {}

  func add(_ scenario: Scenario, _ measurement: Measurement) {
    let isTime = measurement.unit == .nanoseconds
    let fields: [(String, String?)] = [
      ("scenario", "\"\(scenario.name)\""),
      (isTime ? "ns" : "bytes", number(measurement.value)),
      (isTime ? "floor_ns" : "floor_bytes", number(measurement.floor)),
      ("ratio", number(measurement.ratio)),
      ("allocations", measurement.allocations.flatMap(number)),
      ("ok", "\(measurement.meets(scenario.target))"),
    ]
    print("{" + fields.map { "\"\($0)\": \($1 ?? "null")" }.joined(separator: ", ") + "}")
  }

  private func number(_ value: Double) -> String? {
    value.isFinite ? String(format: "%.4g", value) : nil
  }
}
