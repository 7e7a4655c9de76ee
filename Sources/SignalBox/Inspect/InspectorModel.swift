/// What a viewer knows of a program: the lines that have come, put together. Times are milliseconds since 1970.
struct InspectorModel: Sendable {
  struct Subscription: Sendable {
    var row: SubscriptionRow
    /// When it was first seen; of one that was there before, that is when the viewer came.
    let seen: Double
    /// The start, as far as it is known: the row says instead when it was paused or has ended.
    var begin: Double?
    var rate = Rate()
  }

  struct Holder: Sendable {
    var row: HolderRow
    /// How many waited at each mark, the newest last.
    var waited = Marks()
    var dropped = Marks()
  }

  /// The subscriptions of one place, taken together.
  struct Place: Sendable {
    var live = 0
    /// How many have begun since the viewer came.
    var begun = 0
    var lives = Marks()
    var begins = Marks()
  }

  /// What has happened on a subscription that is watched.
  struct Events: Sendable {
    static let most = 4_000
    var rows: [SubscriptionEvent] = []
    var missed = 0
  }

  static let mostFailures = 100
  static let mostEnded = 200
  /// Times between marks, which growth is judged by.
  static let markInterval = 1_000.0

  private(set) var hello: InspectorLine.Hello?
  private(set) var sample: InspectorLine.Sample?
  /// Whether everything has come that was there when the viewer came.
  private(set) var isComplete = false
  /// How many samples have come.
  private(set) var count = 0
  private(set) var subscriptions: [Int: Subscription] = [:]
  private(set) var holders: [Int: Holder] = [:]
  private(set) var failures: [FailureRow] = []
  /// Those that have ended lately, the newest last.
  private(set) var ended: [Subscription] = []
  private(set) var places: [String: Place] = [:]
  private(set) var events: [Int: Events] = [:]
  /// How many values have passed in a second, over all subscriptions.
  private(set) var rate = Rate()
  private var lastMark: Double?
  /// What looks wrong, the worst first, as of the last sample.
  private(set) var troubles: [Trouble] = []
  private var lastSearch = -Double.infinity

  /// The program's time, as of the last sample.
  var now: Double { sample?.time ?? hello?.time ?? 0 }
}

extension InspectorModel {
  mutating func take(_ line: InspectorLine) {
    switch line {
    case .hello(let hello): self.hello = hello
    case .sample(let sample):
      self.sample = sample
      rate.take(sample.values ?? 0, at: sample.time)
    case .subscriptions(let rows): for row in rows { take(row) }
    case .holders(let rows, let gone):
      for row in rows {
        if holders[row.number] == nil {
          holders[row.number] = Holder(row: row)
        } else {
          holders[row.number]?.row.take(row)
        }
      }
      for number in gone { holders[number] = nil }
    case .failures(let rows):
      // One that has gone on since comes again, with a longer trail.
      let again = Set(rows.map(\.number))
      failures = (failures.filter { !again.contains($0.number) } + rows).suffix(Self.mostFailures)
    case .events(let rows): take(rows)
    case .end:
      count += 1
      if !isComplete { isComplete = sample?.rest ?? 0 == 0 || hasAllThatLive }
      // What comes with the snapshot is not new.
      if isComplete { mark() }
      // With many subscriptions once in a second.
      if subscriptions.count < 1_000 || now - lastSearch >= Self.markInterval {
        (troubles, lastSearch) = (foundTroubles, now)
      }
    case .metrics, .refused, .unknown: break
    }
  }

  /// Of a program that changes more rows than fit into a sample some are left out of each.
  private var hasAllThatLive: Bool {
    guard let live = sample?.live else { return false }
    return subscriptions.count >= live && subscriptions.values.count { $0.row.kind != "property" } >= live
  }

  private mutating func take(_ row: SubscriptionRow) {
    if subscriptions[row.number] == nil {
      if let index = ended.lastIndex(where: { $0.row.number == row.number }) {
        ended[index].row.take(row)
        return
      }
      let begin = row.state == nil || row.state == "running" ? row.since : nil
      subscriptions[row.number] = Subscription(row: row, seen: now, begin: begin)
      if let place = row.place, row.kind != "property" {
        places[place, default: Place()].live += 1
        places[place]?.begun += 1
      }
    } else {
      subscriptions[row.number]?.row.take(row)
    }
    let (values, time) = (subscriptions[row.number]?.row.values ?? 0, now)
    subscriptions[row.number]?.rate.take(values, at: time)
    guard row.state == "ended", let over = subscriptions.removeValue(forKey: row.number) else { return }
    ended.append(over)
    if ended.count > 2 * Self.mostEnded { ended.removeFirst(Self.mostEnded) }
    if let place = over.row.place, over.row.kind != "property" { places[place]?.live -= 1 }
  }

