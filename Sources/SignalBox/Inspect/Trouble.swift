/// Something that looks wrong.
struct Trouble: Equatable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case failing, spinning, growing, queueGrowing = "queue growing", paused, dropping, leaving = "left early",
      silent = "never a value", unread = "never observed",
      doubled = "started twice"
  }

  let kind: Kind
  /// The number of the subscription that it is about, if it is about one.
  let subscription: Int?
  /// Where, and what.
  let sentence: String
  /// By which those of one kind are ordered, the largest first.
  let weight: Double
}

extension InspectorModel {
  /// What looks wrong, the worst first.
  var foundTroubles: [Trouble] {
    let all = failing + spinning + growing + queues + paused + left + silent + unread + doubled
    return all.sorted { a, b in
      let (x, y) = (
        Trouble.Kind.allCases.firstIndex(of: a.kind)!, Trouble.Kind.allCases.firstIndex(of: b.kind)!
      )
      return x != y ? x < y : a.weight != b.weight ? a.weight > b.weight : a.sentence < b.sentence
    }
  }

  /// For how many milliseconds a start may be paused.
  private static let longPause = 5_000.0
  /// For how many it may have sent nothing.
  private static let longSilence = 10_000.0
  private static let recent = 10_000.0

  // MARK: Failures

  private var failing: [Trouble] {
    let recent = failures.filter { now - $0.time < Self.recent }
    return Dictionary(grouping: recent) {
      "\($0.type ?? "a failure") of \($0.trail?.last ?? "a start that is over")"
    }
    .filter { $0.value.count >= 3 }
    .map { what, rows in
      Trouble(
        kind: .failing, subscription: rows.last?.subscription,
        sentence: "fails again and again, \(rows.count.of("time")) in 10 s: \(what)",
        weight: Double(rows.count))
    }
  }

  // MARK: Places

  private var spinning: [Trouble] {
    places.compactMap { place, counts in
      guard counts.begins.intervals >= 2 else { return nil }
      let perSecond = counts.begins.growth / counts.begins.intervals
      guard perSecond >= 100, counts.live < counts.begins.growth / 2 else { return nil }
      return Trouble(
        kind: .spinning, subscription: nil,
        sentence: "starts anew \(perSecond.of("time")) in a second: \(place)", weight: Double(perSecond))
    }
  }

  private var growing: [Trouble] {
    places.compactMap { place, counts in
      let growth = counts.lives.growth
      guard counts.live >= 20, growth >= 10, counts.lives.intervals >= 3, counts.lives.hasOnlyGrown else {
        return nil
      }
      return Trouble(
        kind: .growing, subscription: nil,
        sentence:
          "has \(counts.live.of("subscription")), \(growth.grouped) more than \(counts.lives.intervals) s ago: \(place)",
        weight: Double(growth))
    }
  }

  // MARK: Holders

  private var queues: [Trouble] {
    holders.values.flatMap { holder -> [Trouble] in
      let row = holder.row
      let what = "\(row.kind ?? "something") of \(row.place ?? "no subscription")"
      var found: [Trouble] = []
      // What is kept for late subscribers does not wait for anything.
      let isKept = row.kind == "share(replay:)"
      if !isKept, holder.waited.grows(over: 3), let waits = row.waits, waits >= 100 {
        found.append(
          Trouble(
            kind: .queueGrowing, subscription: row.subscription,
            sentence: "\(waits.grouped) wait, and more every second: \(what)", weight: Double(waits)))
      }
      if holder.dropped.growth > 0, holder.dropped.intervals >= 1 {
        found.append(
          Trouble(
            kind: .dropping, subscription: row.subscription,
            sentence:
              "drops values, \(holder.dropped.growth.grouped) in \(holder.dropped.intervals) s: \(what)",
            weight: Double(holder.dropped.growth)))
      }
      return found
    }
  }

  private var paused: [Trouble] {
    let paused = subscriptions.values.filter { subscription in
      subscription.row.state == "paused" && subscription.row.since.map { now - $0 >= Self.longPause } ?? false
    }
    let holders = Dictionary(grouping: holders.values.map(\.row)) { $0.subscription ?? 0 }
    return byPlace(paused).map { longest, others in
      let cause =
        holders[longest.row.number]?.first { $0.paused == true }
        .map { "\($0.kind ?? "a holder") holds \(($0.waits ?? 0).grouped)" }
        ?? longest.row.pausedBy.map { "by \($0)" } ?? "its observer requests it"
      let time = now - (longest.row.since ?? now)
      return Trouble(
        kind: .paused, subscription: longest.row.number,
        sentence: "paused for \(time.asTime), \(cause): \(longest.label)\(others)", weight: time)
    }
  }

