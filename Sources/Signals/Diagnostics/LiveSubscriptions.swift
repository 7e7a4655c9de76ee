/// A list of what was started or observed and has not ended: for finding leaked subscriptions (contract X2).
///
///     LiveSubscriptions.areRecorded = true
///     …
///     print(LiveSubscriptions.report)
///
///     2 of Int: Feed/Page.swift:12
///     1 of String: Feed/Search.swift:40
///
/// A place is a call of `start…`, `observe…`, `bind(to:)` or `connect()`, or an `await` of values.
/// While nothing is recorded, a start reads one flag, and an event costs nothing.
public enum LiveSubscriptions {
  #if hasFeature(Embedded)
    @inlinable static var areRecorded: Bool { false }
  #else
    @usableFromInline static let recording = Toggle()

    /// Whether what is started from now on is recorded. What was recorded already stays until it ends.
    @inlinable public static var areRecorded: Bool {
      get { recording.isOn }
      set { setRecorded(newValue) }
    }

    /// Whether the program has switched recording on, and how many other uses there are.
    private static let users = Guarded((program: false, others: 0))

    @usableFromInline static func setRecorded(_ areRecorded: Bool) {
      changeUsers { $0.program = areRecorded }
    }

    /// Records until ``endUse()``, whatever the program sets meanwhile.
    package static func beginUse() { changeUsers { $0.others += 1 } }
    package static func endUse() { changeUsers { $0.others -= 1 } }

    private static func changeUsers(_ change: (inout (program: Bool, others: Int)) -> Void) {
      _ = SubscriptionRecord.beginning
      users.withLock { users in
        change(&users)
        recording.set(users.program || users.others > 0)
      }
    }

    /// What was started while ``areRecorded`` was true and has not ended, oldest first.
    ///
    /// - Complexity: O(*n* log *n*) for *n* live subscriptions.
    public static var all: [LiveSubscription] {
      SubscriptionRecord.live.filter { $0.kind == .terminal }.sorted { $0.number < $1.number }
        .map {
          LiveSubscription(fileID: $0.place.fileID, line: UInt($0.place.line), values: "\($0.valueType)")
        }
    }

    /// The places with the number of their live subscriptions, most first, a line each; empty if there are none.
    public static var report: String {
      let counts = all.reduce(into: [:]) { $0["of \($1.values): \($1.fileID):\($1.line)", default: 0] += 1 }
      return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.value) \($0.key)" }.joined(separator: "\n")
    }
  #endif
}

/// Something that was started or observed and has not ended. See ``LiveSubscriptions``.
public struct LiveSubscription: Sendable, Hashable {
  /// The file in which it was started, as `#fileID` says it.
  public let fileID: String
  /// The line in which it was started.
  public let line: UInt
  /// The type of its values.
  public let values: String
}

extension Observer {
  /// The same observer; listed if that is recorded. `start` and `observe` read the flag themselves: the result
  /// of this is one of two observers, and the optimiser follows neither.
  @inlinable @inline(__always) package func listedIfRecorded(
    _ place: SourcePlace, of gate: Gate, isPushed: Bool = false
  ) -> Self {
    LiveSubscriptions.areRecorded ? listed(place, of: gate, isPushed: isPushed) : self
  }

  /// The same observer, listed until it receives the end or is released.
  ///
  /// Out of line and only when something is recorded: the optimiser must not lose what it has proved about an observer.
  @usableFromInline @inline(never) package func listed(
    _ place: SourcePlace, of gate: Gate, isPushed: Bool
  ) -> Self {
    #if hasFeature(Embedded)
      return self
    #else
      let record = SubscriptionRecord.add(
        .terminal, place, of: Value.self, isPushed: isPushed, gate: gate)
      return RecordedObservation(record, above: self).observer
    #endif
  }

  /// The same, but not listed any more when `start` is over: on a scheduler, the interruption comes later (contract T1).
  ///
  /// One call with these arguments and nothing after it: with a closure, or with a second call, a chain that is started where
  /// it is built is not one loop any more.
  @usableFromInline @inline(never)
  package func listed(_ fileID: StaticString, _ line: UInt, during start: Lifetime) -> Self {
    #if hasFeature(Embedded)
      return self
    #else
      let record = SubscriptionRecord.add(
        .terminal, SourcePlace(fileID, line), of: Value.self, isPushed: false, gate: start)
      // Of a start that is being released there is no gate any more.
      start.onEnd { record.finish(record.gate == nil ? .released : .interrupted) }
      return RecordedObservation(record, above: self).observer
    #endif
  }

  /// The same observer of a stream that has a name.
  @usableFromInline @inline(never) func named(
    _ name: String, _ place: SourcePlace, _ gate: Gate, isPushed: Bool
  ) -> Self {
    #if hasFeature(Embedded)
      return self
    #else
      // Of a signal, other streams have the same gate.
      let owner = isPushed ? nil : SubscriptionRecord.nearest(to: gate)
      owner?.takeName(name)
      let record = SubscriptionRecord.add(
        .named, place, of: Value.self, isPushed: isPushed, gate: isPushed ? nil : gate, below: owner,
        name: name)
      return RecordedObservation(record, above: self).observer
    #endif
  }
}

extension Subscription {
  /// A copy of what a batch has, if more than its number is recorded.
  func valuesToRecord<Value: Sendable>(_ values: Fifo<Value>) -> [Value] {
    #if hasFeature(Embedded)
      return []
    #else
      guard let record = SubscriptionRecord.nearest(to: self) else { return [] }
      return SubscriptionRecord.valuesAreKept || record.isWatched ? values.contents : []
    #endif
  }

  /// Counts values that the observer of a terminal has received in a batch.
  ///
  /// - Parameter values: What the batch had before; empty if only the number is recorded.
  func noteReceived<Value: Sendable>(_ count: Int, of values: [Value]) {
    #if !hasFeature(Embedded)
      guard let record = SubscriptionRecord.nearest(to: self) else { return }
      record.progress.withLock { $0.observation }?.count(count)
      record.note(values.prefix(count))
    #endif
  }
}

#if !hasFeature(Embedded)
  extension RecordedSubscription {
    /// Those below on the same chain have the name too, unless one of them has another one.
    func takeName(_ name: String) {
      var record: RecordedSubscription? = self
      while let present = record, present.key == key {
        let isNew = present.progress.withLock { progress in
          if progress.name != nil { return false }
          progress.name = name
          return true
        }
        if !isNew { return }
        record = present.parent
      }
    }
  }

  extension SourcePlace {
    /// Of a source whose join was attached before anything was recorded.
    static var unknown: Self { Self("", 0) }
  }
#endif
