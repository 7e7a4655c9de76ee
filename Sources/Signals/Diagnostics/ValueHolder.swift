/// How full something is that can hold values back.
@usableFromInline package struct Holding: Sendable, Equatable {
  /// How many values, or jobs, wait.
  package var waits: Int
  /// From how many on the source is paused or values are dropped; nil if there is none.
  package var limit: Int?
  package var dropped: Int
  /// Whether it requests a pause of its source.
  package var isPausing: Bool

  @usableFromInline package init(waits: Int, limit: Int?, dropped: Int = 0, isPausing: Bool = false) {
    self.waits = waits
    self.limit = limit
    self.dropped = dropped
    self.isPausing = isPausing
  }
}

/// What can hold values back: a buffer, a queue in front of a scheduler, an actor or a task.
@usableFromInline package protocol ValueHolder: AnyObject, Sendable {
  /// How full it is now. Called on any thread, outside all gates and locks.
  var holding: Holding { get }
}

extension ValueHolder {
  /// Lists it, while recording is on, as long as it is referenced.
  @inlinable @inline(__always)
  package func holdsValues(of subscription: Gate?, as operation: StaticString) {
    if LiveSubscriptions.areRecorded { recordHolder(subscription, operation) }
  }

  @usableFromInline @inline(never) package func recordHolder(_ subscription: Gate?, _ operation: StaticString)
  {
    #if !hasFeature(Embedded)
      SubscriptionRecord.add(self, operation, of: subscription)
    #endif
  }
}

/// Lists a scheduler, while recording is on, if it says what waits for it.
@usableFromInline @inline(never) func recordJobs<S: Scheduler>(of scheduler: S) {
  #if !hasFeature(Embedded)
    guard let holder = scheduler as? any JobHolder else { return }
    SubscriptionRecord.addShared(holder, holder.nameOfHolder)
  #endif
}

/// A scheduler that holds the jobs that wait for it, of all subscriptions that use it.
package protocol JobHolder: ValueHolder {
  var nameOfHolder: StaticString { get }
}

#if !hasFeature(Embedded)
  /// A holder that is listed. It is not kept by that.
  package final class HolderRecord: Sendable {
    /// What readers have seen.
    private struct Seen: Sendable {
      var most = 0
      var isPausing = false
      var time: ContinuousClock.Instant?
      var owner: (number: Int, place: SourcePlace)?
    }

    package let number: Int
    package let operation: StaticString
    private weak let gate: Gate?
    private weak let holder: (any ValueHolder)?
    private let startTime: ContinuousClock.Instant
    private let seen = Guarded(Seen())

    init(
      _ number: Int, _ holder: any ValueHolder, _ operation: StaticString, _ gate: Gate?,
      owner: RecordedSubscription?
    ) {
      self.number = number
      self.holder = holder
      self.operation = operation
      self.gate = gate
      startTime = .now
      if let owner {
        seen.withLock { $0.owner = (owner.number, owner.place) }
      }
    }

    /// The subscription that it belongs to. A holder may be made before what is recorded of that.
    package var owner: (number: Int, place: SourcePlace)? {
      if let owner = seen.withLock({ $0.owner }) { return owner }
      guard let gate, let nearest = SubscriptionRecord.nearest(to: gate) else { return nil }
      let owner = (number: nearest.number, place: nearest.place)
      seen.withLock { $0.owner = owner }
      return owner
    }

    package var isPresent: Bool { holder != nil }

    package func isHolder(_ other: any ValueHolder) -> Bool { holder === other }

    /// How full it is, the most that readers have seen, and since when it pauses its source, or does not; nil if it was
    /// released.
    package func read(_ now: ContinuousClock.Instant) -> (Holding, most: Int, since: ContinuousClock.Instant)?
    {
      guard let holding = holder?.holding else { return nil }
      let startTime = startTime
      return seen.withLock { seen in
        seen.most = max(seen.most, holding.waits)
        if seen.isPausing != holding.isPausing {
          seen.isPausing = holding.isPausing
          seen.time = now
        }
        return (holding, seen.most, seen.time ?? startTime)
      }
    }
  }

  extension HolderRecord {
    /// What requests a pause now, by the subscription that it belongs to.
    package static func pausing(_ holders: some Sequence<(HolderRecord, Holding)>) -> [Int: String] {
      var pausing: [Int: String] = [:]
      for (record, holding) in holders where holding.isPausing {
        if let owner = record.owner { pausing[owner.number] = "\(record.operation)" }
      }
      return pausing
    }
  }

  /// The queue of messages of a gate.
  final class MailboxHolder: ValueHolder {
    private weak let gate: Gate?

    init(_ gate: Gate) { self.gate = gate }

    var holding: Holding { Holding(waits: gate?.waitingMessages ?? 0, limit: nil) }
  }
#endif
