import Foundation
import Signals

/// One connection, with what its viewer has seen so far. Used by the thread of the server only.
final class InspectorViewer {
  private struct SeenSubscription {
    /// Kept, so that its end is known however many others have ended since.
    let record: RecordedSubscription
    var values: Int
    var isPaused: Bool
    var name: String?
  }

  private struct SeenHolder: Equatable {
    var holding: Holding
    var most: Int
    var hasOwner: Bool

    init(_ holder: InspectorSample.Holder) {
      (holding, most, hasOwner) = (holder.holding, holder.most, holder.record.owner != nil)
    }
  }

  private struct SeenProperty: Equatable {
    var changes: Int
    var isUsed: Bool

    init(_ property: InspectorSample.Property) {
      (changes, isUsed) = (property.changes, property.isUsed)
    }
  }

  private static let watchLimit = 8
  private static let eventLimit = 256
  private static let requestLimit = 4096

  let descriptor: Descriptor
  private let showing: Inspector.Showing
  private let clock: WallClock
  private var output: ArraySlice<UInt8> = []
  private var input: [UInt8] = []
  private(set) var isGone = false

  private var interval = Duration.milliseconds(100)
  private(set) var nextSample = ContinuousClock.now
  private var sampleCount = 0
  private var missed = 0

  private var subscriptions: [Int: SeenSubscription] = [:]
  private var holders: [Int: SeenHolder] = [:]
  private var properties: [Int: SeenProperty] = [:]
  private var failures: [Int: Int] = [:]
  /// How many had ended at the last sample.
  private var endedCount: Int
  private var subscriptionTurns: RowPacker
  private var holderTurns: RowPacker
  private var propertyTurns: RowPacker
  private var watched: [Int: (record: RecordedSubscription, log: EventLog, wasPaused: Bool)] = [:]

  /// - Parameter rowLimit: How many rows of each kind a sample has at most.
  init(_ descriptor: Descriptor, _ showing: Inspector.Showing, _ clock: WallClock, rowLimit: Int) {
    self.descriptor = descriptor
    subscriptionTurns = RowPacker(limit: rowLimit)
    holderTurns = RowPacker(limit: rowLimit)
    propertyTurns = RowPacker(limit: rowLimit)
    self.showing = showing
    self.clock = clock
    endedCount = SubscriptionRecord.totals.ended
    var hello = JSONLine("hello")
    hello.add("version", 1)
    hello.add("pid", Int(getpid()))
    hello.add("program", ProcessInfo.processInfo.processName)
    hello.add("shows", showing.rawValue)
    hello.add("since", clock(SubscriptionRecord.beginning))
    hello.add("time", clock(.now))
    hello.add("interval", 100)
    send(hello)
    writeOutput()
  }

  // MARK: Connection

  var hasOutput: Bool { !output.isEmpty }

  func writeOutput() {
    while !output.isEmpty {
      switch descriptor.write(output.prefix(1 << 18), .socket) {
      case .success(let count): output = output.dropFirst(count)
      case .failure(let failure):
        if failure.code == EINTR { continue }
        if failure.code != EAGAIN { leave() }
        return
      }
    }
    output = []
  }

  private func send(_ line: consuming JSONLine) { output += line.bytes }

  private func leave() {
    isGone = true
    output = []
    for (record, log, _) in watched.values { record.unwatch(log) }
    watched = [:]
  }

  func readRequests() {
    while !isGone {
      switch descriptor.read(atMost: Self.requestLimit) {
      case .end: return leave()
      case .failure(let code):
        if code != EAGAIN { leave() }
        return
      case .bytes(let bytes):
        input += bytes
        takeLines()
      }
    }
  }

