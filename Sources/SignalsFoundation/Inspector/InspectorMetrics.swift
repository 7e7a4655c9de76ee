import Signals

/// A snapshot in the text format of Prometheus.
enum InspectorMetrics {
  private struct Place: Hashable, Comparable {
    let labels: String

    static func < (one: Place, other: Place) -> Bool { one.labels < other.labels }
  }

  static func text(_ snapshot: RecordSnapshot) -> String {
    var text = ""
    func family(_ name: String, _ kind: String, _ help: String, _ rows: [(labels: String, value: Int)]) {
      if rows.isEmpty { return }
      text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
      for row in rows { text += "\(name)\(row.labels) \(row.value)\n" }
    }
    func total(_ name: String, _ kind: String, _ help: String, _ value: Int) {
      family(name, kind, help, [("", value)])
    }
    total("signals_subscriptions_live", "gauge", "Live subscriptions.", snapshot.subscriptions.count)
    total("signals_subscriptions_started_total", "counter", "Subscriptions started.", snapshot.startedCount)
    total("signals_subscriptions_ended_total", "counter", "Subscriptions ended.", snapshot.endedCount)
    total("signals_subscriptions_failed_total", "counter", "Subscriptions failed.", snapshot.failedCount)
    total("signals_values_total", "counter", "Values passed.", snapshot.valueCount)

    let terminals = snapshot.subscriptions.filter { $0.kind == .terminal }
    let places = Dictionary(grouping: terminals) {
      Place(labels: labels([("place", "\($0.fileID):\($0.line)"), ("type", $0.values)]))
    }
    .sorted { $0.key < $1.key }
    family(
      "signals_place_live", "gauge", "Live subscriptions of one place.",
      places.map { ($0.key.labels, $0.value.count) })
    family(
      "signals_place_values", "gauge", "Values that live subscriptions of one place have received.",
      places.map { ($0.key.labels, $0.value.reduce(0) { $0 + $1.valueCount }) })
    family(
      "signals_place_paused", "gauge", "Paused subscriptions of one place.",
      places.map { ($0.key.labels, $0.value.count { $0.state == .paused }) })

    let holders = Dictionary(grouping: snapshot.holders) {
      Place(labels: labels([("operator", $0.operation), ("place", $0.place ?? "")]))
    }
    .sorted { $0.key < $1.key }
    family(
      "signals_holder_waiting", "gauge", "Values that wait.",
      holders.map { ($0.key.labels, $0.value.reduce(0) { $0 + $1.waitingCount }) })
    family(
      "signals_holder_dropped", "gauge", "Values that live holders have dropped.",
      holders.map { ($0.key.labels, $0.value.reduce(0) { $0 + $1.droppedCount }) })
    family(
      "signals_holder_pausing", "gauge", "Holders that pause their source.",
      holders.map { ($0.key.labels, $0.value.count { $0.isPausing }) })
    return text
  }

  private static func labels(_ pairs: [(String, String)]) -> String {
    let texts = pairs.map { name, value in
      let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\n", with: "\\n")
      return "\(name)=\"\(escaped)\""
    }
    return "{\(texts.joined(separator: ","))}"
  }
}
