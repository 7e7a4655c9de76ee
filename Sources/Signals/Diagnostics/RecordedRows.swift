#if hasFeature(Embedded)

  @usableFromInline func recordRows(of join: Subscription, sources: Int) {}

#else

  /// What waits in a join that takes one value of each source at a time: the gate protects the values, and a counter for
  /// each of them would cost something while nothing is recorded. So it is what a source has sent more than the slowest one.
  final class RecordedRows: Sendable {
    private let sources: Int
    private let slots = Guarded<[Slot]>([])

    init(sources: Int) { self.sources = sources }

    /// How many rows are complete.
    fileprivate var completeCount: Int {
      let slots = slots.withLock { $0 }
      return slots.count < sources ? 0 : slots.map(\.record.valueCount).min() ?? 0
    }

    /// A source has been attached below the join.
    func add(_ record: RecordedSubscription, _ source: Subscription, below join: Gate) {
      let slot = Slot(self, record, source, join)
      slots.withLock { $0.append(slot) }
      SubscriptionRecord.add(slot, "zip", of: join)
    }

    /// The values of one source that wait for partners.
    fileprivate final class Slot: ValueHolder {
      private weak let rows: RecordedRows?
      fileprivate let record: RecordedSubscription
      private weak let source: Subscription?
      private weak let join: Gate?
      /// As the queues of the join are made.
      private static let limit = 64

      init(_ rows: RecordedRows, _ record: RecordedSubscription, _ source: Subscription, _ join: Gate) {
        self.rows = rows
        self.record = record
        self.source = source
        self.join = join
      }

      var holding: Holding {
        // Its own count first: what comes meanwhile must not look as if it waited.
        let count = record.valueCount
        let waits = max(0, count - (rows?.completeCount ?? count))
        // Downstream may be what has paused the source; the queue resumes it when half of the values are left.
        let isPaused = source?.isPaused ?? false
        let isPausedBelow = (join as? Lifetime)?.isPaused ?? false
        return Holding(
          waits: waits, limit: Self.limit,
          isPausing: isPaused && (waits >= Self.limit || waits > Self.limit / 2 && !isPausedBelow))
      }
    }
  }

  /// Called before the sources are attached.
  @usableFromInline @inline(never) func recordRows(of join: Subscription, sources: Int) {
    SubscriptionRecord.add(RecordedRows(sources: sources), below: join)
  }

#endif
