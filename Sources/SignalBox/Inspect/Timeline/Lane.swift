/// A subscription of a recording, over time. Times are milliseconds since 1970.
struct Lane: Sendable {
  struct Value: Equatable, Sendable {
    var time: Double
    /// How many came since the one before, where only samples say so.
    var count = 1
    var text: String?
  }

  let number: Int
  let parent: Int?
  var row: SubscriptionRow
  var begin: Double
  /// Nil: it was live when the recording ended.
  var end: Double?
  var values: [Value] = []
  var pauses: [ClosedRange<Double>] = []
  /// Since when it is paused, in the making.
  var pausedSince: Double?
  /// From when on each event is known.
  var exactFrom: Double?

  /// Its name, if it has one, and its place.
  var label: String {
    [row.name ?? row.kind, row.place].compactMap { $0 }.joined(separator: "  ")
  }
}

/// How many values waited in a holder, over time.
struct HolderSeries: Sendable {
  var row: HolderRow
  var waits: [(time: Double, count: Int)] = []
}

/// All subscriptions of a recording.
struct RecordedLanes: Sendable {
  private(set) var program = ""
  private(set) var process = 0
  private(set) var lanes: [Int: Lane] = [:]
  private(set) var holders: [Int: HolderSeries] = [:]
  private(set) var failures: [FailureRow] = []
  private(set) var begin = Double.infinity
  private(set) var end = -Double.infinity
  private var now = 0.0

  /// - Parameter lines: What `signalbox inspect --record` has written.
  init(_ lines: some Sequence<Substring>) throws(InspectionFailure) {
    for (index, text) in lines.enumerated() where !text.isEmpty {
      // The last line may have been cut off.
      guard let line = InspectorLine(String(text)) else {
        throw InspectionFailure("line \(index + 1) is none of a recording")
      }
      take(line)
    }
    guard begin <= end else { throw InspectionFailure("there is no sample in it") }
    for number in lanes.keys { lanes[number]?.finishPause(at: end) }
  }

  private mutating func take(_ line: InspectorLine) {
    switch line {
    case .hello(let hello): (program, process) = (hello.program, hello.pid)
    case .sample(let sample):
      now = sample.time
      begin = min(begin, now)
      end = max(end, now)
    case .subscriptions(let rows): for row in rows { take(row) }
    case .holders(let rows, let gone):
      for row in rows {
        if holders[row.number] == nil { holders[row.number] = HolderSeries(row: row) }
        holders[row.number]?.row.take(row)
        if let waits = row.waits { holders[row.number]?.waits.append((now, waits)) }
      }
      for number in gone { holders[number]?.waits.append((now, 0)) }
    case .failures(let rows):
      failures.removeAll { failure in rows.contains { $0.number == failure.number } }
      failures += rows
    case .events(let events): take(events)
    case .end, .metrics, .refused, .unknown: break
    }
  }

  private mutating func take(_ row: SubscriptionRow) {
    var lane: Lane
    if let known = lanes[row.number] {
      lane = known
      if let values = row.values, values > lane.row.values ?? 0 {
        // Values of one that has ended came before its end, not with the sample.
        let time = row.last ?? (row.state == "ended" ? row.since : nil) ?? now
        lane.add(values - (lane.row.values ?? 0), at: time, row.text)
      }
      lane.row.take(row)
    } else {
      lane = Lane(number: row.number, parent: row.parent, row: row, begin: row.since ?? now)
      // Of what came before the recording only the last value is known.
      if row.values ?? 0 > 0, let last = row.last { lane.add(row.values ?? 0, at: last, row.text) }
    }
    switch row.state {
    case "paused": lane.pausedSince = row.since ?? now
    case "running": lane.finishPause(at: row.since ?? now)
    case "ended":
      lane.end = row.since ?? now
      lane.finishPause(at: lane.end ?? now)
    default: break
    }
    lanes[row.number] = lane
  }

  private mutating func take(_ events: InspectorLine.EventRows) {
    for event in events.rows where event.kind == .value {
      guard var lane = lanes[events.subscription] else { return }
      if lane.exactFrom == nil {
        lane.exactFrom = event.time
        lane.values.removeAll { $0.time >= event.time }
      }
      lane.values.append(Lane.Value(time: event.time, text: event.text))
      lanes[events.subscription] = lane
    }
  }

  /// Parents first, what they have started below them.
  func ordered(_ numbers: Set<Int>) -> [(lane: Lane, depth: Int)] {
    let children = Dictionary(grouping: numbers.sorted()) { number -> Int in
      lanes[number]?.parent.flatMap { $0 < number && numbers.contains($0) ? $0 : nil } ?? 0
    }
    var rows: [(Lane, Int)] = []
    var waiting = (children[0] ?? []).reversed().map { ($0, 0) }
    while let (number, depth) = waiting.popLast() {
      if let lane = lanes[number] { rows.append((lane, depth)) }
      waiting += (children[number] ?? []).reversed().map { ($0, depth + 1) }
    }
    return rows
  }
}

extension Lane {
  fileprivate mutating func add(_ count: Int, at time: Double, _ text: String?) {
    // The events say it better.
    if let exactFrom, time >= exactFrom { return }
    values.append(Value(time: time, count: count, text: text))
  }

  fileprivate mutating func finishPause(at time: Double) {
    if let since = pausedSince { pauses.append(since...max(since, time)) }
    pausedSince = nil
  }

  /// How it has ended, as a mark.
  var endMark: String? { end == nil ? nil : row.end ?? "completed" }
}
