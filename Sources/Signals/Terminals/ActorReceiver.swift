#if !hasFeature(Embedded)

  /// What receives the events of a stream on an actor. A job of the actor delivers what waits, and assumes its isolation once
  /// for all of it, not once for each value.
  ///
  /// What the closures captured is released on the actor (contract A3).
  @usableFromInline package struct ActorReceiver<Value: Sendable, Failure: Error>: Sendable {
    /// Schedules a job on the actor; there is one at a time.
    @usableFromInline let sendJob: Gate.JobSender
    /// Called by such a job, inside the gate of the start.
    @usableFromInline let receive: BatchReceiver<Value>
    @usableFromInline var end: @Sendable (Termination<Failure>) -> Void

    /// For an observer that is called where the jobs run, in place of an actor.
    package init(_ observer: Observer<Value, Failure>, sendJob: @escaping Gate.JobSender) {
      self.sendJob = sendJob
      receive = { values, start in start.sendAll(&values, observer.next) }
      end = observer.end
    }

    /// For closures that get their actor as an isolated parameter.
    @inlinable init<A: Actor>(
      on actor: A,
      next: @escaping @Sendable (isolated A, Value) -> Void = { _, _ in },
      end: @escaping @Sendable (isolated A, Termination<Failure>) -> Void = { _, _ in }
    ) {
      let closures = kept(ActorClosures(next: next, end: end), for: actor)
      sendJob = { job in Task.detached { await actor.runJob(job) } }
      receive = { values, start in
        actor.assumeIsolated { actor in
          let next = closures().next
          return start.sendAll(&values) { next(actor, $0) }
        }
      }
      self.end = { termination in actor.assumeIsolated { closures().end($0, termination) } }
    }

    /// For closures of the main actor.
    @inlinable init(
      next: @escaping @MainActor @Sendable (Value) -> Void = { _ in },
      end: @escaping @MainActor @Sendable (Termination<Failure>) -> Void = { _ in }
    ) {
      let closures = kept(MainActorClosures(next: next, end: end), for: MainActor.shared)
      sendJob = { MainActorScheduler.shared.schedule($0) }
      receive = { values, start in
        MainActor.assumeIsolated {
          let next = closures().next
          return start.sendAll(&values) { next($0) }
        }
      }
      self.end = { termination in MainActor.assumeIsolated { closures().end(termination) } }
    }
  }

  @usableFromInline struct ActorClosures<A: Actor, Value: Sendable, Failure: Error>: Sendable {
    @usableFromInline let next: @Sendable (isolated A, Value) -> Void
    @usableFromInline let end: @Sendable (isolated A, Termination<Failure>) -> Void

    @inlinable init(
      next: @escaping @Sendable (isolated A, Value) -> Void,
      end: @escaping @Sendable (isolated A, Termination<Failure>) -> Void
    ) {
      self.next = next
      self.end = end
    }
  }

  @usableFromInline struct MainActorClosures<Value: Sendable, Failure: Error>: Sendable {
    @usableFromInline let next: @MainActor @Sendable (Value) -> Void
    @usableFromInline let end: @MainActor @Sendable (Termination<Failure>) -> Void

    @inlinable init(
      next: @escaping @MainActor @Sendable (Value) -> Void,
      end: @escaping @MainActor @Sendable (Termination<Failure>) -> Void
    ) {
      self.next = next
      self.end = end
    }
  }

  extension Actor {
    @usableFromInline func runJob(_ job: @Sendable () -> Void) { job() }
  }

  extension EventStream where D == Pull {
    @inlinable func start(
      _ receiver: ActorReceiver<Value, Failure>, _ fileID: StaticString, _ line: UInt
    ) -> any Disposable {
      // The jobs hand the values to the receiver themselves.
      receiving(receiver.sendJob, inBatches: receiver.receive, operation: "actor")
        .start(Observer(next: { _ in }, end: receiver.end), fileID: fileID, line: line)
    }
  }

  extension EventStream where D == Push {
    /// A signal that `receive(on:)` derives is not enough. It may end before it is observed, and then it interrupts the
    /// observer on the observing thread (contract S5).
    @inlinable package func observe(
      _ receiver: ActorReceiver<Value, Failure>, _ fileID: StaticString, _ line: UInt
    ) -> any Disposable {
      let subscription = Subscription()
      // Emptied when it is over: a job that has not run yet keeps the junction (contract D4).
      let below = GateBox<ActorReceiver<Value, Failure>?>(
        receiver.listedIfRecorded(SourcePlace(fileID, line), of: subscription))
      subscription.onEnd { below.value = nil }
      let output = Observer<Value, Failure>(next: { _ in }, end: { below.value?.end($0) })
      receive(
        into: Junction(subscription: subscription, below: output, next: output.next), receiver.sendJob,
        buffering: .unbounded, drops: nil, inBatches: { below.value?.receive(&$0, $1) ?? false },
        operation: "actor")
      return subscription
    }
  }

  extension ActorReceiver {
    @inlinable func listedIfRecorded(_ place: SourcePlace, of start: Subscription) -> Self {
      if !LiveSubscriptions.areRecorded { return self }
      var listed = self
      listed.end =
        Observer<Value, Failure>(next: { _ in }, end: end).listed(place, of: start, isPushed: true).end
      return listed
    }
  }

#endif