  private func takeLines() {
    while let end = input.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(input[..<end])
      input.removeFirst(end + 1)
      if line.count > Self.requestLimit { return leave() }
      if !line.isEmpty { take(line) }
    }
    if input.count > Self.requestLimit { leave() }
    // What is not read by the viewer would grow with its requests.
    if output.count > 1 << 22 { leave() }
  }

  // MARK: Requests

  private func take(_ line: [UInt8]) {
    let object = (try? JSONSerialization.jsonObject(with: Data(line))) as? [String: Any]
    guard let object, let request = object["request"] as? String else {
      return refuse("", "A request is an object of JSON with the field `request`.")
    }
    switch request {
    case "watch":
      guard let number = object["subscription"] as? Int, let record = SubscriptionRecord.subscription(number)
      else { return refuse(request, "No live subscription has that number.") }
      watch(record)
    case "unwatch":
      guard let number = object["subscription"] as? Int, let found = watched.removeValue(forKey: number)
      else { return refuse(request, "No watched subscription has that number.") }
      found.record.unwatch(found.log)
    case "snapshot":
      subscriptions = [:]
      holders = [:]
      properties = [:]
      failures = [:]
    case "interval":
      guard let milliseconds = object["milliseconds"] as? Int, (100...60_000).contains(milliseconds) else {
        let given = object["milliseconds"].map { ", not \($0)" } ?? ""
        return refuse(request, "An interval is between 100 and 60000 milliseconds\(given).")
      }
      interval = .milliseconds(milliseconds)
      nextSample = min(nextSample, .now + interval)
    case "metrics":
      var answer = JSONLine("metrics")
      answer.add("text", Inspector.metrics, limit: .max)
      send(answer)
    default: refuse(request, "There is no such request.")
    }
  }

  private func watch(_ record: RecordedSubscription) {
    if watched[record.number] != nil { return }
    if watched.count == Self.watchLimit {
      return refuse("watch", "At most \(Self.watchLimit) subscriptions are watched at a time.")
    }
    let log = EventLog(limit: Self.eventLimit)
    watched[record.number] = (record, log, record.pauseTime != nil)
    record.watch(log)
  }

  private func refuse(_ request: String, _ reason: String) {
    var line = JSONLine("refused")
    line.add("request", request)
    line.add("why", reason)
    send(line)
  }

  // MARK: Samples

  func isDue(_ now: ContinuousClock.Instant) -> Bool { nextSample <= now }

  func scheduleSample(notBefore time: ContinuousClock.Instant) {
    nextSample = max(nextSample + interval, time)
    // After a stop of the program the samples in between are not made up for.
    if nextSample < .now { nextSample = .now + interval }
  }

  /// While the viewer has not taken the sample before, no other is made for it.
  func add(_ sample: InspectorSample) {
    if hasOutput {
      missed += 1
      return
    }
    sampleCount += 1
    let subscriptions = subscriptionRows(sample)
    let properties = propertyRows(sample)
    let holders = holderRows(sample)
    var line = JSONLine("sample")
    line.add("sample", sampleCount)
    line.add("time", clock(sample.time))
    line.add("missed", missed)
    line.add("live", sample.live.count)
    line.add("started", sample.totals.started)
    line.add("ended", sample.totals.ended)
    line.add("failed", sample.totals.failed)
    line.add("values", sample.values)
    line.add("rest", subscriptions.rest + properties.rest + holders.rest)
    send(line)
    send("subscriptions", subscriptions.rows + properties.rows)
    if !holders.rows.isEmpty || !holders.gone.isEmpty { send("holders", holders.rows, gone: holders.gone) }
    send("failures", failureRows(sample))
    sendEvents(sample)
    var end = JSONLine("end")
    end.add("sample", sampleCount)
    send(end)
    writeOutput()
  }

  /// Packs rows into lines.
  private func send(_ kind: String, _ rows: [JSONLine], gone: [Int] = []) {
    var (rest, gone) = (rows[...], gone[...])
    while !rest.isEmpty || !gone.isEmpty {
      var line = JSONLine(kind)
      var size = 0
      let fitting = rest.prefix { row in
        size += row.bytes.count
        return size < 200_000
      }
      line.add("rows", fitting)
      rest = rest.dropFirst(fitting.count)
      if rest.isEmpty, !gone.isEmpty {
        line.add("gone", gone.prefix(5000))
        gone = gone.dropFirst(5000)
      }
      send(line)
    }
  }

  private func subscriptionRows(_ sample: InspectorSample) -> (rows: [JSONLine], rest: Int) {
    var (rows, rest) = subscriptionTurns.rows(
      of: sample.live, number: \.number, hasChanged: { change(of: $0) != nil },
      row: { record in
        guard let now = change(of: record) else { return nil }
        let before = subscriptions.updateValue(now, forKey: record.number)
        return row(record, now, before, sample.pausing)
      })
    rows += endedRows(sample)
    return (rows, rest)
  }

  /// What a live subscription is now; nil if the viewer has seen it so.
  private func change(of record: RecordedSubscription) -> SeenSubscription? {
    let (values, isPaused, name) = record.lastLook
    let now = SeenSubscription(record: record, values: values, isPaused: isPaused, name: name)
    guard let before = subscriptions[record.number], before.values == now.values,
      before.isPaused == now.isPaused, before.name == now.name
    else { return now }
    return nil
  }

  /// Those that the viewer has seen, and those that have begun and ended since the last sample, if they are kept.
  private func endedRows(_ sample: InspectorSample) -> [JSONLine] {
    let live = Set(sample.live.map(\.number))
    let gone = subscriptions.filter { !live.contains($0.key) }
    for number in gone.keys { subscriptions[number] = nil }
    let new = sample.ended.suffix(max(0, sample.totals.ended - endedCount)).filter { gone[$0.number] == nil }
    endedCount = sample.totals.ended
    return gone.values.map(\.record).sorted { $0.number < $1.number }.map { endedRow($0, isKnown: true) }
      + new.map { endedRow($0, isKnown: false) }
  }

  private func row(
    _ record: RecordedSubscription, _ now: SeenSubscription, _ before: SeenSubscription?,
    _ pausing: [Int: String]
  ) -> JSONLine {
    var row = before == nil ? wholeRow(record) : JSONLine()
    if before != nil { row.add("number", record.number) }
    if now.name != before?.name { row.add("name", now.name) }
    if before == nil || now.isPaused != before?.isPaused {
      row.add("state", now.isPaused ? "paused" : "running")
      row.add("since", clock(record.pauseTime ?? (before == nil ? record.startTime : .now)))
      if now.isPaused { row.add("pausedBy", record.pauser(pausing)) }
    }
    if now.values != before?.values {
      row.add("values", now.values)
      row.add("last", record.lastTime.map { clock($0) })
      if showing == .values { row.add("text", record.text) }
    }
    return row
  }

  private func wholeRow(_ record: RecordedSubscription) -> JSONLine {
    var row = JSONLine()
    row.add("number", record.number)
    row.add("parent", record.parentNumber)
    row.add("kind", record.kind.rawValue)
    row.add("place", record.place.fileID.isEmpty ? nil : record.placeText)
    row.add("type", "\(record.valueType)")
    row.add("drive", record.isPushed ? "pushed" : "pulled")
    return row
  }

  private func endedRow(_ record: RecordedSubscription, isKnown: Bool) -> JSONLine {
    var row = isKnown ? JSONLine() : wholeRow(record)
    if isKnown { row.add("number", record.number) } else { row.add("name", record.name) }
    row.add("state", "ended")
    if let end = record.end {
      row.add("since", clock(end.time))
      row.add("end", end.end.rawValue)
      row.add("failure", end.failure.map { "\($0)" })
    }
    row.add("values", record.valueCount)
    return row
  }

  /// Properties come as subscriptions do, so that a viewer needs nothing else to list them.
  private func propertyRows(_ sample: InspectorSample) -> (rows: [JSONLine], rest: Int) {
    var (rows, rest) = propertyTurns.rows(
      of: sample.properties, number: \.record.number,
      hasChanged: { properties[$0.record.number] != SeenProperty($0) },
      row: { property in
        let now = SeenProperty(property)
        let before = properties[property.record.number]
        if before == now { return nil }
        properties[property.record.number] = now
        return row(property, now, before, sample.time)
      })
    let present = Set(sample.properties.map(\.record.number))
    for number in properties.keys.filter({ !present.contains($0) }).sorted() {
      properties[number] = nil
      var row = JSONLine()
      row.add("number", number)
      row.add("state", "ended")
      row.add("since", clock(sample.time))
      row.add("end", "released")
      rows.append(row)
    }
    return (rows, rest)
  }

  private func row(
    _ property: InspectorSample.Property, _ now: SeenProperty, _ before: SeenProperty?,
    _ time: ContinuousClock.Instant
  ) -> JSONLine {
    let (record, glance) = (property.record, property.glance)
    var row = JSONLine()
    row.add("number", record.number)
    if before == nil {
      row.add("kind", "property")
      row.add("place", glance.place.line == 0 ? nil : "\(glance.place.fileID):\(glance.place.line)")
      row.add("name", glance.name ?? (glance.place.line == 0 ? glance.place.fileID : nil))
      row.add("type", "\(glance.valueType)")
      row.add("drive", "pushed")
    }
    if before?.isUsed != now.isUsed {
      row.add("state", now.isUsed ? "running" : "unread")
      row.add("since", clock(before == nil ? record.startTime : time))
    }
    if now.changes != before?.changes {
      row.add("values", now.changes)
      row.add("last", property.lastTime.map { clock($0) })
      if showing == .values { row.add("text", record.textOfValue) }
    }
    return row
  }

  private func holderRows(_ sample: InspectorSample) -> (rows: [JSONLine], gone: [Int], rest: Int) {
    let (rows, rest) = holderTurns.rows(
      of: sample.holders, number: \.record.number,
      hasChanged: { holders[$0.record.number] != SeenHolder($0) },
      row: { holder in
        let now = SeenHolder(holder)
        let before = holders[holder.record.number]
        if before == now { return nil }
        holders[holder.record.number] = now
        return row(holder, before)
      })
    let present = Set(sample.holders.map(\.record.number))
    let gone = holders.keys.filter { !present.contains($0) }.sorted()
    for number in gone { holders[number] = nil }
    return (rows, gone, rest)
  }

  private func row(_ holder: InspectorSample.Holder, _ before: SeenHolder?) -> JSONLine {
    let (record, holding, owner) = (holder.record, holder.holding, holder.record.owner)
    var row = JSONLine()
    row.add("number", record.number)
    if before?.hasOwner != (owner != nil) {
      row.add("subscription", owner?.number)
      let place = owner.flatMap { $0.place.fileID.isEmpty ? nil : $0.place }
      row.add("place", place.map { "\($0.fileID):\($0.line)" })
    }
    if before == nil { row.add("operator", "\(record.operation)") }
    if before?.holding.waits != holding.waits { row.add("waits", holding.waits) }
    if before?.most != holder.most { row.add("most", holder.most) }
    if before == nil { row.add("limit", holding.limit) }
    if before?.holding.dropped != holding.dropped { row.add("dropped", holding.dropped) }
    if before?.holding.isPausing != holding.isPausing {
      row.add("paused", holding.isPausing)
      row.add("since", clock(holder.since))
    }
    return row
  }

  private func failureRows(_ sample: InspectorSample) -> [JSONLine] {
    var rows: [JSONLine] = []
    var seen: [Int: Int] = [:]
    for record in sample.failures {
      let passage = record.passage
      seen[record.number] = passage.trail.count
      if failures[record.number] == passage.trail.count { continue }
      var row = JSONLine()
      row.add("number", record.number)
      row.add("time", clock(record.time))
      row.add("subscription", passage.subscription)
      row.add("type", "\(passage.type)")
      if showing == .values { row.add("text", passage.text) }
      row.add("trail", passage.trail)
      rows.append(row)
    }
    failures = seen
    return rows
  }

  private func sendEvents(_ sample: InspectorSample) {
    for (number, watching) in watched.sorted(by: { $0.key < $1.key }) {
      let hasEnded = watching.record.end != nil
      let (events, missed) = watching.log.take()
      let isPaused = watching.record.pauseTime != nil
      var rows = events.map { event in
        (clock(event.time), event.kind.rawValue, showing == .values ? event.text : nil)
      }
      if isPaused != watching.wasPaused, !hasEnded {
        rows.append((clock(sample.time), isPaused ? "paused" : "resumed", nil))
        watched[number]?.wasPaused = isPaused
      }
      if !rows.isEmpty || missed > 0 {
        var line = JSONLine("events")
        line.add("subscription", number)
        line.add("missed", missed)
        line.add("rows", rows)
        send(line)
      }
      if hasEnded { watched[number] = nil }
    }
  }
}
