import Signals
import TestSupport

/// One call of every public declaration of the core that takes a closure, with a closure that is written on the main
/// actor.
extension ClosuresOfTheMainActor {
  mutating func passToTheCore() {
    passToStages()
    passToGatheringStages()
    passToJoins()
    passToBeginnings()
    passToTerminals()
    passToTerminalsOfTheMainActor()
    passToTerminalsOfActors()
    passToState()
    passToSchedulers()
    passToEvents()
  }

  private mutating func passToStages() {
    use("EventStream.map(_:)") { away in away.numbers.map { away.note($0) }.start() }
    use("EventStream.mapError(_:)") { away in
      away.failing.mapError { away.note($0) }.startWithFailed { _ in }
    }
    use("EventStream.filter(_:)") { away in away.numbers.filter { _ in away.note(true) }.start() }
    use("EventStream.compactMap(_:)") { away in
      away.numbers.compactMap { value -> Int? in away.note(value) }.start()
    }
    use("EventStream.attemptMap(_:)") { away in
      away.numbers.attemptMap { value -> Result<Int, Oops> in away.note(.success(value)) }.startWithFailed {
        _ in
      }
    }
    use("EventStream.attemptMap(_:)") { away in
      away.numbers.setFailureType(to: Oops.self)
        .attemptMap { value -> Result<Int, Oops> in away.note(.success(value)) }.startWithFailed { _ in }
    }
    use("EventStream.attemptMap(_:)") { away in
      away.numbers.attemptMap { value throws(Oops) -> Int in away.note(value) }.startWithFailed { _ in }
    }
    use("EventStream.attemptMap(_:)") { away in
      away.numbers.setFailureType(to: Oops.self)
        .attemptMap { value throws(Oops) -> Int in away.note(value) }.startWithFailed { _ in }
    }
    use("EventStream.after(next:failed:completed:interrupted:terminated:)") { away in
      away.numbers.after(
        next: { _ in away.note() }, completed: { away.note() }, terminated: { away.note() }
      ).start(on: away.scheduler).start()
      away.failing.after(failed: { _ in away.note() }).startWithFailed { _ in }
      away.interrupted.after(interrupted: { away.note() }).start()
    }
    use(
      "EventStream.on(starting:started:event:next:failed:completed:interrupted:terminated:disposed:)"
    ) { away in
      away.numbers.on(
        starting: { away.note() }, started: { away.note() }, event: { _ in away.note() },
        next: { _ in away.note() }, completed: { away.note() },
        terminated: { away.note() }, disposed: { away.note() }
      ).start(on: away.scheduler).start()
      away.failing.on(failed: { _ in away.note() }).startWithFailed { _ in }
      away.interrupted.on(interrupted: { away.note() }).start()
    }
    use("EventStream.log(_:to:)") { away in away.numbers.log(to: { _ in away.note() }).start() }
    use("EventStream.prefix(while:)") { away in
      away.numbers.prefix(while: { _ in away.note(true) }).start()
    }
    use("EventStream.prefix(through:)") { away in
      away.numbers.prefix(through: { _ in away.note(true) }).start()
    }
    use("EventStream.drop(while:)") { away in away.numbers.drop(while: { _ in away.note(true) }).start() }
    use("EventStream.first(where:)") { away in
      away.numbers.first(where: { _ in away.note(true) }).start()
    }
    use("EventStream.last(where:)") { away in away.numbers.last(where: { _ in away.note(true) }).start() }
    use("EventStream.single(where:)") { away in
      away.numbers.single(where: { _ in away.note(true) }).startWithFailed { _ in }
    }
    use("EventStream.contains(where:)") { away in
      away.numbers.contains(where: { _ in away.note(true) }).start()
    }
    use("EventStream.allSatisfy(_:)") { away in away.numbers.allSatisfy { _ in away.note(true) }.start() }
  }

