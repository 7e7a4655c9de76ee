/// A stream of values over time, then at most one end.
///
/// There is one stream type with two drives. A ``Signal`` is *pushed*: its generator runs at once, and
/// all its observers see the same events. A ``SignalProducer`` is *pulled*: its generator runs anew at
/// each start, and each start has its own events. Every operator exists once and keeps the drive of
/// its receiver.
public struct EventStream<D: Drive, Value: Sendable, Failure: Error>: EventSource, Sendable {
  @usableFromInline package enum Storage: Sendable {
    case push(ObserverListHandle<Value, Failure>)
    case pull(@Sendable (consuming Observer<Value, Failure>, Subscription) -> Void)
    /// A producer that `append` has made.
    case row(SourcesInARow<Value, Failure>)
  }

  @usableFromInline let storage: Storage

  @inlinable package init(_ storage: Storage) { self.storage = storage }

  /// What a producer does at each start.
  @inlinable @inline(__always)
  var recipe: @Sendable (consuming Observer<Value, Failure>, Subscription) -> Void {
    switch storage {
    case .pull(let attach): return attach
    case .row: return recipeOfRow
    case .push: preconditionFailure("a producer has pull storage")
    }
  }

  /// A stream that sends what its generator sends.
  ///
  /// Pushed, the generator runs once, inside `init`; what it sends there reaches no observer (contract S2).
  /// Pulled, it runs at each start, when the observers are attached (contract P2). The lifetime ends
  /// with the stream or the start, whichever way that ends: register the resources with it.
  ///
  ///     let ticks = SignalProducer<Int, Never> { observer, lifetime in
  ///       let timer = startTimer { observer.send($0) }
  ///       lifetime.onEnd { timer.stop() }
  ///     }
  @inlinable public init(
    _ generator: @escaping @Sendable (Observer<Value, Failure>, Lifetime) -> Void
  ) {
    if D.pushes {
      let lifetime = Lifetime()
      let list = ObserverList<Value, Failure>(gate: lifetime, kind: .root)
      assertNoLockHeld()
      generator(ObserverListInput(list, lifetime).observer, lifetime)
      self.init(.push(ObserverListHandle(list)))
    } else {
      self.init(
        .pull { observer, subscription in
          let input = DetachableObserver(observer)
          guard subscription.openToGenerator(input) else { return }
          assertNoLockHeld()
          if LiveSubscriptions.areRecorded {
            subscription.asRecordedParent { generator(subscription.serialise(input), subscription) }
          } else {
            generator(subscription.serialise(input), subscription)
          }
        })
    }
  }

  @inlinable public func attach(_ observer: Observer<Value, Failure>, _ subscription: Subscription) {
    switch storage {
    case .pull(let attach): attach(observer, subscription)
    case .row: attachRow(observer, subscription)
    case .push: attachPushed(observer, subscription)
    }
  }

  // By itself, as is `attachRow`: a start of a producer that is nested deeply uses stack for each level.
  @inlinable func attachPushed(_ observer: Observer<Value, Failure>, _ subscription: Subscription) {
    guard case .push(let handle) = storage else { return }
    handle.list.add(subscription.ending(after: observer), in: subscription)
  }

  @inlinable public func attachAsLast(_ observer: Observer<Value, Failure>, _ subscription: Subscription) {
    switch storage {
    case .pull(let attach): attach(observer, subscription)
    case .row: attachRow(observer, subscription)
    case .push: attachInside(subscription, observer)
    }
  }
}

/// A pushed stream: its generator runs at once, and all observers see the same events.
///
/// Observing starts and stops nothing (contract S3). Copies are the same signal.
public typealias Signal<Value: Sendable, Failure: Error> = EventStream<Push, Value, Failure>

/// A pulled stream: a recipe for work that runs anew at each start.
///
/// Making, copying or transforming one does nothing (contract P1).
public typealias SignalProducer<Value: Sendable, Failure: Error> = EventStream<Pull, Value, Failure>

extension Subscription {
  /// The observer for a signal: after the end of the signal the subscription has ended, too (contract D4).
  @inlinable func ending<Value, Failure>(
    after observer: Observer<Value, Failure>
  ) -> Observer<Value, Failure> {
    Observer(
      next: observer.next,
      end: { [self, deliver = observer.end] termination in
        deliver(termination)
        end()
      })
  }
}
