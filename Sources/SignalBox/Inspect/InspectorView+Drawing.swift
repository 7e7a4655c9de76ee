import SignalsMarbles

extension InspectorView {
  /// The lines of the view, from the top; at most `rows`.
  ///
  /// - Parameter listed: What is listed, where the caller knows it.
  func lines(of model: InspectorModel, columns: Int, rows: Int, listing listed: [Row]? = nil) -> [ViewLine] {
    switch page {
    case .help: return Array(Self.help.map { ViewLine($0) }.prefix(rows))
    case .subscription(let number):
      let body = model.subscriptionPage(number, step: step, columns: columns)
      let lines = ([model.header] + body).prefix(max(0, rows - 1))
      return lines + Array(repeating: ViewLine(), count: max(0, rows - 1 - lines.count))
        + [ViewLine("esc: back · + -: time of a character · ?: help", .faint)]
    case .list, .tree:
      let listed = listed ?? self.rows(of: model)
      let head = listHead(of: model, columns: columns, most: rows)
      let room = max(0, rows - head.count - 1)
      var view = self
      view.scroll(over: listed.map(\.number), room: room)
      let chosen = self.chosen ?? listed.first?.number
      let waiting = model.waiting
      let lines = listed.dropFirst(view.top).prefix(room).compactMap { row in
        model.line(
          of: row, waiting: waiting[row.number], isChosen: hasCursor && row.number == chosen, columns: columns
        )
      }
      let empty =
        listed.isEmpty
        ? [ViewLine(filter.isEmpty ? "  no subscriptions" : "  none that matches", .faint)] : []
      let blank = max(0, room - lines.count - empty.count)
      return head + lines + Array(empty.prefix(room)) + Array(repeating: ViewLine(), count: blank) + [footer]
    }
  }

  /// How many subscriptions a list has room for.
  func room(of model: InspectorModel, columns: Int, rows: Int) -> Int {
    max(1, rows - listHead(of: model, columns: columns, most: rows).count - 1)
  }

  /// What stands above the list.
  func listHead(of model: InspectorModel, columns: Int, most rows: Int) -> [ViewLine] {
    let troubles = model.troubles
    let shown = troubles.prefix(max(0, min(mostTroubles, rows / 4)))
    var lines = [model.header] + shown.map { ViewLine("! \($0.sentence)".ellipsized(to: columns), .bad) }
    if troubles.count > shown.count {
      lines.append(ViewLine("! and \(troubles.count - shown.count) more", .bad))
    }
    return lines + [ViewLine(Self.titles, .title)]
  }

  static let titles = "  number state         rate values  waits  last  what"

  private var footer: ViewLine {
    if isTypingFilter { return ViewLine("filter: \(filter)_   (enter: done, esc: none)", .title) }
    let filtered = filter.isEmpty ? "" : "'\(filter)' · "
    let ordered = page == .tree ? "tree" : "by \(order)"
    return ViewLine(
      "\(filtered)\(ordered) · r w a t: order · /: filter · enter: open · ?: help · q: quit", .faint)
  }

  static let help = """
    up down j k        the one before, the next one
    page up, down      a page further; also the space bar
    g G                the first, the last
    enter              shows one subscription: its chain, what waits, its values
    esc, q             back; out of the list it ends the program
    r w a              by rate, by what waits, by age
    t                  as a tree: what was started inside what
    /                  only what has a text in its name, place, type or state
    + -                on a page: a character of the diagram stands for more or less time

    number   of the subscription, in the order of the starts
    state    running, or for how long it has been paused
    rate     values in a second          values   since recording began
    waits    values that wait below it   last     how long ago the last value was

    A line with '!' names what looks wrong.

    In a diagram  -  nothing happens   a  a value   *  a value that is not shown
    ×57 so many values in one step   |  completed   x  failed   !  interrupted
    =  paused                              any key: back
    """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

extension InspectorModel {
  /// What the program is, and how much it does.
  var header: ViewLine {
    guard let hello else { return ViewLine("waiting for the program", .faint) }
    let counts = [
      "\((sample?.live ?? subscriptions.count).compact) live", "\((sample?.started ?? 0).compact) started",
      "\((sample?.failed ?? 0).compact) failed", "\((sample?.values ?? 0).compact) values",
      rate.perSecond(at: now).map(\.asRate) ?? "-",
    ]
    let missed = sample?.missed ?? 0
    return ViewLine(
      "\(hello.program.ellipsized(to: 20)) \(hello.pid)  " + counts.joined(separator: " · ")
        + (missed > 0 ? " · \(missed.of("sample")) missed" : ""), .title)
  }