  private mutating func passToGatheringStages() {
    use("EventStream.chunked(by:)") { away in
      away.numbers.chunked(by: { _, _ in away.note(true) }).start()
    }
    use("EventStream.chunked(on:)") { away in away.numbers.chunked(on: { away.note($0) }).start() }
    use("EventStream.reduce(_:_:)") { away in away.numbers.reduce(0) { away.note($0 + $1) }.start() }
    use("EventStream.reduce(into:_:)") { away in
      away.numbers.reduce(into: 0) { away.note($0 += $1) }.start()
    }
    use("EventStream.scan(_:_:)") { away in away.numbers.scan(0) { away.note($0 + $1) }.start() }
    use("EventStream.scan(into:_:)") { away in
      away.numbers.scan(into: 0) { away.note($0 += $1) }.start()
    }
    use("EventStream.scanMap(_:_:)") { away in
      away.numbers.scanMap(0) { away.note(($0, $1)) }.start()
    }
    use("EventStream.scanMap(into:_:)") { away in
      away.numbers.scanMap(into: 0) { away.note($0 += $1) }.start()
    }
    use("EventStream.reductions(_:_:)") { away in
      away.numbers.reductions(0) { away.note($0 + $1) }.start()
    }
    use("EventStream.removeDuplicates(by:)") { away in
      away.numbers.removeDuplicates(by: { _, _ in away.note(true) }).start()
    }
    use("EventStream.unique(by:)") { away in away.numbers.unique(by: { away.note($0) }).start() }
    use("EventStream.grouped(by:limit:)") { away in away.numbers.grouped(by: { away.note($0) }).start() }
  }

  private mutating func passToJoins() {
    use("EventStream.flatMap(_:_:)") { away in
      away.numbers.flatMap(.merge) { SignalProducer<Int, Never>(value: away.note($0)) }.start()
    }
    use("EventStream.flatMap(_:_:)") { away in
      away.numbers.flatMap(.merge) { SignalProducer<Int, Oops>(value: away.note($0)) }.start()
    }
    use("EventStream.flatMap(_:_:)") { away in
      away.numbers.setFailureType(to: Oops.self)
        .flatMap(.merge) { SignalProducer<Int, Never>(value: away.note($0)) }
        .startWithFailed { _ in }
    }
    use("EventStream.flatMap(_:_:)") { away in
      away.numbers.flatMap(.merge) { value in
        await Task.yield()
        return away.note(value)
      }.start()
    }
    use("EventStream.flatMap(_:_:)") { away in
      away.numbers.flatMap(.merge) { Future<Int, Never>(value: away.note($0)) }.start()
    }
    use("EventStream.flatMap(_:_:)") { away in
      away.numbers.flatMap(.merge) { Future<Int, Oops>(value: away.note($0)) }.start()
    }
    use("EventStream.flatMap(_:_:)") { away in
      away.numbers.setFailureType(to: Oops.self).flatMap(.merge) { Future<Int, Oops>(value: away.note($0)) }
        .startWithFailed { _ in }
    }
    use("EventStream.flatMap(_:_:)") { away in
      away.numbers.setFailureType(to: Oops.self).flatMap(.merge) { Future<Int, Never>(value: away.note($0)) }
        .startWithFailed { _ in }
    }
    use("EventStream.catch(_:)") { away in
      away.failing.catch { _ in Future<Int, Never>(value: away.note(1)) }.start()
    }
    use("EventStream.catch(_:)") { away in
      away.failing.catch { _ in SignalProducer<Int, Never>(value: away.note(1)) }.start()
    }
    use("EventStream.retry(when:)") { away in
      away.failing.retry(when: { _ in away.note(SignalProducer<Int, Never>.empty) }).startWithFailed { _ in }
    }
    use("EventStream.retry(when:)") { away in
      away.failing.retry(when: { _ in SignalProducer<Int, Oops>(error: away.note(Oops())) }).startWithFailed {
        _ in
      }
    }
    use("EventStream.multicast(_:)") { away in
      away.numbers.multicast { away.note($0.map { $0 + 1 }) }.start(on: away.scheduler).start()
    }
    use("RetryPolicy.init(limit:delay:cap:jitter:using:resetsOnValue:retries:)") { away in
      let policy = RetryPolicy<Oops>(limit: 1, retries: { _ in away.note(true) })
      away.failing.retry(policy, on: away.scheduler).startWithFailed { _ in }
    }
  }

