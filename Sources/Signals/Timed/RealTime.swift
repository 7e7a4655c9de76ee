#if !hasFeature(Embedded)
  // Overloads and no default arguments: where there is no clock, the scheduler has to be given.

  extension EventStream {
    /// `delay(_:on:)` on a real-time clock of its own.
    @inlinable public func delay(_ interval: Duration) -> Self { delay(interval, on: ClockScheduler()) }

    /// `debounce(for:on:onCompletion:)` on a real-time clock of its own.
    @inlinable public func debounce(for interval: Duration, onCompletion: PendingValue = .flush) -> Self {
      debounce(for: interval, on: ClockScheduler(), onCompletion: onCompletion)
    }

    /// `throttle(for:leading:trailing:on:)` on a real-time clock of its own.
    @inlinable public func throttle(
      for interval: Duration, leading: Bool = true, trailing: Bool = true
    ) -> Self {
      throttle(for: interval, leading: leading, trailing: trailing, on: ClockScheduler())
    }

    /// `sample(every:on:)` on a real-time clock of its own.
    @inlinable public func sample(every interval: Duration) -> Self {
      sample(every: interval, on: ClockScheduler())
    }

    /// `chunks(every:upTo:includesEmpty:on:)` on a real-time clock of its own.
    @inlinable public func chunks(
      every interval: Duration, upTo limit: Int = 65_536, includesEmpty: Bool = false
    ) -> EventStream<D, [Value], Failure> {
      chunks(every: interval, upTo: limit, includesEmpty: includesEmpty, on: ClockScheduler())
    }

    /// `chunks(ofCount:orEvery:on:)` on a real-time clock of its own.
    @inlinable public func chunks(
      ofCount count: Int, orEvery interval: Duration
    ) -> EventStream<D, [Value], Failure> {
      chunks(ofCount: count, orEvery: interval, on: ClockScheduler())
    }

    /// `windows(every:on:)` on a real-time clock of its own.
    @inlinable public func windows(
      every interval: Duration
    ) -> EventStream<D, SignalProducer<Value, Failure>, Failure> {
      windows(every: interval, on: ClockScheduler())
    }

    /// `windows(every:orCount:on:)` on a real-time clock of its own.
    @inlinable public func windows(
      every interval: Duration, orCount count: Int
    ) -> EventStream<D, SignalProducer<Value, Failure>, Failure> {
      windows(every: interval, orCount: count, on: ClockScheduler())
    }

    /// `windows(lasting:every:on:)` on a real-time clock of its own.
    @inlinable public func windows(
      lasting length: Duration, every interval: Duration
    ) -> EventStream<D, SignalProducer<Value, Failure>, Failure> {
      windows(lasting: length, every: interval, on: ClockScheduler())
    }

    /// `prefix(for:on:)` on a real-time clock of its own.
    @inlinable public func prefix(for interval: Duration) -> Self {
      prefix(for: interval, on: ClockScheduler())
    }

    /// `drop(for:on:)` on a real-time clock of its own.
    @inlinable public func drop(for interval: Duration) -> Self { drop(for: interval, on: ClockScheduler()) }

    /// `timeout(_:_:failingWith:on:)` on a real-time clock of its own.
    @inlinable public func timeout(
      _ scope: TimeoutScope, _ interval: Duration, failingWith failure: Failure
    ) -> Self {
      timeout(scope, interval, failingWith: failure, on: ClockScheduler())
    }

    /// `timeout(_:_:failingWith:on:)` for a stream that cannot fail by itself, on a real-time clock of its own.
    @_disfavoredOverload
    @inlinable public func timeout<NewFailure: Error>(
      _ scope: TimeoutScope, _ interval: Duration, failingWith failure: NewFailure
    ) -> EventStream<D, Value, NewFailure> where Failure == Never {
      timeout(scope, interval, failingWith: failure, on: ClockScheduler())
    }

    /// `timeout(_:_:switchingTo:on:)` on a real-time clock of its own.
    @inlinable public func timeout<Other: EventSource>(
      _ scope: TimeoutScope, _ interval: Duration, switchingTo other: Other
    ) -> Self where Other.Value == Value, Other.Failure == Failure {
      timeout(scope, interval, switchingTo: other, on: ClockScheduler())
    }

    /// `timestamped(on:)` on a real-time clock of its own: times are counted from this call.
    @inlinable public func timestamped() -> EventStream<D, (time: Duration, value: Value), Failure> {
      timestamped(on: ClockScheduler())
    }

    /// `measureInterval(on:)` on a real-time clock of its own.
    @inlinable public func measureInterval() -> EventStream<D, (interval: Duration, value: Value), Failure> {
      measureInterval(on: ClockScheduler())
    }
  }

  extension EventStream where D == Pull {
    /// `delayStart(_:on:)` on a real-time clock of its own.
    @inlinable public func delayStart(_ interval: Duration) -> Self {
      delayStart(interval, on: ClockScheduler())
    }

    /// `retry(_:on:)` on a real-time clock of its own.
    @inlinable public func retry(_ policy: RetryPolicy<Failure>) -> Self {
      retry(policy, on: ClockScheduler())
    }
  }

  extension EventStream where D == Pull, Value == Int, Failure == Never {
    /// `interval(every:on:)` on a real-time clock of its own.
    public static func interval(every interval: Duration) -> Self {
      self.interval(every: interval, on: ClockScheduler())
    }
  }

  extension EventStream where D == Pull, Failure == Never {
    /// `interval(every:of:on:)` on a real-time clock of its own.
    public static func interval<Elements: Sequence & Sendable>(
      every interval: Duration, of elements: Elements
    ) -> Self where Elements.Element == Value {
      self.interval(every: interval, of: elements, on: ClockScheduler())
    }
  }

  extension EventStream where D == Pull, Value == Void, Failure == Never {
    /// `timer(after:on:)` on a real-time clock of its own.
    public static func timer(after interval: Duration) -> Self {
      timer(after: interval, on: ClockScheduler())
    }
  }
#endif