  /// A subscription in a list.
  func line(of listed: InspectorView.Row, waiting: Int?, isChosen: Bool, columns: Int) -> ViewLine? {
    guard let subscription = subscriptions[listed.number] else { return nil }
    let row = subscription.row
    let paused = row.state == "paused"
    let state = paused ? "paused " + (row.since.map { (now - $0).asAge } ?? "") : row.state ?? ""
    let fields = [
      isChosen ? ">" : " ", "\(row.number)".aligned(to: 7), " ", state.padded(to: 11),
      (subscription.rate.perSecond(at: now) ?? 0).asCompact.aligned(to: 7),
      (row.values ?? 0).compact.aligned(to: 7),
      (waiting.map { $0.compact } ?? "").aligned(to: 7),
      (row.last.map { (now - $0).asAge } ?? "").aligned(to: 6),
    ]
    let left = fields.joined() + "  " + String(repeating: "  ", count: min(listed.depth, 12))
    let text = left + subscription.what(in: max(8, columns - left.count))
    return ViewLine(
      isChosen ? text.padded(to: columns) : text, isChosen ? .chosen : paused ? .push : nil)
  }
}

extension InspectorModel.Subscription {
  /// Its name or kind, its place and type.
  var what: String {
    [row.name ?? row.kind, row.place, row.type].compactMap { $0 }.joined(separator: "  ")
  }

  /// The same in so many columns: the type says the least, then the module.
  func what(in room: Int) -> String {
    let (name, type, place) = (row.name ?? row.kind ?? "", row.type ?? "", row.place ?? "")
    guard what.columns > room else { return what }
    let file = place.split(separator: "/").last.map(String.init) ?? ""
    let shown = name.columns + 2 + place.columns <= room ? place : file
    let named = name.ellipsized(to: max(min(name.columns, 10), room - shown.columns - 2))
    let both = named + "  " + shown.shortened(to: max(1, room - named.columns - 2))
    let rest = room - both.columns - 2
    return rest < 4 || type.isEmpty ? both.cut(to: room) : both + "  " + type.ellipsized(to: rest)
  }
}

// MARK: The page of one

extension InspectorModel {
  func subscriptionPage(_ number: Int, step: Double, columns: Int) -> [ViewLine] {
    guard let subscription = subscription(number) else {
      return [ViewLine(), ViewLine("subscription \(number) has ended, some time ago", .faint)]
    }
    let row = subscription.row
    var lines = [
      ViewLine(), ViewLine("subscription \(number)  \(subscription.what)".ellipsized(to: columns), .title),
    ]
    lines.append(ViewLine(sentence(about: subscription).ellipsized(to: columns)))
    for trouble in troubles where trouble.subscription == number {
      lines.append(ViewLine("! \(trouble.sentence)".ellipsized(to: columns), .bad))
    }
    lines += [ViewLine()] + marbles(of: row, step: step, columns: columns)
    lines += section("chain", chainLines(of: number), columns)
    lines += section("waiting", holders(of: number).map(\.sentence).map { ViewLine($0) }, columns)
    lines += section("values", valueLines(of: row), columns)
    lines += section("failures", failureLines(of: number), columns)
    return lines
  }

