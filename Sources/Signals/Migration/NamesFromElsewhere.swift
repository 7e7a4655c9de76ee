// The names that RxSwift, ReactiveSwift and Combine use, so that the compiler answers with the name that is
// used here. These declarations are unavailable: no program can call them. Embedded Swift leaves them out, to
// keep small programs small.

#if !hasFeature(Embedded)

  // MARK: Filtering

  extension EventStream {
    @available(*, unavailable, renamed: "removeDuplicates()")
    public func skipRepeats() -> Self { fatalError() }

    @available(*, unavailable, renamed: "removeDuplicates(by:)")
    public func skipRepeats(_ isEquivalent: (Value, Value) -> Bool) -> Self { fatalError() }

    @available(*, unavailable, renamed: "removeDuplicates()")
    public func distinctUntilChanged() -> Self { fatalError() }

    @available(*, unavailable, renamed: "removeDuplicates(by:)")
    public func distinctUntilChanged(_ isEquivalent: (Value, Value) -> Bool) -> Self { fatalError() }

    @available(*, unavailable, renamed: "unique()")
    public func uniqueValues() -> Self { fatalError() }

    @available(*, unavailable, renamed: "unique(by:)")
    public func uniqueValues<Key>(_ key: (Value) -> Key) -> Self { fatalError() }

    @available(*, unavailable, renamed: "unique()")
    public func distinct() -> Self { fatalError() }

    @available(*, unavailable, renamed: "compactMap(_:)")
    public func filterMap<NewValue>(_ transform: (Value) -> NewValue?) -> EventStream<D, NewValue, Failure> {
      fatalError()
    }

    @available(*, unavailable, renamed: "compacted()")
    public func skipNil<Wrapped>() -> EventStream<D, Wrapped, Failure> where Value == Wrapped? {
      fatalError()
    }

    @available(*, unavailable, renamed: "ignoreValues()")
    public func ignoreElements() -> EventStream<D, Never, Failure> { fatalError() }

    @available(*, unavailable, renamed: "ignoreValues()")
    public func ignoreOutput() -> EventStream<D, Never, Failure> { fatalError() }

    @available(*, unavailable, renamed: "element(at:)")
    public func elementAt(_ index: Int) -> Self { fatalError() }

    @available(*, unavailable, renamed: "element(at:)")
    public func output(at index: Int) -> Self { fatalError() }
  }

  // MARK: Taking and skipping

  extension EventStream {
    @available(*, unavailable, renamed: "prefix(_:)")
    public func take(_ count: Int) -> Self { fatalError() }

    @available(*, unavailable, renamed: "prefix(_:)")
    public func take(first count: Int) -> Self { fatalError() }

    @available(*, unavailable, renamed: "suffix(_:)")
    public func take(last count: Int) -> Self { fatalError() }

    @available(*, unavailable, renamed: "suffix(_:)")
    public func takeLast(_ count: Int) -> Self { fatalError() }

    @available(*, unavailable, renamed: "prefix(while:)")
    public func take(while condition: (Value) -> Bool) -> Self { fatalError() }

    @available(*, unavailable, renamed: "prefix(while:)")
    public func takeWhile(_ condition: (Value) -> Bool) -> Self { fatalError() }

    @available(*, unavailable, renamed: "prefix(until:)")
    public func take(until trigger: some EventSource) -> Self { fatalError() }

    @available(*, unavailable, renamed: "prefix(until:)")
    public func takeUntil(_ trigger: some EventSource) -> Self { fatalError() }

    @available(*, unavailable, renamed: "prefix(until:)")
    public func prefix(untilOutputFrom trigger: some EventSource) -> Self { fatalError() }

    @available(*, unavailable, renamed: "prefix(during:)")
    public func take(during lifetime: Lifetime) -> Self { fatalError() }

    @available(*, unavailable, renamed: "prefix(untilReplacedBy:)")
    public func take(untilReplacement other: some EventSource) -> Self { fatalError() }

    @available(*, unavailable, renamed: "prefix(for:)")
    public func take(for interval: Duration) -> Self { fatalError() }

    @available(*, unavailable, renamed: "prefix(for:on:)")
    public func take(for interval: Duration, scheduler: some Scheduler) -> Self { fatalError() }

    @available(*, unavailable, renamed: "dropFirst(_:)")
    public func skip(_ count: Int) -> Self { fatalError() }

    @available(*, unavailable, renamed: "dropFirst(_:)")
    public func skip(first count: Int) -> Self { fatalError() }

    @available(*, unavailable, renamed: "drop(while:)")
    public func skip(while condition: (Value) -> Bool) -> Self { fatalError() }

    @available(*, unavailable, renamed: "drop(while:)")
    public func skipWhile(_ condition: (Value) -> Bool) -> Self { fatalError() }

    @available(*, unavailable, renamed: "drop(until:)")
    public func skip(until trigger: some EventSource) -> Self { fatalError() }

    @available(*, unavailable, renamed: "drop(until:)")
    public func skipUntil(_ trigger: some EventSource) -> Self { fatalError() }

    @available(*, unavailable, renamed: "drop(until:)")
    public func drop(untilOutputFrom trigger: some EventSource) -> Self { fatalError() }
  }

  // MARK: Transforming

  extension EventStream {
    @available(*, unavailable, message: "use attemptMap(_:), whose closure returns the value")
    public func attempt(_ action: (Value) -> Result<Void, Failure>) -> Self { fatalError() }

    @available(*, unavailable, renamed: "attemptMap(_:)")
    public func tryMap<NewValue>(_ transform: (Value) throws -> NewValue) -> EventStream<D, NewValue, Failure>
    { fatalError() }

    @available(*, unavailable, renamed: "map(to:)")
    public func mapTo<NewValue>(_ value: NewValue) -> EventStream<D, NewValue, Failure> { fatalError() }

    @available(*, unavailable, message: "use map(to: ())")
    public func mapToVoid() -> EventStream<D, Void, Failure> { fatalError() }

    @available(*, unavailable, renamed: "pairwise()")
    public func combinePrevious() -> EventStream<D, (previous: Value, current: Value), Failure> {
      fatalError()
    }

    @available(*, unavailable, renamed: "pairwise(initial:)")
    public func combinePrevious(_ first: Value) -> EventStream<D, (previous: Value, current: Value), Failure>
    { fatalError() }

    @available(
      *, unavailable,
      message:
        "use attemptMap { try decoder.decode(Item.self, from: $0) }; mapError makes the failure types fit"
    )
    public func decode<Item, Decoder>(type: Item.Type, decoder: Decoder) -> EventStream<
      D, Item, any Error
    > { fatalError() }

    @available(
      *, unavailable,
      message: "use attemptMap { try encoder.encode($0) }; mapError makes the failure types fit"
    )
    public func encode<Encoder>(encoder: Encoder) -> EventStream<D, Value, any Error> { fatalError() }

    @available(*, unavailable, renamed: "collect()")
    public func toArray() -> EventStream<D, [Value], Failure> { fatalError() }

    @available(*, unavailable, renamed: "chunks(ofCount:)")
    public func collect(_ count: Int) -> EventStream<D, [Value], Failure> { fatalError() }

    @available(*, unavailable, renamed: "chunks(ofCount:)")
    public func collect(count: Int) -> EventStream<D, [Value], Failure> { fatalError() }

    @available(*, unavailable, renamed: "chunks(every:on:)")
    public func collect(every interval: Duration, on scheduler: some Scheduler) -> EventStream<
      D, [Value], Failure
    > { fatalError() }

    @available(*, unavailable, renamed: "chunks(every:)")
    public func collect(every interval: Duration) -> EventStream<D, [Value], Failure> { fatalError() }

    @available(*, unavailable, message: "use chunks(ofCount:orEvery:on:)")
    public func buffer(timeSpan: Duration, count: Int, scheduler: some Scheduler) -> EventStream<
      D, [Value], Failure
    > { fatalError() }

    @available(*, unavailable, renamed: "windows(every:on:)")
    public func window(timeSpan: Duration, scheduler: some Scheduler) -> EventStream<
      D, SignalProducer<Value, Failure>, Failure
    > { fatalError() }

    @available(*, unavailable, renamed: "grouped(by:)")
    public func groupBy<Key>(_ key: (Value) -> Key) -> EventStream<D, Group<Key, Value, Failure>, Failure> {
      fatalError()
    }
  }

  // MARK: Flattening

  extension EventStream {
    @available(
      *, unavailable,
      message:
        "the closure has to return a stream; with an async closure, name a strategy: flatMap(.concat, _:)"
    )
    public func flatMap<NewValue>(_ transform: @Sendable (Value) async throws -> NewValue) -> EventStream<
      D, NewValue, Failure
    > { fatalError() }

    @available(*, unavailable, message: "use flatMap(.latest, _:)")
    public func flatMapLatest<Inner: EventSource>(_ transform: (Value) -> Inner) -> EventStream<
      D, Inner.Value, Failure
    > { fatalError() }

    @available(*, unavailable, message: "use flatMap(.exhaust, _:)")
    public func flatMapFirst<Inner: EventSource>(_ transform: (Value) -> Inner) -> EventStream<
      D, Inner.Value, Failure
    > { fatalError() }

    @available(*, unavailable, message: "use flatMap(.concat, _:)")
    public func concatMap<Inner: EventSource>(_ transform: (Value) -> Inner) -> EventStream<
      D, Inner.Value, Failure
    > { fatalError() }

    @available(*, unavailable, message: "use flatMap(.latest, _:)")
    public func switchMap<Inner: EventSource>(_ transform: (Value) -> Inner) -> EventStream<
      D, Inner.Value, Failure
    > { fatalError() }

    @available(*, unavailable, message: "use flatten(.latest)")
    public func switchToLatest() -> EventStream<D, Value.Value, Failure> where Value: EventSource {
      fatalError()
    }

    @available(*, unavailable, message: "use flatten(.latest)")
    public func switchLatest() -> EventStream<D, Value.Value, Failure> where Value: EventSource {
      fatalError()
    }

    @available(*, unavailable, message: "use flatten(.merge)")
    public func merge() -> EventStream<D, Value.Value, Failure> where Value: EventSource { fatalError() }

    @available(*, unavailable, message: "use flatten(.concurrent(limit:))")
    public func merge(maxConcurrent limit: Int) -> EventStream<D, Value.Value, Failure>
    where Value: EventSource { fatalError() }

    @available(*, unavailable, message: "use flatten(.concat)")
    public func concat() -> EventStream<D, Value.Value, Failure> where Value: EventSource { fatalError() }
  }

  // MARK: Combining

  extension EventStream {
    @available(*, unavailable, renamed: "withLatest(from:)")
    public func withLatestFrom<Other: EventSource>(_ other: Other) -> EventStream<
      D, (Value, Other.Value), Failure
    > { fatalError() }

    @available(*, unavailable, message: "use withLatest(from:), then map(_:)")
    public func withLatestFrom<Other: EventSource, NewValue>(
      _ other: Other, resultSelector transform: (Value, Other.Value) -> NewValue
    ) -> EventStream<D, NewValue, Failure> { fatalError() }

    @available(*, unavailable, message: "use combineLatest(with:), then map(_:)")
    public func combineLatest<Other: EventSource, NewValue>(
      _ other: Other, _ transform: (Value, Other.Value) -> NewValue
    ) -> EventStream<D, NewValue, Failure> { fatalError() }

    @available(*, unavailable, message: "use zip(with:), then map(_:)")
    public func zip<Other: EventSource, NewValue>(
      _ other: Other, _ transform: (Value, Other.Value) -> NewValue
    ) -> EventStream<D, NewValue, Failure> { fatalError() }

    @available(*, unavailable, renamed: "combineLatest(with:)")
    public func combineLatest<Other: EventSource>(_ other: Other) -> EventStream<
      D, (Value, Other.Value), Failure
    > { fatalError() }

    @available(*, unavailable, renamed: "zip(with:)")
    public func zip<Other: EventSource>(_ other: Other) -> EventStream<D, (Value, Other.Value), Failure> {
      fatalError()
    }

    @available(*, unavailable, renamed: "zip(_:_:_:)")
    public static func zip3<A: EventSource, B: EventSource, C: EventSource>(_ a: A, _ b: B, _ c: C) -> Self {
      fatalError()
    }

    @available(*, unavailable, renamed: "merge(with:)")
    public func merge(_ other: some EventSource) -> Self { fatalError() }

    @available(*, unavailable, renamed: "race(with:)")
    public func amb(_ other: some EventSource) -> Self { fatalError() }

    @available(*, unavailable, renamed: "append(_:)")
    public func concat(_ other: some EventSource) -> Self { fatalError() }

    @available(*, unavailable, renamed: "append(_:)")
    public func concat(value: Value) -> Self { fatalError() }

    @available(*, unavailable, message: "use append(SignalProducer(error:))")
    public func concat(error: Failure) -> Self { fatalError() }

    @available(*, unavailable, renamed: "prepend(_:)", message: "use prepend(_:) on a producer")
    public func prefix(value: Value) -> Self { fatalError() }

    @available(*, unavailable, renamed: "andThen(_:)")
    public func then<Other: EventSource>(_ other: Other) -> EventStream<D, Other.Value, Failure> {
      fatalError()
    }

    @available(*, unavailable, message: "use prepend(_:) on a producer")
    public func startWith(_ values: Value...) -> Self { fatalError() }

    @available(*, unavailable, renamed: "sample(on:)")
    public func sample(_ sampler: some EventSource) -> Self { fatalError() }

    @available(*, unavailable, message: "use sampler.withLatest(from: stream), or sample(on:)")
    public func sample<Other: EventSource>(with other: Other) -> EventStream<D, (Value, Other.Value), Failure>
    { fatalError() }

    @available(*, unavailable, message: "use sampler.withLatest(from: stream), or sample(on:)")
    public func sampleWith<Other: EventSource>(_ other: Other) -> EventStream<
      D, (Value, Other.Value), Failure
    > { fatalError() }

    @available(*, unavailable, renamed: "sample(on:)")
    public func sampleOn(_ sampler: some EventSource) -> Self { fatalError() }
  }

  // MARK: Properties

  extension PropertyProtocol {
    @available(*, unavailable, renamed: "removeDuplicates()")
    public func skipRepeats() -> Property<Value> { fatalError() }

    @available(*, unavailable, renamed: "removeDuplicates(by:)")
    public func skipRepeats(_ isEquivalent: (Value, Value) -> Bool) -> Property<Value> { fatalError() }

    @available(*, unavailable, renamed: "pairwise(initial:)")
    public func combinePrevious(_ initial: Value) -> Property<(previous: Value, current: Value)> {
      fatalError()
    }

    @available(*, unavailable, message: "use producer.unique().stored(initial:)")
    public func uniqueValues() -> Property<Value> { fatalError() }

    @available(*, unavailable, message: "use producer.unique(by:).stored(initial:)")
    public func uniqueValues<Key>(_ key: (Value) -> Key) -> Property<Value> { fatalError() }

    @available(
      *, unavailable,
      message: "use combineLatest(with:), or producer.zip(with:).stored(initial:) to pair the changes"
    )
    public func zip<Other: PropertyProtocol>(with other: Other) -> Property<(Value, Other.Value)> {
      fatalError()
    }

    @available(
      *, unavailable, message: "use flatMap(_:) for latest, otherwise producer.flatMap(_:_:).stored(initial:)"
    )
    public func flatMap<Inner: EventSource>(
      _ strategy: FlattenStrategy, _ transform: (Value) -> Inner
    ) -> Property<Inner.Value> { fatalError() }

    @available(
      *, unavailable, message: "use flatMap(_:) for latest, otherwise producer.flatten(_:).stored(initial:)"
    )
    public func flatten(_ strategy: FlattenStrategy) -> Property<Value.Value> where Value: EventSource {
      fatalError()
    }
  }

  extension Property {
    @available(
      *, unavailable,
      message: "use combineLatest(_:_:), or SignalProducer.zip(_:_:) and stored(initial:) to pair the changes"
    )
    public static func zip<A: PropertyProtocol, B: PropertyProtocol>(_ a: A, _ b: B) -> Self
    where Value == (A.Value, B.Value) { fatalError() }

    @available(*, unavailable, message: "use readOnly")
    public init<Source: PropertyProtocol>(_ property: Source) where Source.Value == Value { fatalError() }

    @available(*, unavailable, message: "use readOnly")
    public init<Source: PropertyProtocol>(capturing property: Source) where Source.Value == Value {
      fatalError()
    }
  }

  // MARK: Failures

  extension EventStream {
    @available(*, unavailable, renamed: "setFailureType(to:)")
    public func promoteError<NewFailure: Error>(_ type: NewFailure.Type) -> EventStream<D, Value, NewFailure>
    { fatalError() }

    @available(*, unavailable, renamed: "setValueType(to:)")
    public func promoteValue<NewValue>(_ type: NewValue.Type) -> EventStream<D, NewValue, Failure>
    where Value == Never { fatalError() }

    @available(*, unavailable, renamed: "catch(_:)")
    public func flatMapError<Other: EventSource>(_ handler: (Failure) -> Other) -> EventStream<
      D, Value, Other.Failure
    > { fatalError() }

    @available(*, unavailable, renamed: "catch(_:)")
    public func catchError<Other: EventSource>(_ handler: (Failure) -> Other) -> EventStream<
      D, Value, Other.Failure
    > { fatalError() }

    @available(*, unavailable, renamed: "replaceError(with:)")
    public func catchErrorJustReturn(_ value: Value) -> EventStream<D, Value, Never> { fatalError() }

    @available(*, unavailable, renamed: "replaceError(with:)")
    public func catchAndReturn(_ value: Value) -> EventStream<D, Value, Never> { fatalError() }

    @available(*, unavailable, message: "use retry(_:) on a producer")
    public func retry(upTo count: Int) -> Self { fatalError() }

    @available(*, unavailable, message: "use retry(_:on:) with a RetryPolicy, on a producer")
    public func retry(upTo count: Int, interval: Duration, on scheduler: some Scheduler) -> Self {
      fatalError()
    }

    @available(*, unavailable, message: "use retry(when:) on a producer: its closure gets each failure")
    public func retryWhen<Trigger: EventSource>(_ handler: (Failure) -> Trigger) -> Self { fatalError() }

    @available(*, unavailable, renamed: "replaceEmpty(with:)")
    public func ifEmpty(default value: Value) -> Self { fatalError() }
  }

  // MARK: Time

  extension EventStream {
    @available(*, unavailable, renamed: "receive(on:)")
    public func observe(on scheduler: some Scheduler) -> Self { fatalError() }

    @available(*, unavailable, renamed: "receive(on:)")
    public func observeOn(_ scheduler: some Scheduler) -> Self { fatalError() }

    @available(*, unavailable, message: "use start(on:) on a producer")
    public func subscribe(on scheduler: some Scheduler) -> Self { fatalError() }

    @available(*, unavailable, message: "use start(on:) on a producer")
    public func subscribeOn(_ scheduler: some Scheduler) -> Self { fatalError() }

    @available(*, unavailable, renamed: "delay(_:)")
    public func delay(for interval: Duration) -> Self { fatalError() }

    @available(*, unavailable, renamed: "delay(_:on:)")
    public func delay(for interval: Duration, on scheduler: some Scheduler) -> Self { fatalError() }

    @available(*, unavailable, renamed: "delay(_:on:)")
    public func delay(for interval: Duration, scheduler: some Scheduler) -> Self { fatalError() }

    @available(*, unavailable, renamed: "delay(_:on:)")
    public func delay(_ interval: Duration, scheduler: some Scheduler) -> Self { fatalError() }

    @available(*, unavailable, message: "use delayStart(_:on:) on a producer")
    public func delaySubscription(_ interval: Duration, scheduler: some Scheduler) -> Self { fatalError() }

    @available(*, unavailable, renamed: "debounce(for:)")
    public func debounce(_ interval: Duration) -> Self { fatalError() }

    @available(*, unavailable, renamed: "debounce(for:on:)")
    public func debounce(_ interval: Duration, on scheduler: some Scheduler) -> Self { fatalError() }

    @available(*, unavailable, message: "use debounce(for:on:onCompletion:)")
    public func debounce(_ interval: Duration, on scheduler: some Scheduler, discardWhenCompleted: Bool)
      -> Self
    { fatalError() }

    @available(*, unavailable, renamed: "debounce(for:on:)")
    public func debounce(_ interval: Duration, scheduler: some Scheduler) -> Self { fatalError() }

    @available(*, unavailable, renamed: "debounce(for:on:)")
    public func debounce(for interval: Duration, scheduler: some Scheduler) -> Self { fatalError() }

    @available(*, unavailable, renamed: "throttle(for:)")
    public func throttle(_ interval: Duration) -> Self { fatalError() }

    @available(*, unavailable, renamed: "throttle(for:on:)")
    public func throttle(_ interval: Duration, on scheduler: some Scheduler) -> Self { fatalError() }

    @available(*, unavailable, renamed: "throttle(for:on:)")
    public func throttle(for interval: Duration, scheduler: some Scheduler, latest: Bool) -> Self {
      fatalError()
    }

    @available(*, unavailable, message: "use throttle(for:leading:trailing:on:)")
    public func throttle(_ interval: Duration, latest: Bool = true, scheduler: some Scheduler) -> Self {
      fatalError()
    }

    @available(
      *, unavailable, message: "use timeout(_:_:failingWith:), which first takes what has to happen in time"
    )
    public func timeout(_ interval: Duration) -> Self { fatalError() }

    @available(
      *, unavailable,
      message: "use timeout(_:_:failingWith:on:), which first takes what has to happen in time"
    )
    public func timeout(_ interval: Duration, on scheduler: some Scheduler) -> Self { fatalError() }

    @available(
      *, unavailable, message: "use timeout(_:_:failingWith:), which first takes what has to happen in time"
    )
    public func timeout<NewFailure: Error>(
      _ interval: Duration, failingWith failure: NewFailure
    ) -> EventStream<D, Value, NewFailure> { fatalError() }

    @available(
      *, unavailable,
      message: "use timeout(_:_:failingWith:on:), which first takes what has to happen in time"
    )
    public func timeout<NewFailure: Error>(
      _ interval: Duration, failingWith failure: NewFailure, on scheduler: some Scheduler
    ) -> EventStream<D, Value, NewFailure> { fatalError() }

    @available(*, unavailable, message: "use timeout(_:_:failingWith:on:)")
    public func timeout(after interval: Duration, raising failure: Failure, on scheduler: some Scheduler)
      -> Self
    { fatalError() }

    @available(
      *, unavailable,
      message: "use timeout(_:_:failingWith:on:), which first takes what has to happen in time"
    )
    public func timeout(
      _ interval: Duration, scheduler: some Scheduler, customError: (() -> Failure)? = nil
    ) -> Self { fatalError() }

    @available(
      *, unavailable,
      message: "use timeout(_:_:switchingTo:on:), which first takes what has to happen in time"
    )
    public func timeout(_ interval: Duration, other: some EventSource, scheduler: some Scheduler) -> Self {
      fatalError()
    }

    @available(*, unavailable, renamed: "measureInterval(on:)")
    public func measureInterval(using scheduler: some Scheduler) -> EventStream<
      D, (interval: Duration, value: Value), Failure
    > { fatalError() }
  }

  // MARK: Side effects

  extension EventStream {
    @available(*, unavailable, message: "value is next here: use on(next:) and its other parameters")
    public func on(
      starting: (() -> Void)? = nil, started: (() -> Void)? = nil,
      event: ((Event<Value, Failure>) -> Void)? = nil, value: (Value) -> Void,
      failed: ((Failure) -> Void)? = nil, completed: (() -> Void)? = nil, interrupted: (() -> Void)? = nil,
      terminated: (() -> Void)? = nil, disposed: (() -> Void)? = nil
    ) -> Self { fatalError() }

    @available(*, unavailable, renamed: "on(event:)")
    public func doOn(_ action: (Event<Value, Failure>) -> Void) -> Self { fatalError() }

    @available(*, unavailable, renamed: "on(next:)")
    public func doOnNext(_ action: (Value) -> Void) -> Self { fatalError() }

    @available(*, unavailable, renamed: "on(next:)")
    public func `do`(onNext: (Value) -> Void) -> Self { fatalError() }

    @available(*, unavailable, message: "use on(starting:started:next:failed:completed:disposed:)")
    public func `do`(
      onNext: ((Value) -> Void)? = nil, onError: ((Failure) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
      onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
    ) -> Self { fatalError() }

    @available(*, unavailable, renamed: "after(next:)")
    public func `do`(afterNext: (Value) -> Void) -> Self { fatalError() }

    @available(*, unavailable, renamed: "on(next:)")
    public func tap(_ action: (Value) -> Void) -> Self { fatalError() }

    @available(*, unavailable, renamed: "on(next:)")
    public func handleEvents(receiveOutput: (Value) -> Void) -> Self { fatalError() }

    @available(*, unavailable, message: "use on(starting:next:failed:completed:interrupted:)")
    public func handleEvents(
      receiveSubscription: ((any Disposable) -> Void)? = nil, receiveOutput: ((Value) -> Void)? = nil,
      receiveCompletion: ((Termination<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil
    ) -> Self { fatalError() }

    @available(*, unavailable, renamed: "log(_:)")
    public func logEvents(identifier: String = "") -> Self { fatalError() }

    @available(*, unavailable, renamed: "log(_:)")
    public func debug(_ name: String = "") -> Self { fatalError() }
  }

  // MARK: Ends of a pipeline

  extension EventStream {
    @discardableResult
    @available(
      *, unavailable, message: "use startWithValues(_:) on a producer, observeValues(_:) on a signal"
    )
    public func sink(receiveValue action: (Value) -> Void) -> any Disposable { fatalError() }

    @discardableResult
    @available(*, unavailable, message: "use start(_:) on a producer, observe(_:) on a signal")
    public func sink(
      receiveCompletion end: (Termination<Failure>) -> Void, receiveValue action: (Value) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, message: "use startWithValues(_:) on a producer, observeValues(_:) on a signal"
    )
    public func subscribe(onNext action: (Value) -> Void) -> any Disposable { fatalError() }

    @discardableResult
    @available(*, unavailable, message: "use start(_:) on a producer, observe(_:) on a signal")
    public func subscribe(
      onNext: ((Value) -> Void)? = nil, onError: ((Failure) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
      onDisposed: (() -> Void)? = nil
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(*, unavailable, message: "use start(_:) on a producer, observe(_:) on a signal")
    public func subscribe(_ observer: Observer<Value, Failure>) -> any Disposable { fatalError() }

    @available(*, unavailable, message: "use start(_:) on a producer, observe(_:) on a signal")
    public func receive(subscriber: Observer<Value, Failure>) { fatalError() }

    @discardableResult
    @available(
      *, unavailable, message: "use startWithValues(_:) on a producer, observeValues(_:) on a signal"
    )
    public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Value>, on object: Root)
      -> any Disposable
    { fatalError() }

    @available(*, unavailable, message: "leave it out: every stream is an EventStream")
    public func eraseToAnyPublisher() -> Self { fatalError() }

    @available(*, unavailable, message: "leave it out: every stream is an EventStream")
    public func asObservable() -> Self { fatalError() }

  }

  // MARK: Waiting

  extension EventStream {
    @available(
      *, unavailable,
      message: "import SignalsFoundation and use waitForEnd(); in a task use await lastValue()"
    )
    public func wait() -> Result<Void, Failure> { fatalError() }

    @available(
      *, unavailable,
      message:
        "import SignalsFoundation and use waitForFirst() and its relatives; in a task use await firstValue()"
    )
    public func toBlocking() -> Self { fatalError() }

    @available(
      *, unavailable,
      message:
        "import SignalsFoundation and use waitForFirst() and its relatives; in a task use await firstValue()"
    )
    public func toBlocking(timeout: Duration) -> Self { fatalError() }
  }

  // MARK: Sharing

  extension EventStream {
    @available(*, unavailable, message: "use multicast() on a producer")
    public func publish() -> Self { fatalError() }

    @available(*, unavailable, message: "use multicast() on a producer")
    public func makeConnectable() -> Self { fatalError() }

    @available(*, unavailable, message: "use share()")
    public func refCount() -> Self { fatalError() }

    @available(*, unavailable, message: "use share(replay:), or replayLazily(_:), on a producer")
    public func replay(_ count: Int) -> Self { fatalError() }

    @available(*, unavailable, message: "use share(replay:) on a producer")
    public func shareReplay(_ count: Int) -> Self { fatalError() }
  }

  extension Connectable {
    @available(*, unavailable, message: "use share() instead of multicast()")
    public func autoconnect() -> SignalProducer<Value, Failure> { fatalError() }

    @available(*, unavailable, message: "use share() instead of multicast()")
    public func refCount() -> SignalProducer<Value, Failure> { fatalError() }
  }

  // MARK: Creation

  extension EventStream {
    @available(*, unavailable, message: "use SignalProducer(value:)")
    public static func just(_ value: Value) -> Self { fatalError() }

    @available(*, unavailable, message: "use SignalProducer(_:) with a sequence")
    public static func of(_ values: Value...) -> Self { fatalError() }

    @available(*, unavailable, message: "use SignalProducer(_:) with a sequence")
    public static func from(_ values: [Value]) -> Self { fatalError() }

    @available(*, unavailable, message: "use SignalProducer(error:)")
    public static func error(_ failure: Failure) -> Self { fatalError() }

    @available(*, unavailable, renamed: "interval(every:of:on:)")
    public static func interval<Elements: Sequence>(
      _ values: Elements, interval: Duration, on scheduler: some Scheduler
    ) -> Self where Elements.Element == Value { fatalError() }

    @discardableResult
    @available(*, unavailable, message: "use SignalProducer { observer, lifetime in }")
    public static func create(_ generator: (Observer<Value, Failure>) -> any Disposable) -> Self {
      fatalError()
    }

    @available(*, unavailable, message: "use SignalProducer(_:) with a sequence")
    public init(values: Value...) { fatalError() }

    @available(*, unavailable, renamed: "interval(every:)")
    public static func interval(_ period: Duration) -> Self { fatalError() }

    @available(*, unavailable, renamed: "interval(every:on:)")
    public static func interval(_ period: Duration, on scheduler: some Scheduler) -> Self { fatalError() }

    @available(*, unavailable, renamed: "interval(every:on:)")
    public static func interval(_ period: Duration, scheduler: some Scheduler) -> Self { fatalError() }

    @available(*, unavailable, renamed: "timer(after:)")
    public static func timer(_ delay: Duration) -> Self { fatalError() }

    @available(*, unavailable, renamed: "timer(after:on:)")
    public static func timer(_ delay: Duration, scheduler: some Scheduler) -> Self { fatalError() }

    @available(*, unavailable, message: "use interval(every:on:): a timer sends once here")
    public static func timer(interval: Duration, on scheduler: some Scheduler) -> Self { fatalError() }
  }

  extension EventStream where D == Pull {
    @available(*, unavailable, message: "use signal.producer")
    public init(_ signal: Signal<Value, Failure>) { fatalError() }
  }

  extension EventStream where D == Pull, Value == Int, Failure == Never {
    @available(*, unavailable, message: "use interval(every:on:): a timer sends once here")
    public static func timer(interval: Duration, on scheduler: some Scheduler) -> Self { fatalError() }
  }

#endif
