#if !hasFeature(Embedded)

  /// What is recorded of the running program: the registry behind ``LiveSubscriptions``.
  ///
  /// While recording is off, nothing is registered, and a start reads one flag.
  package enum SubscriptionRecord {
    /// How many subscriptions that have ended, and how many failures, are kept.
    package static var endedLimit: Int { 1000 }
    package static var failureLimit: Int { 100 }

    /// How many subscriptions were started and have ended since recording began.
    package struct Totals: Sendable {
      package var started = 0
      package var ended = 0
      package var failed = 0
      /// Of those that have ended.
      package var values = 0
    }

    private struct State: Sendable {
      /// By their slots: nothing is hashed for a start.
      var live: [RecordedSubscription?] = []
      var freeSlots: [Int] = []
      var lastNumber = 0
      /// The one that is nearest to the source, for each gate.
      var nearest: [ObjectIdentifier: RecordedSubscription] = [:]
      var ended = Fifo<RecordedSubscription>()
      var totals = Totals()
      /// By the gates of their joins, until those end.
      var rows: [ObjectIdentifier: RecordedRows] = [:]
      var holders: [HolderRecord] = []
      /// What can hold jobs of several subscriptions, and is listed once.
      var shared: [ObjectIdentifier: HolderRecord] = [:]
      var properties: [ObjectIdentifier: PropertyRecord] = [:]
      /// How many properties there may be before those that were released are removed.
      var propertyRoom = 64
      /// How many holders there may be before those that were released are removed.
      var holderRoom = 64
      var failures = Fifo<FailureRecord>()
    }

    private static let state = Guarded(State())
    /// When the program first recorded something.
    package static let beginning = ContinuousClock.now
    private static let keepsValues = Toggle()
    private static let numbers = Guarded((holder: 0, failure: 0))

    /// Whether the last value of each recorded subscription is kept, for its text.
    package static var valuesAreKept: Bool {
      @inline(__always) get { keepsValues.isOn }
      set {
        keepsValues.set(newValue)
        if !newValue { for record in live { record.dropValue() } }
      }
    }

    // MARK: Subscriptions

    static func add(
      _ kind: RecordedSubscription.Kind, _ place: SourcePlace, of values: any Any.Type, isPushed: Bool,
      gate: Gate? = nil, below owner: RecordedSubscription? = nil, name: String? = nil,
      operation: StaticString? = nil
    ) -> RecordedSubscription {
      let (number, slot) = state.withLock { state in
        state.lastNumber += 1
        if let slot = state.freeSlots.popLast() { return (state.lastNumber, slot) }
        state.live.append(nil)
        return (state.lastNumber, state.live.count - 1)
      }
      let record = RecordedSubscription(
        number: number, slot: slot, kind, place, name: name, operation: operation, values: values,
        isPushed: isPushed, gate: gate, parent: owner ?? .current)
      // What it replaces is released outside the lock.
      let before = state.withLock { state in
        state.totals.started += 1
        state.live[slot] = record
        guard let key = record.key else { return nil as RecordedSubscription? }
        return state.nearest.updateValue(record, forKey: key)
      }
      withExtendedLifetime(before) {}
      return record
    }

    static func remove(_ record: RecordedSubscription, failed: Bool) {
      let (parent, values) = (record.parent, record.valueCount)
      let dropped = state.withLock { state in
        state.live[record.slot] = nil
        state.freeSlots.append(record.slot)
        state.totals.ended += 1
        if failed { state.totals.failed += 1 }
        state.totals.values += values
        if let key = record.key, state.nearest[key] === record {
          let isParentLive = parent.map { $0.key == key && state.live[$0.slot] === $0 } ?? false
          state.nearest[key] = isParentLive ? parent : nil
        }
        state.ended.append(record)
        return state.ended.count > endedLimit ? state.ended.popFirst() : nil
      }
      withExtendedLifetime(dropped) {}
    }

    /// What is recorded of a start, as near to its source as anything is.
    static func nearest(to subscription: Gate) -> RecordedSubscription? {
      state.withLock { $0.nearest[ObjectIdentifier(subscription)] }
    }

    /// What is live, in no order.
    package static var live: [RecordedSubscription] { state.withLock { $0.live.compactMap(\.self) } }

    /// The last that have ended, oldest first.
    package static var ended: [RecordedSubscription] {
      state.withLock { state in state.ended.contents }
    }

    /// The live and the ended ones with what they add up to.
    package static var all: (live: [RecordedSubscription], ended: [RecordedSubscription], totals: Totals) {
      state.withLock { ($0.live.compactMap(\.self), $0.ended.contents, $0.totals) }
    }

    package static var totals: Totals { state.withLock { $0.totals } }

    package static func subscription(_ number: Int) -> RecordedSubscription? {
      live.first { $0.number == number }
    }

    // MARK: Holders

    static func add(_ holder: any ValueHolder, _ operation: StaticString, of gate: Gate?) {
      let record = HolderRecord(nextHolder, holder, operation, gate, owner: gate == nil ? .current : nil)
      let dropped = state.withLock { add(record, to: &$0) }
      withExtendedLifetime(dropped) {}
    }

    /// Lists what can hold jobs of several subscriptions, unless it is listed already.
    static func addShared(_ holder: any ValueHolder, _ operation: StaticString) {
      let key = ObjectIdentifier(holder)
      if state.withLock({ $0.shared[key]?.isPresent ?? false }) { return }
      let record = HolderRecord(nextHolder, holder, operation, nil, owner: nil)
      let dropped = state.withLock { state in
        // Another thread may have been faster.
        if state.shared[key]?.isPresent ?? false { return [] as [HolderRecord] }
        state.shared[key] = record
        return add(record, to: &state)
      }
      withExtendedLifetime(dropped) {}
    }

    private static var nextHolder: Int {
      numbers.withLock { numbers in
        numbers.holder += 1
        return numbers.holder
      }
    }

    /// Returns what is to be released outside the lock.
    private static func add(_ record: HolderRecord, to state: inout State) -> [HolderRecord] {
      state.holders.append(record)
      return state.holders.count > state.holderRoom ? removeReleasedHolders(&state) : []
    }

    static func add(_ rows: RecordedRows, below join: Subscription) {
      let key = ObjectIdentifier(join)
      state.withLock { $0.rows[key] = rows }
      join.onEnd {
        let removed = state.withLock { $0.rows.removeValue(forKey: key) }
        withExtendedLifetime(removed) {}
      }
    }

    static func rows(below join: Gate) -> RecordedRows? {
      state.withLock { $0.rows[ObjectIdentifier(join)] }
    }

    // MARK: Properties

    static func add(_ property: any ObservableValue) {
      let key = ObjectIdentifier(property)
      if state.withLock({ $0.properties[key]?.isPresent ?? false }) { return }
      let number = state.withLock { state in
        state.lastNumber += 1
        return state.lastNumber
      }
      let record = PropertyRecord(number, property)
      let dropped = state.withLock { state in
        // Another thread may have been faster.
        if state.properties[key]?.isPresent ?? false { return [record] }
        let before = state.properties.updateValue(record, forKey: key)
        // Where no reader looks, reads of what was released meanwhile would add up.
        if state.properties.count > state.propertyRoom { noteReads(in: &state, .now) }
        return removeReleasedProperties(&state, ifMoreThan: state.propertyRoom) + (before.map { [$0] } ?? [])
      }
      withExtendedLifetime(dropped) {}
    }

    /// The properties that were made or observed while recording was on, and are referenced, oldest first. Notes which of them
    /// were read.
    package static func properties(_ now: ContinuousClock.Instant) -> [PropertyRecord] {
      let (properties, dropped) = state.withLock { state in
        noteReads(in: &state, now)
        let dropped = removeReleasedProperties(&state, ifMoreThan: 0)
        return (Array(state.properties.values), dropped)
      }
      withExtendedLifetime(dropped) {}
      return properties.sorted { $0.number < $1.number }
    }

    private static func noteReads(in state: inout State, _ now: ContinuousClock.Instant) {
      for key in NotedReads.take() { state.properties[key]?.noteRead(now) }
    }

    /// How many records of properties there are, those of released ones included.
    package static var propertyRecordCount: Int { state.withLock { $0.properties.count } }

    // MARK: What was released

    /// Returns what is to be released outside the lock.
    private static func removeReleasedProperties(
      _ state: inout State, ifMoreThan room: Int
    ) -> [PropertyRecord] {
      if state.properties.count <= room { return [] }
      let released = state.properties.filter { !$0.value.isPresent }
      for key in released.keys { state.properties[key] = nil }
      state.propertyRoom = max(64, state.properties.count * 2)
      return Array(released.values)
    }

    /// Returns what is to be released outside the lock.
    private static func removeReleasedHolders(_ state: inout State) -> [HolderRecord] {
      let before = state.holders
      state.holders = before.filter { $0.isPresent }
      state.shared = state.shared.filter { $0.value.isPresent }
      state.holderRoom = max(64, state.holders.count * 2)
      return before
    }

    /// What may hold values now, oldest first.
    package static var holders: [HolderRecord] {
      let (holders, dropped) = state.withLock { state in
        let dropped = removeReleasedHolders(&state)
        return (state.holders, dropped)
      }
      withExtendedLifetime(dropped) {}
      return holders
    }

    // MARK: Failures

    static func addFailure(
      _ failure: any Error, of record: RecordedSubscription, _ time: ContinuousClock.Instant
    ) -> FailureRecord {
      let number = numbers.withLock { numbers in
        numbers.failure += 1
        return numbers.failure
      }
      let added = FailureRecord(number, failure, record, time)
      let dropped = state.withLock { state in
        state.failures.append(added)
        return state.failures.count > failureLimit ? state.failures.popFirst() : nil
      }
      withExtendedLifetime(dropped) {}
      return added
    }

    /// The last failures, oldest first.
    package static var failures: [FailureRecord] {
      state.withLock { state in state.failures.contents }
    }
  }

#endif