  /// The one of each place that has been as it is for the longest time, and how many others there are.
  private func byPlace(_ found: [Subscription]) -> [(longest: Subscription, others: String)] {
    Dictionary(grouping: found, by: \.label).values.compactMap { group in
      let longest = group.min { ($0.row.since ?? 0, $0.row.number) < ($1.row.since ?? 0, $1.row.number) }
      return longest.map { ($0, group.count > 1 ? ", and \((group.count - 1).grouped) more there" : "") }
    }
  }

  // MARK: Subscriptions

  /// Those that were disposed of right after their start.
  private var left: [Trouble] {
    ended.compactMap { subscription in
      let row = subscription.row
      guard row.kind == "terminal", row.values ?? 0 == 0,
        ["interrupted", "released"].contains(row.end ?? ""),
        let over = row.since, now - over < Self.recent, subscription.begin.map({ over - $0 < 1_000 }) ?? true
      else { return nil }
      let how = row.end == "released" ? "let go of" : "disposed of"
      return Trouble(
        kind: .leaving, subscription: row.number,
        sentence: "\(how) before a value came, right after the start: \(subscription.label)", weight: over)
    }
    .suffix(20)
  }

  private var silent: [Trouble] {
    let silent = subscriptions.values.filter { subscription in
      let row = subscription.row
      return row.kind == "terminal" && row.values ?? 0 == 0 && row.state != "paused"
        && row.since.map { now - $0 >= Self.longSilence } ?? false
    }
    return byPlace(silent).map { longest, others in
      let time = now - (longest.row.since ?? now)
      return Trouble(
        kind: .silent, subscription: longest.row.number,
        sentence: "no value in \(time.asTime)\(cause(of: longest)): \(longest.label)\(others)", weight: time)
    }
  }

  /// Where the values have stopped, as far as what lies below it says so.
  private func cause(of silent: Subscription) -> String {
    let number = silent.row.number
    let full = holders(of: number).max { $0.waits ?? 0 < $1.waits ?? 0 }
    if let full, let waits = full.waits, waits > 0 {
      return ", while \(full.kind ?? "a holder") holds \(waits.grouped)"
    }
    let below = children(of: number)
    guard let last = below.max(by: { $0.row.values ?? 0 < $1.row.values ?? 0 })?.row, last.values ?? 0 > 0
    else { return "" }
    if let mute = below.first(where: { $0.row.kind == "inner" && $0.row.values ?? 0 == 0 })?.row {
      return ", and none for \(mute.name ?? "a join") of \(mute.type ?? "its source")"
    }
    return ", although \(last.name ?? "its source") has sent \((last.values ?? 0).of("value"))"
  }
}

extension InspectorModel {
  /// Properties that change, and that nothing observes, is computed from or has read lately.
  fileprivate var unread: [Trouble] {
    let unread = subscriptions.values.filter { subscription in
      let row = subscription.row
      return row.kind == "property" && row.state == "unread" && row.values ?? 0 >= Self.manyChanges
        && row.last.map { now - $0 < Self.recent } ?? false
    }
    return byPlace(unread).map { longest, others in
      Trouble(
        kind: .unread, subscription: longest.row.number,
        sentence:
          "has changed \((longest.row.values ?? 0).of("time")), and nothing observes or reads it: \(longest.label)\(others)",
        weight: Double(longest.row.values ?? 0))
    }
  }

  /// One source that is called by its name, and that terminals of several places run at the same time.
  fileprivate var doubled: [Trouble] {
    let named = subscriptions.values.filter { $0.row.kind == "named" && $0.row.drive == "pulled" }
    return Dictionary(grouping: named, by: \.label).compactMap { label, runs in
      let starts = Set(runs.compactMap { chain(of: $0.row.number).first?.row.place }).sorted()
      guard starts.count > 1, let first = runs.map(\.row.number).min() else { return nil }
      let places = starts.joined(separator: ", ")
      return Trouble(
        kind: .doubled, subscription: first,
        sentence: "runs \(runs.count.of("time")) at once, started at \(places): \(label)",
        weight: Double(runs.count))
    }
  }

  /// How often a property may change before it counts that nothing observes it.
  private static let manyChanges = 10
}

extension InspectorModel.Subscription {
  /// Its name, if it has one, and its place.
  var label: String {
    [row.name, row.place].compactMap { $0 }.joined(separator: "  ")
  }
}

extension Double {
  /// A number of milliseconds, as people say it.
  var asTime: String { Duration.milliseconds(Swift.max(0, Swift.min(self, 1e15))).spoken }
}
