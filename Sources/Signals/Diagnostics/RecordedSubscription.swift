#if !hasFeature(Embedded)

  /// What is known of one subscription while it is recorded: of a terminal, of a source that a join has attached, or of a
  /// stream that has a name.
  ///
  /// An event advances a counter; everything else is read by the thread that makes a snapshot. The registry and the
  /// observer that counts keep it; it keeps neither the subscription nor values, unless values are shown.
  package final class RecordedSubscription: Sendable {
    package enum Kind: String, Sendable { case terminal, inner, named }

    /// How it has ended. Released: it will receive no event any more, and has received no end.
    package enum End: String, Sendable { case completed, failed, interrupted, released }

    struct Progress: Sendable {
      var name: String?
      var end: End?
      var endTime: ContinuousClock.Instant?
      var failure: (any Any.Type)?
      /// The last failure that has come from below the join, and how many values had passed then.
      var pending: (failure: FailureRecord, values: Int)?
      var watching: [EventLog] = []
    }

    /// What readers have seen.
    struct Seen: Sendable {
      var values = 0
      var lastTime: ContinuousClock.Instant?
      var isPaused = false
      var pauseTime: ContinuousClock.Instant?
      var mailbox: MailboxHolder?
    }

    package let number: Int
    package let kind: Kind
    package let place: SourcePlace
    /// Of an inner stream, the function that has attached it.
    package let operation: StaticString?
    package let valueType: any Any.Type
    package let isPushed: Bool
    package let startTime: ContinuousClock.Instant
    /// The subscription whose observer has started it, or whose join has attached it.
    package weak let parent: RecordedSubscription?
    package let parentNumber: Int?
    package let scope: RecordedScope?
    package weak let gate: Gate?
    /// What the registry finds it by: the identity of the gate, which is no reference.
    let key: ObjectIdentifier?
    private let lastValue: any KeptValue
    let values = Counter()
    let isWatched = Toggle()
    let progress: Guarded<Progress>
    let seen = Guarded(Seen())

    init(
      number: Int, _ kind: Kind, _ place: SourcePlace, name: String?, operation: StaticString?,
      values: any Any.Type, lastValue: any KeptValue, isPushed: Bool, gate: Gate?,
      parent: RecordedSubscription?
    ) {
      self.number = number
      self.kind = kind
      self.place = place
      self.operation = operation
      valueType = values
      self.lastValue = lastValue
      self.isPushed = isPushed
      startTime = .now
      self.parent = parent
      parentNumber = parent?.number
      scope = parent?.scope ?? RecordedScope.current
      self.gate = gate
      key = gate.map(ObjectIdentifier.init)
      progress = Guarded(Progress(name: name))
    }

    package var placeText: String { "\(place.fileID):\(place.line)" }

    package var valueCount: Int { values.value }

    /// The name of the nearest stream above that has one, or what has attached an inner stream.
    package var name: String? { progress.withLock { $0.name } ?? operation.map { "\($0)" } }

    /// The text of the last value, if values are shown.
    package var text: String? { lastValue.text }

    /// Releases the last value, if one was kept.
    func dropValue() { lastValue.drop() }

    // MARK: Events

    /// Runs what may start something: that has this subscription as its parent.
    @inline(__always) func asParent(_ body: () -> Void) { CurrentThread.recording(self, body) }

    /// The subscription whose callback the calling thread is in, or whose source it attaches.
    static var current: RecordedSubscription? { CurrentThread.recorded as? RecordedSubscription }

    /// It has ended. Only the first end counts.
    func finish(_ end: End, _ failure: (any Error)? = nil) {
      let time = ContinuousClock.now
      let watching: [EventLog]? = progress.withLock { progress in
        if progress.end != nil { return nil }
        progress.end = end
        progress.endTime = time
        progress.failure = failure.map { type(of: $0) }
        return progress.watching
      }
      guard let watching else { return }
      dropValue()
      for log in watching {
        let text = SubscriptionRecord.valuesAreKept ? failure.map { "\($0)" } : nil
        log.add(RecordedEvent(time: time, kind: RecordedEvent.Kind(end), text: text))
      }
      if let failure { noteFailure(failure, time) }
      SubscriptionRecord.remove(self, failed: end == .failed)
    }

    /// A failure goes on along the parents: what has come from below the join is the same one, unless values have come since.
    private func noteFailure(_ failure: any Error, _ time: ContinuousClock.Instant) {
      let pending = progress.withLock { $0.pending.take() }
      let record: FailureRecord
      if let pending, pending.values == values.value {
        record = pending.failure
        record.pass(self, failure)
      } else {
        record = SubscriptionRecord.addFailure(failure, of: self, time)
      }
      guard let parent, kind != .terminal else { return }
      let count = parent.values.value
      parent.progress.withLock { $0.pending = (record, count) }
    }

    /// The place as one line of a trail.
    var step: String {
      let name = name.map { " \($0)" } ?? ""
      return "\(kind)\(name) of \(valueType): \(placeText)"
    }

    /// Values that did not pass through the observer that counts.
    func note<Value: Sendable>(_ values: ArraySlice<Value>) {
      guard let latest = values.last, end == nil else { return }
      if SubscriptionRecord.valuesAreKept {
        (lastValue as? RecordedObservation<Value>.LastValue)?.set(latest)
        // Another thread may have ended it meanwhile: what has ended keeps no value.
        if end != nil { dropValue() }
      }
      if isWatched.isOn { for value in values { noteWatched(value) } }
    }

    @inline(never) func noteWatched<Value>(_ value: Value) {
      let text = SubscriptionRecord.valuesAreKept ? "\(value)" : nil
      let event = RecordedEvent(time: .now, kind: .value, text: text)
      for log in progress.withLock({ $0.watching }) { log.add(event) }
    }

    // MARK: Watching

    /// Keeps its events from now on, until ``unwatch(_:)``.
    package func watch(_ log: EventLog) {
      progress.withLock { $0.watching.append(log) }
      isWatched.set(true)
    }

    package func unwatch(_ log: EventLog) {
      let isWatched = progress.withLock { progress in
        progress.watching.removeAll { $0 === log }
        return !progress.watching.isEmpty
      }
      self.isWatched.set(isWatched)
    }
  }

  /// What code starts, on its thread or in its task, and what that starts in turn.
  package final class RecordedScope: Sendable {
    @TaskLocal package static var current: RecordedScope?

    package init() {}

    /// What has not ended yet, the oldest first.
    package var live: [RecordedSubscription] {
      SubscriptionRecord.live.filter { $0.scope === self && $0.kind == .terminal }.sorted {
        $0.number < $1.number
      }
    }
  }

  /// The last value of a subscription, if values are shown.
  protocol KeptValue: AnyObject, Sendable {
    var text: String? { get }
    func drop()
  }

  /// Held by the observer that counts: when that is released without an end, the subscription has ended all the same.
  final class RecordedObservation<Value: Sendable>: Sendable {
    final class LastValue: KeptValue {
      private let value = Guarded<Value?>(nil)

      /// What is replaced is released outside the lock: that may run code outside the library.
      func set(_ new: Value?) {
        let before = value.withLock { exchange(&$0, with: new) }
        withExtendedLifetime(before) {}
      }

      func drop() { set(nil) }

      var text: String? { value.withLock { $0 }.map { "\($0)" } }
    }

    let record: RecordedSubscription
    private let last: LastValue

    init(_ record: RecordedSubscription, _ last: LastValue) {
      self.record = record
      self.last = last
    }

    deinit { record.finish(.released) }

    /// Counts the value and passes it on.
    @inline(__always) private func pass(_ value: Value, to next: (Value) -> Void) {
      _ = record.values.advance()
      if SubscriptionRecord.valuesAreKept { last.set(value) }
      if record.isWatched.isOn { record.noteWatched(value) }
      record.asParent { next(value) }
    }

    func observer<Failure>(above below: Observer<Value, Failure>) -> Observer<Value, Failure> {
      Observer(
        next: { [self, next = below.next] in pass($0, to: next) },
        end: { [self, end = below.end] termination in
          switch termination {
          case .completed: record.finish(.completed)
          case .failed(let failure): record.finish(.failed, failure)
          case .interrupted: record.finish(.interrupted)
          }
          record.asParent { end(termination) }
        })
    }
  }

  /// An event of a watched subscription.
  package struct RecordedEvent: Sendable {
    package enum Kind: String, Sendable {
      case value, completed, failed, interrupted, released

      init(_ end: RecordedSubscription.End) {
        switch end {
        case .completed: self = .completed
        case .failed: self = .failed
        case .interrupted: self = .interrupted
        case .released: self = .released
        }
      }
    }

    package let time: ContinuousClock.Instant
    package let kind: Kind
    package let text: String?
  }

  /// The events of a watched subscription that have not been taken yet: as many as it has room for, and how many others
  /// there were.
  package final class EventLog: Sendable {
    private let limit: Int
    private let state = Guarded<(events: [RecordedEvent], missed: Int)>(([], 0))

    package init(limit: Int) { self.limit = limit }

    func add(_ event: RecordedEvent) {
      state.withLock { state in
        if state.events.count < limit { state.events.append(event) } else { state.missed += 1 }
      }
    }

    package func take() -> (events: [RecordedEvent], missed: Int) {
      state.withLock { exchange(&$0, with: ([], 0)) }
    }
  }

#endif