  private mutating func passToBeginnings() {
    use("EventStream.init(_:)") { away in
      SignalProducer<Int, Never> { _, _ in away.note() }.start(on: away.scheduler).start()
    }
    use("EventStream.unfold(_:next:)") { away in
      SignalProducer<Int, Never>.unfold(0) { state in away.note(state < 3 ? (state, state + 1) : nil) }
        .start(on: away.scheduler).start()
    }
    use("EventStream.using(_:_:)") { away in
      SignalProducer<Int, Never>.using(
        { away.note(AnyDisposable {}) }, { _ in away.note(SignalProducer<Int, Never>.empty) }
      ).start(on: away.scheduler).start()
    }
    use("KeyedShare.init(replay:_:)") { away in
      let shared = KeyedShare<Int, Int, Never> { away.note(SignalProducer(value: $0)) }
      shared[1].start(on: away.scheduler).start()
    }
    use("EventStream.deferred(_:)") { away in
      SignalProducer<Int, Never>.deferred { away.note(.empty) }.start(on: away.scheduler).start()
    }
    use("EventStream.task(priority:_:)") { away in
      SignalProducer<Int, Never>.task { away.note(1) }.start()
    }
    use("Lifetime.whenResumed(_:)") { away in
      SignalProducer<Int, Never> { _, lifetime in lifetime.whenResumed { away.note() } }
        .start(on: away.scheduler).start()
    }
    let disposables: [(name: String, make: @Sendable () -> any Disposable)] = [
      ("Lifetime", { Subscription() }),
      ("CompositeDisposable", { CompositeDisposable() }), ("SerialDisposable", { SerialDisposable() }),
      ("ScopedDisposable", { ScopedDisposable(Subscription()) }),
    ]
    for (name, make) in disposables {
      use("\(name).whenSettled(_:)") { away in
        let disposable = make()
        disposable.whenSettled { away.note() }
        away.scheduler.schedule { disposable.dispose() }
      }
    }
    // It is declared twice: as a requirement, and with what is done by default.
    use("Disposable.whenSettled(_:)") { away in
      let disposable: any Disposable = Subscription()
      disposable.whenSettled { away.note() }
      disposable.whenSettled { away.note() }
      away.scheduler.schedule { disposable.dispose() }
    }
    use("Lifetime.onEnd(_:)") { away in
      let subscription = Subscription()
      subscription.onEnd { away.note() }
      away.scheduler.schedule { subscription.dispose() }
    }
    use("AnyDisposable.init(_:)") { away in
      let disposable = AnyDisposable { away.note() }
      away.scheduler.schedule { disposable.dispose() }
    }
    use("CompositeDisposable.add(_:)") { away in
      let composite = CompositeDisposable()
      composite.add { away.note() }
      away.scheduler.schedule { composite.dispose() }
    }
    use("CompositeDisposable.+=(_:_:)") { away in
      let composite = CompositeDisposable()
      composite += { away.note() }
      away.scheduler.schedule { composite.dispose() }
    }
    use("Observer.init(next:end:)") { away in
      away.numbers.start(Observer(next: { _ in away.note() }, end: { _ in away.note() }))
    }
    use("Observer.init(_:)") { away in away.numbers.start(Observer { _ in away.note() }) }
    use("Observer.init(next:failed:completed:interrupted:)") { away in
      away.numbers.start(Observer(next: { _ in away.note() }, completed: { away.note() }))
      away.failing.start(Observer(failed: { _ in away.note() }))
      away.interrupted.start(Observer(interrupted: { away.note() }))
    }
  }