  private func section(_ title: String, _ lines: [ViewLine], _ columns: Int) -> [ViewLine] {
    if lines.isEmpty { return [] }
    return [ViewLine()]
      + lines.enumerated().map { index, line in
        let head = (index == 0 ? title : "").padded(to: 10)
        return ViewLine(head + line.text.ellipsized(to: columns - 10), line.paint)
      }
  }

  private func sentence(about subscription: Subscription) -> String {
    let row = subscription.row
    var parts: [String] = [row.kind, row.drive].compactMap { $0 }
    switch row.state {
    case "ended":
      let end = row.end == "failed" ? "failed, \(row.failure ?? "a failure")" : row.end ?? "ended"
      parts.append("\(end) \(row.since.map { (now - $0).asTime } ?? "some time") ago")
    case let state?: parts.append(state + (row.since.map { " for \((now - $0).asTime)" } ?? ""))
    case nil: break
    }
    parts.append((row.values ?? 0).of("value"))
    if row.state != "ended", let rate = subscription.rate.perSecond(at: now), rate >= 0.05 {
      parts.append(rate.asRate)
    }
    if let last = row.last { parts.append("last \((now - last).asTime) ago") }
    return parts.joined(separator: " · ")
  }

  private func chainLines(of number: Int) -> [ViewLine] {
    let above = chain(of: number)
    let below = children(of: number)
    if above.count < 2, below.isEmpty { return [] }
    let shown = above.suffix(6) + below.prefix(6)
    return shown.map { subscription in
      let own = subscription.row.number
      let depth = own == number ? above.count - 1 : above.firstIndex { $0.row.number == own } ?? above.count
      let indent = String(repeating: "  ", count: max(0, depth - max(0, above.count - 6)))
      return ViewLine(
        "\(indent)\(own) \(subscription.what)" + (subscription.row.state == "paused" ? "  paused" : ""),
        own == number ? .title : nil)
    } + (below.count > 6 ? [ViewLine("and \(below.count - 6) more below", .faint)] : [])
  }

  private func valueLines(of row: SubscriptionRow) -> [ViewLine] {
    let values = (events[row.number]?.rows ?? []).filter { $0.kind == .value && $0.text != nil }.suffix(5)
    if !values.isEmpty {
      return values.map { ViewLine("\((now - $0.time).asAge.aligned(to: 5)) ago  \($0.text ?? "")") }
    }
    return row.text.map { [ViewLine($0)] } ?? []
  }

  private func failureLines(of number: Int) -> [ViewLine] {
    failures.filter { $0.subscription == number }.suffix(3).flatMap { failure in
      [ViewLine("\((now - failure.time).asAge) ago  \(failure.text ?? failure.type ?? "a failure")", .bad)]
        + (failure.trail ?? []).map { ViewLine("  \($0)", .faint) }
    }
  }

  /// What has happened lately, as a marble diagram; the newest at the right.
  private func marbles(of row: SubscriptionRow, step: Double, columns: Int) -> [ViewLine] {
    let events = events[row.number]
    let picture = EventDiagram(events?.rows ?? [], isPaused: row.state == "paused", until: now, step: step)
      .lines(named: row.name ?? row.kind ?? "", columns: columns)
    let note =
      "a character is \(step.asTime)"
      + (events.map { $0.missed > 0 ? ", \($0.missed.of("event")) missed" : "" } ?? "")
    return picture.map { ViewLine($0, .pull) } + [ViewLine(note, .faint)]
  }
}

extension HolderRow {
  /// How full it is.
  var sentence: String {
    var parts = [
      "\(kind ?? "holder")  \((waits ?? 0).grouped)" + (limit.map { " of \($0.grouped)" } ?? "") + " wait"
    ]
    if let most, most > waits ?? 0 { parts.append("\(most.grouped) at most") }
    if let dropped, dropped > 0 { parts.append("\(dropped.grouped) dropped") }
    if paused == true { parts.append("pauses its source") }
    return parts.joined(separator: ", ")
  }
}
