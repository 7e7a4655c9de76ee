import Signals

extension MarbleDiagram {
  /// Sends the events of the diagram to `observer`, beginning now: the events of the first step are due at
  /// once, and are sent as soon as `scheduler` runs.
  ///
  /// A hot source is a pipe that a diagram is played into; the code that makes the pipe keeps its input. A cold
  /// source is a producer that plays at each start, see ``producer(on:value:)``.
  ///
  /// - Parameter value: The value that a name stands for.
  /// - Returns: What stops the playing.
  @discardableResult
  public func play<Value>(
    into observer: Observer<Value, TestFailure>, on scheduler: some Scheduler,
    value: @escaping @Sendable (String) -> Value
  ) -> any Disposable {
    let start = scheduler.now
    let timers = CompositeDisposable()
    for (step, marks) in steps.enumerated() {
      for mark in marks {
        timers += scheduler.schedule(at: start + Self.step * step) {
          mark.send(to: observer, value)
        }
      }
    }
    return timers
  }

  /// Sends values by their names.
  @discardableResult
  public func play(
    into observer: Observer<String, TestFailure>, on scheduler: some Scheduler
  ) -> any Disposable {
    play(into: observer, on: scheduler) { $0 }
  }

  /// The same for what cannot fail. Stops the test when the diagram has an `x` all the same.
  @_disfavoredOverload
  @discardableResult
  public func play<Value>(
    into observer: Observer<Value, Never>, on scheduler: some Scheduler,
    value: @escaping @Sendable (String) -> Value
  ) -> any Disposable {
    play(into: observer.neverFailing, on: scheduler, value: value)
  }

  /// Sends values by their names to what cannot fail. Stops the test when the diagram has an `x` all the same.
  @_disfavoredOverload
  @discardableResult
  public func play(
    into observer: Observer<String, Never>, on scheduler: some Scheduler
  ) -> any Disposable {
    play(into: observer.neverFailing, on: scheduler)
  }

  /// A producer that plays the diagram at each start.
  ///
  /// - Parameter value: The value that a name stands for.
  public func producer<Value>(
    on scheduler: some Scheduler, value: @escaping @Sendable (String) -> Value
  ) -> SignalProducer<Value, TestFailure> {
    SignalProducer { observer, lifetime in
      lifetime += play(into: observer, on: scheduler, value: value)
    }
  }

  /// A producer that plays the diagram at each start, with names as values.
  public func producer(on scheduler: some Scheduler) -> SignalProducer<String, TestFailure> {
    producer(on: scheduler) { $0 }
  }

  /// A producer that cannot fail, where one is needed. Stops the test when the diagram has an `x` all the same.
  @_disfavoredOverload
  public func producer<Value>(
    on scheduler: some Scheduler, value: @escaping @Sendable (String) -> Value
  ) -> SignalProducer<Value, Never> {
    producer(on: scheduler, value: value).neverFailing
  }

  /// A producer that cannot fail, with names as values, where one is needed. Stops the test when the diagram has an `x` all
  /// the same.
  @_disfavoredOverload
  public func producer(on scheduler: some Scheduler) -> SignalProducer<String, Never> {
    producer(on: scheduler).neverFailing
  }
}

extension Observer where Failure == Never {
  fileprivate var neverFailing: Observer<Value, TestFailure> {
    Observer<Value, TestFailure>(next: next, end: { end($0.mapError { _ in noFailure() }) })
  }
}

extension MarbleDiagram.Mark {
  fileprivate func send<Value>(to observer: Observer<Value, TestFailure>, _ value: (String) -> Value) {
    switch self {
    case .value(let name): observer.send(value(name))
    case .failed: observer.fail(TestFailure())
    case .completed: observer.complete()
    case .interrupted: observer.interrupt()
    case .attached, .disposed: break
    }
  }
}