  private mutating func passToTerminals() {
    use("EventStream.start(_:)") { away in away.numbers.start { _ in away.note() } }
    use("EventStream.startWithValues(_:)") { away in away.numbers.startWithValues { _ in away.note() } }
    use("EventStream.startWithCompleted(_:)") { away in away.numbers.startWithCompleted { away.note() } }
    use("EventStream.startWithFailed(_:)") { away in away.failing.startWithFailed { _ in away.note() } }
    use("EventStream.startWithInterrupted(_:)") { away in
      away.interrupted.startWithInterrupted { away.note() }
    }
    use("EventStream.startWithResult(_:)") { away in away.failing.startWithResult { _ in away.note() } }
    use("EventStream.startWithSignal(_:)") { away in away.numbers.startWithSignal { _, _ in away.note() } }
    use("EventStream.observe(_:)") { away in away.signal().observe { _ in away.note() } }
    use("EventStream.observe(during:_:)") { away in
      let lifetime = Subscription()
      away.signal().observe(during: lifetime) { _ in withExtendedLifetime(lifetime) { away.note() } }
    }
    use("EventStream.observeValues(_:)") { away in away.sureSignal().observeValues { _ in away.note() } }
    use("EventStream.observeCompleted(_:)") { away in away.sureSignal().observeCompleted { away.note() } }
    use("EventStream.observeFailed(_:)") { away in
      away.signal(.failed(Oops())).observeFailed { _ in away.note() }
    }
    use("EventStream.observeInterrupted(_:)") { away in
      away.sureSignal(.interrupted).observeInterrupted { away.note() }
    }
    use("EventStream.observeResult(_:)") { away in away.signal().observeResult { _ in away.note() } }
    use("Future.start(_:)") { away in away.future().start { _ in away.note() } }
    use("Future.startWithValue(_:)") { away in away.sureFuture.startWithValue { _ in away.note() } }
  }

  private mutating func passToTerminalsOfTheMainActor() {
    use("EventStream.start(on:_:)") { away in away.numbers.start(on: .shared) { _ in away.note() } }
    use("EventStream.startWithValues(on:_:)") { away in
      away.numbers.startWithValues(on: .shared) { _ in away.note() }
    }
    use("EventStream.startWithCompleted(on:_:)") { away in
      away.numbers.startWithCompleted(on: .shared) { away.note() }
    }
    use("EventStream.startWithFailed(on:_:)") { away in
      away.failing.startWithFailed(on: .shared) { _ in away.note() }
    }
    use("EventStream.startWithInterrupted(on:_:)") { away in
      away.interrupted.startWithInterrupted(on: .shared) { away.note() }
    }
    use("EventStream.startWithResult(on:_:)") { away in
      away.numbers.startWithResult(on: .shared) { _ in away.note() }
    }
    use("EventStream.observe(on:_:)") { away in away.signal().observe(on: .shared) { _ in away.note() } }
    use("EventStream.observe(during:on:_:)") { away in
      let lifetime = Subscription()
      away.signal().observe(during: lifetime, on: .shared) { _ in
        withExtendedLifetime(lifetime) { away.note() }
      }
    }
    use("EventStream.observeValues(on:_:)") { away in
      away.sureSignal().observeValues(on: .shared) { _ in away.note() }
    }
    use("EventStream.observeCompleted(on:_:)") { away in
      away.sureSignal().observeCompleted(on: .shared) { away.note() }
    }
    use("EventStream.observeFailed(on:_:)") { away in
      away.signal(.failed(Oops())).observeFailed(on: .shared) { _ in away.note() }
    }
    use("EventStream.observeInterrupted(on:_:)") { away in
      away.sureSignal(.interrupted).observeInterrupted(on: .shared) { away.note() }
    }
    use("EventStream.observeResult(on:_:)") { away in
      away.signal().observeResult(on: .shared) { _ in away.note() }
    }
    use("Future.start(on:_:)") { away in away.future().start(on: .shared) { _ in away.note() } }
    use("Future.startWithValue(on:_:)") { away in
      away.sureFuture.startWithValue(on: .shared) { _ in away.note() }
    }
  }