  private mutating func take(_ rows: InspectorLine.EventRows) {
    var events = events[rows.subscription] ?? Events()
    events.rows += rows.rows
    events.missed += rows.missed ?? 0
    if events.rows.count > Events.most { events.rows.removeFirst(events.rows.count - Events.most / 2) }
    self.events[rows.subscription] = events
  }

  /// What is watched no longer need not be kept.
  mutating func dropEvents(of subscription: Int) { events[subscription] = nil }

  /// Notes once in a second how things stand.
  private mutating func mark() {
    if let lastMark, now - lastMark < Self.markInterval { return }
    lastMark = now
    for number in holders.keys {
      if let row = holders[number]?.row {
        holders[number]?.waited.add(row.waits ?? 0)
        holders[number]?.dropped.add(row.dropped ?? 0)
      }
    }
    for place in places.keys {
      if let live = places[place]?.live, let begun = places[place]?.begun {
        places[place]?.lives.add(live)
        places[place]?.begins.add(begun)
      }
    }
    // A place at which nothing is left, and nothing has begun for a while, says nothing.
    places = places.filter {
      $0.value.live > 0 || $0.value.begins.growth > 0 || $0.value.begins.intervals < 3
    }
  }
}

extension InspectorModel {
  /// A subscription that is live, or has ended lately.
  func subscription(_ number: Int) -> Subscription? {
    subscriptions[number] ?? ended.last { $0.row.number == number }
  }

  func holders(of subscription: Int) -> [HolderRow] {
    holders.values.map(\.row).filter { $0.subscription == subscription }.sorted { $0.number < $1.number }
  }

  /// How many values wait in front of each subscription, or below it.
  var waiting: [Int: Int] {
    holders.values.reduce(into: [:]) { counts, holder in
      if let number = holder.row.subscription { counts[number, default: 0] += holder.row.waits ?? 0 }
    }
  }

  /// From the outermost one to the subscription itself.
  func chain(of number: Int) -> [Subscription] {
    var chain: [Subscription] = []
    var next: Int? = number
    while let number = next, let found = subscription(number), chain.count < 100 {
      chain.insert(found, at: 0)
      // A parent began before: anything else would be a circle.
      next = found.row.parent.flatMap { $0 < number ? $0 : nil }
    }
    return chain
  }

  /// Those that lie directly below a subscription.
  func children(of number: Int) -> [Subscription] {
    subscriptions.values.filter { $0.row.parent == number }.sorted { $0.row.number < $1.row.number }
  }
}

/// How fast a count grows, over about a second.
struct Rate: Sendable {
  private var since: (time: Double, count: Int)?
  private var latest: (time: Double, count: Int)?
  private var known: Double?

  mutating func take(_ count: Int, at time: Double) {
    latest = (time, count)
    guard let since else { return self.since = (time, count) }
    guard time - since.time >= 1_000 else { return }
    known = Double(count - since.count) / (time - since.time) * 1_000
    self.since = (time, count)
  }

  /// In a second, as of `now`; nil as long as too little time has passed.
  func perSecond(at now: Double) -> Double? {
    guard let since, let latest else { return nil }
    let time = now - since.time
    // Nothing has come for a while: the rate falls.
    if time >= 1_000 { return Double(latest.count - since.count) / time * 1_000 }
    return known ?? (time >= 100 ? Double(latest.count - since.count) / time * 1_000 : nil)
  }
}

/// A count as it was at the last marks, the newest last.
struct Marks: Sendable {
  static let most = 10
  private(set) var counts: [Int] = []

  mutating func add(_ count: Int) {
    if counts.count == Self.most { counts.removeFirst() }
    counts.append(count)
  }

  /// By how much it has grown from the oldest mark to the newest.
  var growth: Int { (counts.last ?? 0) - (counts.first ?? 0) }

  /// How many intervals lie between the oldest and the newest.
  var intervals: Int { max(0, counts.count - 1) }

  /// Whether it has become more with each of the last marks.
  func grows(over intervals: Int) -> Bool {
    guard self.intervals >= intervals else { return false }
    let last = counts.suffix(intervals + 1)
    return zip(last, last.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// Whether it has never become less, and is more than at the oldest mark.
  var hasOnlyGrown: Bool { growth > 0 && zip(counts, counts.dropFirst()).allSatisfy { $0 <= $1 } }
}
