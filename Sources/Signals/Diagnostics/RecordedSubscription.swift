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
      var seen = Seen()
      /// What counts, as long as it is there, and how far it has come when it was released.
      weak var observation: (any CountingObservation)?
      var count = 0
      /// Made with the first value that is kept.
      var last: (any KeptValue)?
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
    /// Where the registry has it while it is live.
    let slot: Int
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
    let progress: Guarded<Progress>

    init(
      number: Int, slot: Int, _ kind: Kind, _ place: SourcePlace, name: String?, operation: StaticString?,
      values: any Any.Type, isPushed: Bool, gate: Gate?, parent: RecordedSubscription?
    ) {
      self.number = number
      self.slot = slot
      self.kind = kind
      self.place = place
      self.operation = operation
      valueType = values
      self.isPushed = isPushed
      startTime = .now
      self.parent = parent
      parentNumber = parent?.number
      scope = RecordedScope.areUsed.isOn ? parent?.scope ?? RecordedScope.current : nil
      self.gate = gate
      key = gate.map(ObjectIdentifier.init)
      progress = Guarded(Progress(name: name))
    }

    package var placeText: String { "\(place.fileID):\(place.line)" }

    package var valueCount: Int {
      let (observation, count) = progress.withLock { ($0.observation, max($0.count, $0.seen.values)) }
      return max(count, observation?.valueCount ?? 0)
    }

    /// The name of the nearest stream above that has one, or what has attached an inner stream.
    package var name: String? { progress.withLock { $0.name } ?? operation.map { "\($0)" } }

    /// The text of the last value, if values are shown.
    package var text: String? { progress.withLock { $0.last }?.text }

    /// Releases the last value, if one was kept.
    func dropValue() { progress.withLock { $0.last }?.drop() }

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
      if let pending, pending.values == valueCount {
        record = pending.failure
        record.pass(self, failure)
      } else {
        record = SubscriptionRecord.addFailure(failure, of: self, time)
      }
      guard let parent, kind != .terminal else { return }
      let count = parent.valueCount
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
        lastValue(of: Value.self).set(latest)
        // Another thread may have ended it meanwhile: what has ended keeps no value.
        if end != nil { dropValue() }
      }
      for value in values { noteWatched(value) }
    }

    /// Where the last value is kept from now on. Made when it is needed: most starts are over without, and a member of this type
    /// would be looked up for each of them.
    func lastValue<Value: Sendable>(of type: Value.Type) -> LastValue<Value> {
      progress.withLock { progress in
        if let last = progress.last as? LastValue<Value> { return last }
        let new = LastValue<Value>()
        progress.last = new
        return new
      }
    }

    var isWatched: Bool { progress.withLock { !$0.watching.isEmpty } }

    @inline(never) func noteWatched<Value>(_ value: Value) {
      let logs = progress.withLock { $0.watching }
      if logs.isEmpty { return }
      let text = SubscriptionRecord.valuesAreKept ? "\(value)" : nil
      let event = RecordedEvent(time: .now, kind: .value, text: text)
      for log in logs { log.add(event) }
    }

    // MARK: Watching

    /// Keeps its events from now on, until ``unwatch(_:)``.
    package func watch(_ log: EventLog) {
      let observation = progress.withLock { progress in
        progress.watching.append(log)
        return progress.observation
      }
      observation?.watch(true)
    }

    package func unwatch(_ log: EventLog) {
      let (isWatched, observation) = progress.withLock { progress in
        progress.watching.removeAll { $0 === log }
        return (!progress.watching.isEmpty, progress.observation)
      }
      observation?.watch(isWatched)
    }
  }

  /// What code starts, on its thread or in its task, and what that starts in turn.
  package final class RecordedScope: Sendable {
    @TaskLocal package static var current: RecordedScope?
    /// Whether there was one: a look at a value of the task for each start would cost more than a flag.
    static let areUsed = Toggle()

    package init() { Self.areUsed.set(true) }

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

  final class LastValue<Value: Sendable>: KeptValue {
    private let value = Guarded<Value?>(nil)

    /// What is replaced is released outside the lock: that may run code outside the library.
    func set(_ new: Value?) {
      let before = value.withLock { exchange(&$0, with: new) }
      withExtendedLifetime(before) {}
    }

    func drop() { set(nil) }

    var text: String? { value.withLock { $0 }.map { "\($0)" } }
  }

  /// What counts the values of a recorded subscription.
  protocol CountingObservation: AnyObject, Sendable {
    var valueCount: Int { get }
    func watch(_ isWatched: Bool)
    /// Counts values that have not passed through it. Never called while one does.
    func count(_ values: Int)
  }

  /// The observer that counts. When it is released without an end, the subscription has ended all the same.
  ///
  /// Its closures have this object itself as their context, and what a value needs comes first in it: of thousands of
  /// subscriptions each value finds the memory cold, and this is all that it touches more than while nothing is recorded.
  final class RecordedObservation<Value: Sendable, Failure: Error>: CountingObservation {
    private let values = Counter()
    private let isWatched = Toggle()
    private let record: RecordedSubscription
    private let next: @Sendable (Value) -> Void
    private let end: @Sendable (Termination<Failure>) -> Void

    init(_ record: RecordedSubscription, above below: Observer<Value, Failure>) {
      self.record = record
      (next, end) = (below.next, below.end)
      let isWatched = record.progress.withLock { progress in
        progress.observation = self
        return !progress.watching.isEmpty
      }
      if isWatched { watch(true) }
    }

    deinit {
      let count = values.value
      record.progress.withLock { $0.count = count }
      record.finish(.released)
    }

    var observer: Observer<Value, Failure> {
      Observer(next: { [self] in receive($0) }, end: { [self] in receive(end: $0) })
    }

    @inline(__always) private func receive(_ value: Value) {
      _ = values.advance()
      if SubscriptionRecord.valuesAreKept { keep(value) }
      if isWatched.isOn { record.noteWatched(value) }
      record.asParent { next(value) }
    }

    /// Out of line, as whatever else needs the type of the values: that would be looked up for each value, kept or not.
    @inline(never) private func keep(_ value: Value) { record.lastValue(of: Value.self).set(value) }

    private func receive(end termination: Termination<Failure>) {
      switch termination {
      case .completed: record.finish(.completed)
      case .failed(let failure): record.finish(.failed, failure)
      case .interrupted: record.finish(.interrupted)
      }
      record.asParent { end(termination) }
    }

    var valueCount: Int { values.value }

    func watch(_ isWatched: Bool) { self.isWatched.set(isWatched) }

    func count(_ values: Int) { for _ in 0..<values { _ = self.values.advance() } }
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