  private mutating func passToTerminalsOfActors() {
    use("EventStream.start(on:_:)") { away in away.numbers.start(on: Elsewhere()) { _, _ in away.note() } }
    use("EventStream.startWithValues(on:_:)") { away in
      away.numbers.startWithValues(on: Elsewhere()) { _, _ in away.note() }
    }
    use("EventStream.startWithCompleted(on:_:)") { away in
      away.numbers.startWithCompleted(on: Elsewhere()) { _ in away.note() }
    }
    use("EventStream.startWithFailed(on:_:)") { away in
      away.failing.startWithFailed(on: Elsewhere()) { _, _ in away.note() }
    }
    use("EventStream.startWithInterrupted(on:_:)") { away in
      away.interrupted.startWithInterrupted(on: Elsewhere()) { _ in away.note() }
    }
    use("EventStream.startWithResult(on:_:)") { away in
      away.numbers.startWithResult(on: Elsewhere()) { _, _ in away.note() }
    }
    use("EventStream.observe(on:_:)") { away in
      away.signal().observe(on: Elsewhere()) { _, _ in away.note() }
    }
    use("EventStream.observe(during:on:_:)") { away in
      let lifetime = Subscription()
      away.signal().observe(during: lifetime, on: Elsewhere()) { _, _ in
        withExtendedLifetime(lifetime) { away.note() }
      }
    }
    use("EventStream.observeValues(on:_:)") { away in
      away.sureSignal().observeValues(on: Elsewhere()) { _, _ in away.note() }
    }
    use("EventStream.observeCompleted(on:_:)") { away in
      away.sureSignal().observeCompleted(on: Elsewhere()) { _ in away.note() }
    }
    use("EventStream.observeFailed(on:_:)") { away in
      away.signal(.failed(Oops())).observeFailed(on: Elsewhere()) { _, _ in away.note() }
    }
    use("EventStream.observeInterrupted(on:_:)") { away in
      away.sureSignal(.interrupted).observeInterrupted(on: Elsewhere()) { _ in away.note() }
    }
    use("EventStream.observeResult(on:_:)") { away in
      away.signal().observeResult(on: Elsewhere()) { _, _ in away.note() }
    }
    use("Future.start(on:_:)") { away in away.future().start(on: Elsewhere()) { _, _ in away.note() } }
    use("Future.startWithValue(on:_:)") { away in
      away.sureFuture.startWithValue(on: Elsewhere()) { _, _ in away.note() }
    }
  }

