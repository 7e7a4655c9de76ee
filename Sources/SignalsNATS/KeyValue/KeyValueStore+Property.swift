#if NATS
  import Signals

  extension KeyValueStore {
    /// Sends a property that follows a key, as soon as its first value is known, then completes.
    ///
    ///     settings.property(of: "theme").startWithResult { result in
    ///       guard let theme = try? result.get() else { return }
    ///       theme.producer.startWithValues { show($0?.text ?? "none") }
    ///     }
    ///
    /// Its value is the newest entry of the key; nil while it has none: it was never set, or was deleted. It goes on after
    /// the connection was lost and made again, and after a restart of the server. While there is no connection it keeps what it
    /// has, which may be out of date: ``NATSConnection/state`` shows that. Several changes in quick succession may show as the
    /// last of them.
    ///
    /// When it cannot go on (the connection is closed for good, the bucket is deleted, JetStream does not answer for a minute), it
    /// keeps its last value, its streams complete, and `failure` says why.
    ///
    /// It follows the key as long as a copy of it, or something that was computed from it, is there; then it unsubscribes.
    /// Its value is set on a thread of the client that belongs to it.
    ///
    /// An entry that the server drops for its age is not announced: the property keeps it.
    ///
    /// - Parameters:
    ///   - key: The key that it follows.
    ///   - failure: Is set when the property cannot go on; also when the program has closed the connection, to
    ///     ``NATSError/Cause/closed``.
    /// - Completes: after the property.
    /// - Fails: as ``changes(of:from:batch:heartbeat:patience:)`` does, before the first value is known.
    /// - Buffers: nothing.
    public func property(
      of key: String, failure: MutableProperty<NATSError?>? = nil
    ) -> SignalProducer<Property<KeyValueEntry?>, NATSError> {
      if let refusal = refusal(key: key) { return SignalProducer(error: refusal) }
      return following(key, failure) { $0[key] }
    }

    /// Sends a property that follows all keys that match a pattern, as soon as all of their values are known, then completes.
    ///
    /// Its value has the newest entry of each key that has one. Otherwise it is as ``property(of:failure:)``.
    ///
    /// - Parameters:
    ///   - pattern: `*` stands for one part of a key, `>` at the end for all that follow.
    ///   - failure: Is set when the property cannot go on.
    /// - Completes: after the property.
    /// - Fails: as ``changes(of:from:batch:heartbeat:patience:)`` does, before the first values are known.
    /// - Buffers: nothing.
    /// - Complexity: O(n) for each change, where n is the number of keys.
    public func property(
      ofKeys pattern: String, failure: MutableProperty<NATSError?>? = nil
    ) -> SignalProducer<Property<[String: KeyValueEntry]>, NATSError> {
      following(pattern, failure) { $0 }
    }

    private func following<Value: Sendable & Equatable>(
      _ pattern: String, _ failure: MutableProperty<NATSError?>?,
      _ read: @escaping @Sendable ([String: KeyValueEntry]) -> Value
    ) -> SignalProducer<Property<Value>, NATSError> {
      SignalProducer { observer, lifetime in
        let follower = KeyFollower(observer, failure, read)
        // Before there is a property, the watch ends with the start; then, with the property.
        lifetime.onEnd { follower.startHasEnded() }
        follower.follow(watch(pattern, .newest), failure: { self.failure($0, pattern) })
      }
    }
  }

  /// Makes a property of what a watch finds.
  private final class KeyFollower<Value: Sendable & Equatable>: Sendable {
    private struct State {
      var entries: [String: KeyValueEntry] = [:]
      /// The watch has begun anew: what is known is shown when it is complete.
      var isBeginning = true
      /// Gets the property. Released then: it may hold the property, which would hold itself.
      var observer: Observer<Property<Value>, NATSError>?
      /// Feeds the property.
      var input: Observer<Value, Never>?
    }

    private let failure: MutableProperty<NATSError?>?
    private let read: @Sendable ([String: KeyValueEntry]) -> Value
    private let subscription = Subscription()
    private let state: Guarded<State>

    init(
      _ observer: Observer<Property<Value>, NATSError>, _ failure: MutableProperty<NATSError?>?,
      _ read: @escaping @Sendable ([String: KeyValueEntry]) -> Value
    ) {
      state = Guarded(State(observer: observer))
      self.failure = failure
      self.read = read
    }

    func follow(
      _ events: SignalProducer<KeyWatch.Event, NATSError>,
      failure: @escaping @Sendable (NATSError.Cause) -> NATSError
    ) {
      events.attach(
        Observer(
          next: { self.receive($0) },
          end: { end in
            switch end {
            case .failed(let error): self.end(error)
            case .completed: self.end(failure(.closed))
            case .interrupted: self.end(nil)
            }
          }), subscription)
    }

    func startHasEnded() {
      if state.withLock({ $0.observer.take() }) != nil { subscription.dispose() }
    }

    /// One event at a time.
    private func receive(_ event: KeyWatch.Event) {
      let (value, input): (Value?, Observer<Value, Never>?) = state.withLock { state in
        if event.begins { (state.entries, state.isBeginning) = ([:], true) }
        if let entry = event.entry { state.entries[entry.key] = entry.isPresent ? entry : nil }
        if event.isUpToDate { state.isBeginning = false }
        return (state.isBeginning ? nil : read(state.entries), state.input)
      }
      guard let value else { return }
      if let input { input.send(value) } else { make(value) }
    }

    private func make(_ value: Value) {
      let (state, subscription) = (state, subscription)
      // The start may have been disposed of meanwhile.
      guard let observer = state.withLock({ $0.observer.take() }) else { return }
      let changes = SignalProducer<Value, Never> { input, lifetime in
        state.withLock { $0.input = input }
        lifetime += subscription
      }
      // If the start is disposed of now, the property is not referenced, and the watch ends.
      observer.send(Property(initial: value, then: changes))
      observer.complete()
    }

    private func end(_ error: NATSError?) {
      let (input, observer) = state.withLock { ($0.input.take(), $0.observer.take()) }
      if let error { failure?.value = error }
      if let input {
        input.complete()
      } else if let error {
        observer?.fail(error)
      } else {
        observer?.interrupt()
      }
    }
  }
#endif
