extension EventStream where D == Pull {
  /// Starts over after a failure, up to `count` further times.
  ///
  ///     in   --a--x
  ///          retry(1)
  ///     out  --a----a--x
  ///
  /// Any number of synchronous attempts uses constant stack (contract P8).
  ///
  /// - Completes: with the source.
  /// - Fails: with the failure of the last attempt.
  /// - Precondition: `count` is not negative.
  @inlinable public func retry(_ count: Int) -> Self {
    require(count >= 0, "retry(_:)", "the count must not be negative", count)
    return restarting { termination, attempts in
      if case .failed = termination, attempts <= count { .now } else { .never }
    }
  }

  /// Runs `count` times in all, one after the other.
  ///
  ///     in   --a--b--|
  ///          repeat(2)
  ///     out  --a--b----a--b--|
  ///
  /// Any number of synchronous runs uses constant stack (contract P8).
  ///
  /// - Completes: with the last run; at once, without starting, when `count` is 0.
  /// - Fails: with the first failure.
  /// - Precondition: `count` is not negative.
  @inlinable public func `repeat`(_ count: Int) -> Self {
    require(count >= 0, "repeat(_:)", "the count must not be negative", count)
    if count == 0 { return .empty }
    return restarting { termination, runs in termination.isCompleted && runs < count ? .now : .never }
  }

  /// Runs again and again, until it fails or is disposed of.
  ///
  ///     in   --a--|
  ///          repeatForever()
  ///     out  --a----a----a----a--
  ///
  /// Any number of synchronous runs uses constant stack (contract P8).
  ///
  /// - Completes: never.
  /// - Fails: with the first failure.
  @inlinable public func repeatForever() -> Self {
    restarting { termination, _ in termination.isCompleted ? .now : .never }
  }

  /// Starts over after a failure, as a policy says.
  ///
  ///     in   --a--x
  ///          retry(RetryPolicy(limit: 1, delay: .constant(.seconds(3))), on: scheduler)
  ///     out  --a-------a--x
  ///
  /// After a wait it starts over on the scheduler. Any number of synchronous attempts uses constant stack (contract P8).
  ///
  /// - Completes: with the source.
  /// - Fails: with the failure of the last attempt, or one that the policy does not retry.
  @inlinable public func retry(
    _ policy: RetryPolicy<Failure>, on scheduler: some Scheduler
  ) -> Self {
    .deferred {
      // Touched by one run at a time, which counts its values before it ends.
      let attempts = Box(0)
      return self.on(next: { _ in if policy.resetsOnValue { attempts.value = 0 } })
        .restarting { termination, _ in
          guard case .failed(let failure) = termination, policy.retries(failure) else { return .never }
          if let limit = policy.limit, attempts.value >= limit { return .never }
          attempts.value += 1
          let wait = policy.wait(before: attempts.value)
          if wait == .zero { return .now }
          return .later { waiting, again, _ in waiting.inner = scheduler.schedule(after: wait, again) }
        }
    }
  }

  /// Starts over after a failure as soon as a stream that is made of the failure sends a value.
  ///
  ///     in       --a--x
  ///     trigger       ---1
  ///              retry(when: { _ in trigger })
  ///     out      --a-------a--x
  ///
  /// So the trigger decides whether and when there is another attempt:
  ///
  ///     load.retry { failure in
  ///       failure.isOffline ? connections : SignalProducer.empty
  ///     }
  ///
  /// The trigger is attached after each failure, and disposed of at its first value. A signal is observed from then on. Any
  /// number of synchronous attempts uses constant stack (contract P8).
  ///
  /// - Completes: with the source.
  /// - Fails: with the failure that the trigger was made of, if that ends without a value.
  @inlinable public func retry<Trigger: EventSource>(
    when trigger: @escaping @Sendable (Failure) -> Trigger
  ) -> Self where Trigger.Failure == Never {
    retrying { Fallible(trigger($0)) }
  }

  /// Starts over after a failure as soon as a stream that is made of the failure sends a value.
  ///
  /// - Completes: with the source.
  /// - Fails: with the trigger, or with the failure that the trigger was made of, if that ends without a value.
  @_disfavoredOverload
  @inlinable public func retry<Trigger: EventSource>(
    when trigger: @escaping @Sendable (Failure) -> Trigger
  ) -> Self where Trigger.Failure == Failure {
    retrying(trigger)
  }

  @inlinable func retrying<Trigger: EventSource>(
    _ trigger: @escaping @Sendable (Failure) -> Trigger
  ) -> Self where Trigger.Failure == Failure {
    restarting { termination, _ in
      guard case .failed(let failure) = termination else { return .never }
      return .later { waiting, again, end in
        let subscription = Subscription()
        // Before it is attached: it may send at once, and then the next attempt takes its place.
        waiting.inner = subscription
        let isOpen = Box(true)
        trigger(failure).attach(
          Observer(
            next: { _ in
              guard isOpen.value else { return }
              isOpen.value = false
              subscription.dispose()
              again()
            },
            end: { triggerEnd in
              guard isOpen.value else { return }
              isOpen.value = false
              if case .failed = triggerEnd { end(triggerEnd) } else { end(termination) }
            }), subscription)
      }
    }
  }

  /// Starts over as `again` says, given how a run ended and how many there were.
  @inlinable func restarting(
    _ again: @escaping @Sendable (Termination<Failure>, _ runs: Int) -> Restart<Failure>
  ) -> Self {
    join { junction in
      let run = SerialDisposable()
      junction.subscription += run
      // Touched by one run at a time, on its trampoline.
      let runs = Box(0)
      @Sendable func next(on trampoline: Trampoline) {
        trampoline.bounce {
          if junction.subscription.hasEnded { return }
          runs.value += 1
          let subscription = Subscription()
          run.inner = subscription
          junction.attach(
            self, subscription, next: junction.output.next,
            endOutsideGate: { termination in
              switch again(termination, runs.value) {
              case .never: junction.end(termination)
              case .now: subscription.follow { next(on: trampoline) }
              case .later(let wait):
                // Waiting begins when the run is over: so the scheduler can begin the next one when its time has come.
                subscription.follow {
                  if junction.subscription.hasEnded { return }
                  // What waits may be over before `wait` returns: then the next run has taken its place.
                  let waiting = SerialDisposable()
                  run.inner = waiting
                  let thread = CurrentThread.identity
                  wait(
                    waiting,
                    {
                      // Another thread begins the next run itself, as that of a scheduler has to: it does not leave it to this
                      // one, which may still be on the trampoline.
                      next(on: CurrentThread.identity == thread ? trampoline : Trampoline())
                    }, junction.end)
                }
              }
            })
        }
      }
      next(on: Trampoline())
    }
  }
}

/// Whether a producer starts over after a run.
@usableFromInline enum Restart<Failure: Error> {
  case never
  case now
  /// Begins to wait, for as long as `waiting` is not disposed of; then calls `again` or `end`.
  case later(
    @Sendable (
      _ waiting: SerialDisposable, _ again: @escaping @Sendable () -> Void,
      _ end: @escaping @Sendable (Termination<Failure>) -> Void
    ) -> Void)
}