  private mutating func passToState() {
    use("Action.init(execute:)") { away in
      let action = Action<Int, Int, Oops> { SignalProducer(value: away.note($0)) }
      away.numbers.startWithValues { action.apply($0).startWithFailed { _ in } }
    }
    use("Action.init(enabledIf:execute:)") { away in
      let action = Action<Int, Int, Oops>(enabledIf: Property(value: true)) {
        SignalProducer(value: away.note($0))
      }
      away.numbers.startWithValues { action.apply($0).startWithFailed { _ in } }
    }
    use("Action.init(unwrapping:execute:)") { away in
      let action = Action<Int, Int, Oops>(unwrapping: Property<Int?>(value: 1)) {
        SignalProducer(value: away.note($0 + $1))
      }
      away.numbers.startWithValues { action.apply($0).startWithFailed { _ in } }
    }
    use("Action.init(unwrapping:execute:)") { away in
      let action = Action<Void, Int, Oops>(unwrapping: Property<Int?>(value: 1)) {
        SignalProducer(value: away.note($0))
      }
      away.numbers.startWithValues { _ in action.apply().startWithFailed { _ in } }
    }
    use("Action.init(state:enabledIf:execute:)") { away in
      let state = MutableProperty(1)
      let action = Action<Void, Int, Oops>(state: state, enabledIf: { _ in away.note(true) }) {
        SignalProducer(value: away.note($0))
      }
      away.numbers.startWithValues { _ in action.apply().startWithFailed { _ in } }
    }
    use("Action.init(state:enabledIf:execute:)") { away in
      let state = MutableProperty(1)
      let action = Action<Int, Int, Oops>(state: state, enabledIf: { _ in away.note(true) }) {
        SignalProducer(value: away.note($0 + $1))
      }
      away.numbers.startWithValues { action.apply($0).startWithFailed { _ in } }
    }
    use("BindingTarget.init(lifetime:_:)") { away in
      BindingTarget<Int> { _ in away.note() } <~ away.numbers
    }
    use("BindingTarget.init(on:lifetime:_:)") { away in
      BindingTarget<Int>(on: away.scheduler) { _ in away.note() } <~ SignalProducer(value: 1)
      BindingTarget<Int>(on: .shared) { _ in away.note() } <~ away.numbers
    }
    use("ValidatingProperty.init(_:name:_:)") { away in
      away.read(ValidatingProperty<Int, Oops>(1) { _ in away.note(.valid) }.result)
      away.read(ValidatingProperty<Int, Uncomparable>(1) { _ in away.note(.valid) }.result)
      away.read(
        ValidatingProperty<NotEquatable, Oops>(NotEquatable()) { _ in away.note(.valid) }.result)
    }
    use("ValidatingProperty.init(_:with:name:_:)") { away in
      let other = MutableProperty(1)
      away.read(ValidatingProperty<Int, Oops>(1, with: other) { _, _ in away.note(.valid) }.result)
      away.read(ValidatingProperty<Int, Uncomparable>(1, with: other) { _, _ in away.note(.valid) }.result)
      away.read(
        ValidatingProperty<NotEquatable, Oops>(NotEquatable(), with: other) { _, _ in away.note(.valid) }
          .result)
      let checked = ValidatingProperty<Int, Oops>(1) { _ in .valid }
      away.read(ValidatingProperty<Int, Oops>(1, with: checked) { _, _ in away.note(.valid) }.result)
      away.read(ValidatingProperty<Int, Uncomparable>(1, with: checked) { _, _ in away.note(.valid) }.result)
      away.read(
        ValidatingProperty<NotEquatable, Oops>(NotEquatable(), with: checked) { _, _ in away.note(.valid) }
          .result)
    }
    use("UnhandledFailures.observe(_:)") { away in
      let observation = UnhandledFailures.observe { _ in away.note() }
      away.failing.on(disposed: { observation.dispose() }).start(Observer(next: { _ in }))
    }
    use("Future.init(_:)") { away in
      let future = Future<Int, Oops> { _, _ in away.note() }
      away.scheduler.schedule { future.start { _ in } }
    }
    use("Future.map(_:)") { away in away.future().map { away.note($0) }.start { _ in } }
    use("Future.mapError(_:)") { away in
      away.future(.failure(Oops())).mapError { away.note($0) }.start { _ in }
    }
    use("Future.flatMap(_:)") { away in
      away.future().flatMap { Future<Int, Oops>(value: away.note($0)) }.start { _ in }
      away.future().flatMap { Future<Int, Never>(value: away.note($0)) }.start { _ in }
      away.sureFuture.flatMap { Future<Int, Oops>(value: away.note($0)) }.start { _ in }
    }
    use("Future.recover(_:)") { away in
      away.future(.failure(Oops())).recover { _ in Future<Int, Never>(value: away.note(1)) }.start { _ in }
    }
    use("MutableProperty.init(_:name:removingDuplicatesBy:)") { away in
      let property = MutableProperty(NotEquatable(), removingDuplicatesBy: { _, _ in away.note(true) })
      away.scheduler.schedule { property.value = NotEquatable() }
    }
    use("MutableProperty.modify(_:)") { away in MutableProperty(1).modify { away.note($0 += 1) } }
    use("MutableProperty.withValue(_:)") { away in MutableProperty(1).withValue { _ in away.note() } }
    use("Property.init(name:onCycle:computing:)") { away in
      away.read(Property(computing: { away.note(1) }))
      away.read(Property(computing: { away.note(NotEquatable()) }))
    }
    use("PropertyProtocol.map(_:)") { away in
      away.read(MutableProperty(1).map { away.note($0) })
      away.read(MutableProperty(1).map { _ in away.note(NotEquatable()) })
    }
    use("PropertyProtocol.removeDuplicates(by:)") { away in
      let source = MutableProperty(1)
      source.removeDuplicates(by: { _, _ in away.note(true) }).producer.start()
      away.scheduler.schedule { source.value = 2 }
    }
    use("PropertyProtocol.filter(initial:name:_:)") { away in
      let (numbers, words) = (MutableProperty(1), MutableProperty(NotEquatable()))
      let even = numbers.filter(initial: 0) { _ in away.note(true) }
      let few = words.filter(initial: NotEquatable()) { _ in away.note(true) }
      away.scheduler.schedule {
        numbers.value = 2
        words.value = NotEquatable()
        withExtendedLifetime((even, few)) {}
      }
    }
    use("PropertyProtocol.flatMap(_:)") { away in
      away.read(MutableProperty(1).flatMap { Property(value: away.note($0)) })
      away.read(MutableProperty(1).flatMap { _ in Property(value: away.note(NotEquatable())) })
    }
    use("transaction(_:)") { away in transaction { away.note() } }
    use("untracked(_:)") { away in untracked { away.note() } }
    use("snapshot(_:)") { away in snapshot { away.note() } }
  }

