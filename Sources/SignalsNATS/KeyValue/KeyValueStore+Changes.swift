#if NATS
  import Signals

  extension KeyValueStore {
    /// What ``changes(of:from:batch:heartbeat:patience:)`` sends first.
    public enum Start: Hashable, Sendable {
      /// The newest entry of each key, then what changes.
      case newest
      /// All entries that are kept, then what changes.
      case history
      /// What changes from now on.
      case now
    }

    /// The entries of all keys that match a pattern, deletions among them, in the order of their revisions; then what changes.
    ///
    ///     settings.changes(of: "window.*").startWithResult { … }
    ///
    /// It goes on after the connection was lost and made again, and after a restart of the server, with what has changed
    /// meanwhile: of that, at least the newest entry of each key; older ones as far as the history goes. No entry comes twice,
    /// unless the bucket is deleted and created again, or has lost entries: then all come as if it had begun anew.
    ///
    /// The pressure of the chain reaches the server, as it does with ``JetStream/messages(of:batch:heartbeat:patience:)``: none is asked
    /// for while downstream requests a pause (contract B2, B3). Entries come on a thread of the client that belongs to this
    /// start. What the server drops for its age or its history is not announced.
    ///
    /// - Parameters:
    ///   - pattern: A key; `*` stands for one part, `>` at the end for all that follow.
    ///   - start: Which entries come first.
    ///   - batch: How many entries may be on their way.
    ///   - heartbeat: How often a silent server has to show that it still knows of the request; at least 100
    ///     milliseconds.
    ///   - patience: How long it goes on asking when JetStream does not answer although there is a connection.
    /// - Completes: when the program has closed or drained the connection.
    /// - Fails: with ``NATSError/Cause/noSuchBucket``, also when the bucket is deleted; with ``NATSError/Cause/noResponders`` or
    ///   ``NATSError/Cause/timedOut`` when `patience` is over; with ``NATSError/Cause/connectionLost`` when the attempts to connect
    ///   again are used up; with ``NATSError/Cause/invalidKey``, ``NATSError/Cause/invalidName(_:)``; with
    ///   ``NATSError/Cause/closed`` if the connection is closed while it begins.
    /// - Buffers: up to two batches while downstream requests a pause.
    /// - Precondition: `batch` is at least 1, `heartbeat` at least 100 milliseconds.
    public func changes(
      of pattern: String = ">", from start: Start = .newest, batch: Int = 256,
      heartbeat: Duration = .seconds(5), patience: Duration = .seconds(60)
    ) -> SignalProducer<KeyValueEntry, NATSError> {
      require(batch > 0, "changes(of:batch:)", "the batch must be at least 1", batch)
      require(
        heartbeat >= .milliseconds(100), "changes(of:heartbeat:)",
        "the heartbeat must be at least 100 milliseconds", heartbeat)
      return KeyWatch(
        store: self, pattern: pattern, start: start, batch: batch, heartbeat: heartbeat, patience: patience
      ).events.compactMap(\.entry)
    }

    /// The newest entry of each key that matches a pattern and has a value, in the order of their revisions; then completes.
    ///
    ///     settings.entries().map(\.key)
    ///
    /// - Parameter pattern: As in ``changes(of:from:batch:heartbeat:patience:)``.
    /// - Completes: when everything that was there at some moment after the start was sent.
    /// - Fails: as ``changes(of:from:batch:heartbeat:patience:)`` does.
    /// - Buffers: up to 512 entries while downstream requests a pause.
    public func entries(of pattern: String = ">") -> SignalProducer<KeyValueEntry, NATSError> {
      watch(pattern, .newest).prefix(through: \.isUpToDate).compactMap(\.entry).filter(\.isPresent)
    }

    /// The entries of a key that are kept, deletions among them, the oldest first; then completes.
    ///
    /// - Completes: when everything that was there at some moment after the start was sent.
    /// - Fails: as ``changes(of:from:batch:heartbeat:patience:)`` does.
    /// - Buffers: nothing; the history of a key has 64 entries at most.
    public func history(of key: String) -> SignalProducer<KeyValueEntry, NATSError> {
      if let refusal = refusal(key: key) { return SignalProducer(error: refusal) }
      return watch(key, .history).prefix(through: \.isUpToDate).compactMap(\.entry)
    }

    func watch(_ pattern: String, _ start: Start) -> SignalProducer<KeyWatch.Event, NATSError> {
      KeyWatch(
        store: self, pattern: pattern, start: start, batch: 256, heartbeat: .seconds(5),
        patience: .seconds(60)
      ).events
    }
  }
#endif
