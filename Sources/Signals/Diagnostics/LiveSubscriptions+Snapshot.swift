#if !hasFeature(Embedded)

  extension LiveSubscriptions {
    /// What the recorded streams of the program do now. Each is what one reader sees: other threads go on meanwhile.
    ///
    ///     LiveSubscriptions.areRecorded = true
    ///     …
    ///     for subscription in LiveSubscriptions.snapshot.subscriptions { print(subscription) }
    ///
    ///     1 search Feed/Page.swift:12 of String: 17 values
    ///     2 receive(on:) Feed/Page.swift:12 of String: 17 values, paused
    ///
    /// What was started while ``areRecorded`` was false is not part of it.
    ///
    /// - Complexity: O(*n* log *n*) for *n* live subscriptions.
    public static var snapshot: RecordSnapshot {
      let now = ContinuousClock.now
      let live = SubscriptionRecord.live.sorted { $0.number < $1.number }
      for record in live { record.look(now) }
      let totals = SubscriptionRecord.totals
      let holders = SubscriptionRecord.holders.compactMap { record in record.read(now).map { (record, $0) } }
      let pausing = HolderRecord.pausing(holders.lazy.map { ($0, $1.0) })
      return RecordSnapshot(
        subscriptions: live.map { SubscriptionSnapshot($0, pausing) },
        ended: SubscriptionRecord.ended.map { SubscriptionSnapshot($0, [:]) },
        holders: holders.map(HolderSnapshot.init),
        properties: SubscriptionRecord.properties(now).compactMap { PropertySnapshot($0, now) },
        failures: SubscriptionRecord.failures.map(FailureSnapshot.init),
        startedCount: totals.started, endedCount: totals.ended, failedCount: totals.failed,
        valueCount: totals.values + live.reduce(0) { $0 + $1.valueCount })
    }

    /// Whether the last value of each recorded subscription is kept until the next one comes, so that a snapshot has its
    /// text. False at first: values may be secrets, and a value that is kept lives longer.
    public static var valuesAreKept: Bool {
      get { SubscriptionRecord.valuesAreKept }
      set { SubscriptionRecord.valuesAreKept = newValue }
    }
  }

  extension RecordedSubscription {
    /// What a reader sees that looks from time to time: when values have come, and whether a pause is under way.
    package func look(_ now: ContinuousClock.Instant) {
      let (count, isPaused) = (valueCount, (gate as? Lifetime)?.isPaused ?? false)
      let waits = gate?.waitingMessages ?? 0
      let needsMailbox = progress.withLock { progress in
        if count != progress.seen.values {
          progress.seen.values = count
          progress.seen.lastTime = now
        }
        if isPaused != progress.seen.isPaused {
          progress.seen.isPaused = isPaused
          progress.seen.pauseTime = isPaused ? now : nil
        }
        return waits > 0 && progress.seen.mailbox == nil
      }
      if needsMailbox, let gate, SubscriptionRecord.nearest(to: gate) === self {
        let mailbox = MailboxHolder(gate)
        progress.withLock { $0.seen.mailbox = mailbox }
        SubscriptionRecord.add(mailbox, "mailbox", of: gate)
      }
    }

    /// What requests the pause that is under way: the operator that holds as much as it may, with the subscription that it
    /// belongs to, or the call of `pause()` for a start.
    ///
    /// - Parameter pausing: What requests a pause now, by the subscription that it belongs to.
    package func pauser(_ pausing: [Int: String]) -> String? {
      if pauseTime == nil { return nil }
      // A terminal may have been started by the observer of another one, which does not pause it.
      guard kind != .terminal, let parent else { return "pause() of \(number)" }
      if parent.pauseTime != nil, pausing[parent.number] == nil || parent.key == key {
        return parent.pauser(pausing)
      }
      if let operation = pausing[parent.number] ?? operation.map({ "\($0)" }) {
        return "\(operation) of \(parent.number)"
      }
      return parent.pauser(pausing) ?? "pause() of \(number)"
    }

    /// What the last reader that ``look(_:)``ed has seen, at once.
    package var lastLook: (values: Int, isPaused: Bool, name: String?) {
      let (values, isPaused, name) = progress.withLock { ($0.seen.values, $0.seen.isPaused, $0.name) }
      return (values, isPaused, name ?? operation.map { "\($0)" })
    }

    /// When a reader has seen that values had come.
    package var lastTime: ContinuousClock.Instant? { progress.withLock { $0.seen.lastTime } }
    /// When a reader has seen a pause begin that is under way.
    package var pauseTime: ContinuousClock.Instant? { progress.withLock { $0.seen.pauseTime } }
    package var end: (end: End, time: ContinuousClock.Instant, failure: (any Any.Type)?)? {
      progress.withLock { progress in
        guard let end = progress.end, let time = progress.endTime else { return nil }
        return (end, time, progress.failure)
      }
    }
  }

  /// What recorded streams do at one time. See ``LiveSubscriptions/snapshot``.
  public struct RecordSnapshot: Sendable {
    /// What is live, oldest first.
    public let subscriptions: [SubscriptionSnapshot]
    /// The last thousand that have ended, in the order of their ends.
    public let ended: [SubscriptionSnapshot]
    /// What can hold values back, oldest first.
    public let holders: [HolderSnapshot]
    /// The properties that were made, or first observed, while recording was on, oldest first.
    public let properties: [PropertySnapshot]
    /// The last hundred failures, oldest first.
    public let failures: [FailureSnapshot]
    /// How many subscriptions were started since recording began, how many have ended, and how many of those with a failure.
    public let startedCount: Int
    /// How many have ended since recording began.
    public let endedCount: Int
    /// How many of those that have ended have failed.
    public let failedCount: Int
    /// How many values have passed since recording began, of all subscriptions.
    public let valueCount: Int
  }

  /// One subscription in a snapshot. See ``LiveSubscriptions/snapshot``.
  public struct SubscriptionSnapshot: Sendable, CustomStringConvertible {
    /// What was recorded.
    public enum Kind: String, Sendable {
      /// A call of `start…`, `observe…`, `bind(to:)`, `connect()`, or an `await` of values.
      case terminal
      /// A source that a join has attached.
      case inner
      /// A stream that ``EventStream/named(_:fileID:line:)`` has given a name.
      case named
    }

    /// What becomes of it.
    public enum State: Hashable, Sendable {
      /// Values pass.
      case running
      /// A pause is requested.
      case paused
      /// It has ended normally.
      case completed
      /// It has failed.
      case failed
      /// It was disposed of, or interrupted by its source.
      case interrupted
      /// It was released: it will receive no event any more, and has received no end.
      case released
    }

    /// Counts up with each start.
    public let number: Int
    /// The number of the subscription whose observer has started it, or whose join has attached it.
    public let parent: Int?
    /// What was recorded.
    public let kind: Kind
    /// The file in which it was started, as `#fileID` says it; of an inner one, in which its parent was. Empty if that was
    /// not recorded.
    public let fileID: String
    /// The line in which it was started.
    public let line: UInt
    /// The name of the nearest stream above that has one; of an inner one without, what has attached it.
    public let name: String?
    /// The type of its values.
    public let values: String
    /// Whether it observes a signal.
    public let isPushed: Bool
    /// What becomes of it.
    public let state: State
    /// When it was started.
    public let startTime: ContinuousClock.Instant
    /// When a snapshot has seen the pause that is under way, or when it has ended; nil while it runs.
    public let stateTime: ContinuousClock.Instant?
    /// What requests the pause that is under way: `buffer of 3` is the operator that belongs to subscription 3, `pause() of 3`
    /// a call for that one; nil while it is not paused.
    public let pausedBy: String?
    /// How many values have passed.
    public let valueCount: Int
    /// When a snapshot has seen that values had come; nil if there were none.
    public let lastTime: ContinuousClock.Instant?
    /// The text of the last value, while ``LiveSubscriptions/valuesAreKept`` is true.
    public let text: String?

    package init(_ record: RecordedSubscription, _ pausing: [Int: String]) {
      number = record.number
      parent = record.parentNumber
      kind = Kind(rawValue: record.kind.rawValue)!
      fileID = record.place.fileID
      line = UInt(record.place.line)
      name = record.name
      values = "\(record.valueType)"
      isPushed = record.isPushed
      startTime = record.startTime
      valueCount = record.valueCount
      lastTime = record.lastTime
      text = record.text
      if let end = record.end {
        switch end.end {
        case .completed: state = .completed
        case .failed: state = .failed
        case .interrupted: state = .interrupted
        case .released: state = .released
        }
        stateTime = end.time
        pausedBy = nil
      } else {
        pausedBy = record.pauser(pausing)
        stateTime = record.pauseTime
        state = stateTime == nil ? .running : .paused
      }
    }

    /// What it is, in one line.
    public var description: String {
      let count = valueCount == 1 ? "1 value" : "\(valueCount) values"
      let parts = [
        "\(number)", name,
        "\(fileID):\(line) of \(values): \(count)\(state == .running ? "" : ", \(state)")",
      ]
      return parts.compactMap(\.self).joined(separator: " ")
    }
  }

  /// How full something is that can hold values back. See ``LiveSubscriptions/snapshot``.
  public struct HolderSnapshot: Sendable, CustomStringConvertible {
    /// Counts up, apart from the numbers of subscriptions.
    public let number: Int
    /// What it belongs to, as `flatMap` or `receive(on:)`.
    public let operation: String
    /// The number of the subscription in whose attachment it was made.
    public let subscription: Int?
    /// The file and line in which that was started.
    public let place: String?
    /// How many values, or jobs, wait.
    public let waitingCount: Int
    /// The most that a snapshot has seen.
    public let mostWaiting: Int
    /// From how many on the source is paused or values are dropped; nil if there is none.
    public let limit: Int?
    /// How many values it has dropped.
    public let droppedCount: Int
    /// Whether it requests a pause of its source.
    public let isPausing: Bool
    /// When a snapshot has seen that this began.
    public let time: ContinuousClock.Instant

    package init(
      _ record: HolderRecord, _ reading: (holding: Holding, most: Int, since: ContinuousClock.Instant)
    ) {
      let (holding, most, since) = reading
      number = record.number
      operation = "\(record.operation)"
      let owner = record.owner
      subscription = owner?.number
      place = (owner?.place).map { "\($0.fileID):\($0.line)" }
      waitingCount = holding.waits
      mostWaiting = most
      limit = holding.limit
      droppedCount = holding.dropped
      isPausing = holding.isPausing
      time = since
    }

    /// What it is, in one line.
    public var description: String {
      let limit = limit.map { " of \($0)" } ?? ""
      let dropped = droppedCount > 0 ? ", \(droppedCount) dropped" : ""
      let place = place.map { " \($0)" } ?? ""
      return
        "\(operation)\(place): \(waitingCount)\(limit) wait\(dropped)\(isPausing ? ", source paused" : "")"
    }
  }

  /// A property in a snapshot. See ``LiveSubscriptions/snapshot``.
  public struct PropertySnapshot: Sendable, CustomStringConvertible {
    /// Counts up with the numbers of subscriptions.
    public let number: Int
    /// The name that it was given.
    public let name: String?
    /// The file in which it was made, as `#fileID` says it.
    public let fileID: String
    /// The line in which it was made; 0 for what no line of the program stands for.
    public let line: UInt
    /// The type of its values.
    public let values: String
    /// Whether it is computed from others.
    public let isComputed: Bool
    /// How often it has changed since it was recorded.
    public let changeCount: Int
    /// When a snapshot has seen that it had changed; nil if it has not.
    public let lastTime: ContinuousClock.Instant?
    /// Whether a stream of it is observed.
    public let isObserved: Bool
    /// Whether another property is computed from it.
    public let isRead: Bool
    /// When a snapshot has seen that `value` had been read, by what is neither a property nor a transaction; nil if it has
    /// not.
    public let lastReadTime: ContinuousClock.Instant?

    package init?(_ record: PropertyRecord, _ now: ContinuousClock.Instant) {
      guard let reading = record.read(now), let isRead = record.isReadByAnother else { return nil }
      let glance = reading.glance
      number = record.number
      name = glance.name
      fileID = glance.place.fileID
      line = UInt(glance.place.line)
      values = "\(glance.valueType)"
      isComputed = glance.isComputed
      changeCount = reading.changeCount
      lastTime = reading.lastChange
      isObserved = glance.isObserved
      self.isRead = isRead
      lastReadTime = reading.lastRead
    }

    /// What it is, in one line.
    public var description: String {
      let name = name.map { " \($0)" } ?? ""
      let count = changeCount == 1 ? "1 change" : "\(changeCount) changes"
      return
        "\(number)\(name) \(fileID):\(line) of \(values): \(count)\(isObserved || isRead ? "" : ", not observed")"
    }
  }

  /// A failure, and what it has passed. See ``LiveSubscriptions/snapshot``.
  public struct FailureSnapshot: Sendable, CustomStringConvertible {
    /// Counts up.
    public let number: Int
    /// The number of the subscription that it has reached last.
    public let subscription: Int
    /// When it came out of its source.
    public let time: ContinuousClock.Instant
    /// The type of the failure.
    public let type: String
    /// The failure as text.
    public let text: String
    /// The places that it has passed, from the source to the terminal.
    public let trail: [String]

    package init(_ record: FailureRecord) {
      let passage = record.passage
      number = record.number
      subscription = passage.subscription
      time = record.time
      type = "\(passage.type)"
      text = passage.text
      trail = passage.trail
    }

    /// The failure, and below it what it has passed, a line each.
    public var description: String {
      (["\(type): \(text)"] + trail.map { "  \($0)" }).joined(separator: "\n")
    }
  }

#endif