  private mutating func passToSchedulers() {
    use("Scheduler.schedule(_:)") { away in
      let scheduler: any Scheduler = away.scheduler
      scheduler.schedule { away.note() }
    }
    use("Scheduler.schedule(at:_:)") { away in
      let scheduler: any Scheduler = away.scheduler
      scheduler.schedule(at: .seconds(1)) { away.note() }
    }
    use("Scheduler.schedule(after:_:)") { away in
      away.scheduler.schedule(after: .seconds(1)) { away.note() }
    }
    use("ClockScheduler.schedule(_:)") { away in ClockScheduler().schedule { away.note() } }
    use("ClockScheduler.schedule(at:_:)") { away in
      ClockScheduler().schedule(at: .milliseconds(1)) { away.note() }
    }
    use("ImmediateScheduler.schedule(_:)") { away in
      let action: @Sendable () -> Void = { away.note() }
      away.scheduler.schedule { ImmediateScheduler().schedule(action) }
    }
    use("ImmediateScheduler.schedule(at:_:)") { away in
      let action: @Sendable () -> Void = { away.note() }
      away.scheduler.schedule { ImmediateScheduler().schedule(at: .zero, action) }
    }
    use("LoopScheduler.schedule(_:)") { away in
      let action: @Sendable () -> Void = { away.note() }
      away.scheduler.schedule {
        let loop = LoopScheduler()
        loop.schedule(action)
        loop.advance(to: .zero)
      }
    }
    use("LoopScheduler.schedule(at:_:)") { away in
      let action: @Sendable () -> Void = { away.note() }
      away.scheduler.schedule {
        let loop = LoopScheduler()
        loop.schedule(at: .seconds(1), action)
        loop.advance(to: .seconds(1))
      }
    }
    use("MainActorScheduler.schedule(_:)") { away in MainActorScheduler.shared.schedule { away.note() } }
    use("MainActorScheduler.schedule(at:_:)") { away in
      MainActorScheduler.shared.schedule(at: .zero) { away.note() }
    }
  }

  private mutating func passToEvents() {
    use("Event.map(_:)") { away in _ = Event<Int, Oops>.next(1).map { away.note($0) } }
    use("Event.mapError(_:)") { away in _ = Event<Int, Oops>.failed(Oops()).mapError { away.note($0) } }
    use("Termination.mapError(_:)") { away in _ = Termination<Oops>.failed(Oops()).mapError { away.note($0) }
    }
  }
}

/// Not the main actor.
private actor Elsewhere {}

private struct NotEquatable: Sendable {}
private struct Uncomparable: Error {}

/// What the closures are passed to; it sends on another thread.
extension OffMainProbe {
  fileprivate var numbers: SignalProducer<Int, Never> { SignalProducer([1, 2, 3]).start(on: scheduler) }

  fileprivate var failing: SignalProducer<Int, Oops> { SignalProducer(error: Oops()).start(on: scheduler) }

  fileprivate var interrupted: SignalProducer<Int, Never> {
    SignalProducer { observer, _ in observer.interrupt() }.start(on: scheduler)
  }

  /// Sends two values, then ends.
  fileprivate func signal(_ end: Termination<Oops> = .completed) -> Signal<Int, Oops> {
    let (output, input) = Signal<Int, Oops>.pipe()
    scheduler.schedule {
      input.send(1)
      input.send(2)
      input.send(end: end)
    }
    return output
  }

  fileprivate func sureSignal(_ end: Termination<Oops> = .completed) -> Signal<Int, Never> {
    signal(end).completeOnError()
  }

  fileprivate func future(_ result: Result<Int, Oops> = .success(1)) -> Future<Int, Oops> {
    Future { [scheduler] resolve, _ in scheduler.schedule { resolve(result) } }
  }

  fileprivate var sureFuture: Future<Int, Never> {
    Future { [scheduler] resolve, _ in scheduler.schedule { resolve(.success(1)) } }
  }

  /// Reads a property there.
  fileprivate func read<Value>(_ property: Property<Value>) { scheduler.schedule { _ = property.value } }
}
