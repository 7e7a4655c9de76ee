import Foundation
import TestSupport
import Testing

/// The compiler answers a name from another library with the name that it has here.
@Suite struct NamesFromElsewhereTests {
  @Test func theCompilerAnswersWithTheLocalName() throws {
    try expectHints(
      names.map { (mistake: "_ = \($0.mistake)", words: $0.words) },
      in: """
        final class Holder { var number = 0 }
        func use(
          _ stream: SignalProducer<Int, Oops>, _ scheduler: ImmediateScheduler, _ observer: Observer<Int, Oops>,
          _ property: MutableProperty<Int>, _ signal: Signal<Int, Oops>, _ lifetime: Lifetime
        ) async {
        """)
  }

  @Test func everyNameIsTried() throws { try expectEachHint(of: "NamesFromElsewhere", toBeIn: names) }
}

/// A call as it is written with another library, and what the compiler has to name.
private let names: [Hint] = [
  ("property.skipRepeats()", "removeDuplicates()"),
  ("property.skipRepeats { $0 == $1 }", "removeDuplicates(by:)"),
  ("property.combinePrevious(1)", "pairwise(initial:)"),
  ("property.uniqueValues()", "use producer.unique().stored(initial:)"),
  ("property.uniqueValues { $0 }", "use producer.unique(by:).stored(initial:)"),
  ("property.zip(with: property)", "use combineLatest(with:), or producer.zip(with:).stored(initial:)"),
  ("property.flatMap(.merge) { _ in property }", "use flatMap(_:) for latest"),
  ("property.map { _ in property }.flatten(.merge)", "use flatMap(_:) for latest"),
  ("Property<(Int, Int)>.zip(property, property)", "use combineLatest(_:_:)"),
  ("Property<Int>(capturing: property)", "use readOnly"),
  ("Property<Int>(property)", "use readOnly"),
  ("stream.skipRepeats()", "removeDuplicates()"),
  ("stream.skipRepeats { $0 == $1 }", "removeDuplicates(by:)"),
  ("stream.distinctUntilChanged()", "removeDuplicates()"),
  ("stream.distinctUntilChanged { $0 == $1 }", "removeDuplicates(by:)"),
  ("stream.uniqueValues()", "unique()"),
  ("stream.uniqueValues { $0 }", "unique(by:)"),
  ("stream.distinct()", "unique()"),
  ("stream.filterMap { $0 }", "compactMap(_:)"),
  ("stream.map { Optional($0) }.skipNil()", "compacted()"),
  ("stream.ignoreElements()", "ignoreValues()"),
  ("stream.ignoreOutput()", "ignoreValues()"),
  ("stream.elementAt(1)", "element(at:)"),
  ("stream.output(at: 1)", "element(at:)"),
  ("stream.take(1)", "prefix(_:)"),
  ("stream.take(first: 1)", "prefix(_:)"),
  ("stream.take(last: 1)", "suffix(_:)"),
  ("stream.takeLast(1)", "suffix(_:)"),
  ("stream.take(while: { $0 > 1 })", "prefix(while:)"),
  ("stream.takeWhile { $0 > 1 }", "prefix(while:)"),
  ("stream.take(until: stream)", "prefix(until:)"),
  ("stream.takeUntil(stream)", "prefix(until:)"),
  ("stream.prefix(untilOutputFrom: stream)", "prefix(until:)"),
  ("stream.take(untilReplacement: stream)", "prefix(untilReplacedBy:)"),
  ("stream.take(during: lifetime)", "prefix(during:)"),
  ("stream.take(for: .zero)", "prefix(for:)"),
  ("stream.take(for: .zero, scheduler: scheduler)", "prefix(for:on:)"),
  ("stream.skip(1)", "dropFirst(_:)"),
  ("stream.skip(first: 1)", "dropFirst(_:)"),
  ("stream.skip(while: { $0 > 1 })", "drop(while:)"),
  ("stream.skipWhile { $0 > 1 }", "drop(while:)"),
  ("stream.skip(until: stream)", "drop(until:)"),
  ("stream.skipUntil(stream)", "drop(until:)"),
  ("stream.drop(untilOutputFrom: stream)", "drop(until:)"),
  ("stream.tryMap { $0 }", "attemptMap(_:)"),
  ("stream.attempt { _ in .success(()) }", "use attemptMap(_:)"),
  ("stream.mapTo(1)", "map(to:)"),
  ("stream.mapToVoid()", "use map(to: ())"),
  ("stream.combinePrevious()", "pairwise()"),
  ("stream.combinePrevious(1)", "pairwise(initial:)"),
  ("stream.decode(type: Int.self, decoder: 0)", "use attemptMap { try decoder.decode(Item.self, from: $0) }"),
  ("stream.encode(encoder: 0)", "use attemptMap { try encoder.encode($0) }"),
  ("stream.toArray()", "collect()"),
  ("stream.collect(2)", "chunks(ofCount:)"),
  ("stream.collect(count: 2)", "chunks(ofCount:)"),
  ("stream.collect(every: .zero)", "chunks(every:)"),
  ("stream.collect(every: .zero, on: scheduler)", "chunks(every:on:)"),
  ("stream.buffer(timeSpan: .zero, count: 1, scheduler: scheduler)", "use chunks(ofCount:orEvery:on:)"),
  ("stream.window(timeSpan: .zero, scheduler: scheduler)", "windows(every:on:)"),
  ("stream.groupBy { $0 }", "grouped(by:)"),
  ("stream.flatMap { await later($0) }", "name a strategy: flatMap(.concat, _:)"),
  ("stream.flatMapLatest { _ in stream }", "use flatMap(.latest, _:)"),
  ("stream.flatMapFirst { _ in stream }", "use flatMap(.exhaust, _:)"),
  ("stream.concatMap { _ in stream }", "use flatMap(.concat, _:)"),
  ("stream.switchMap { _ in stream }", "use flatMap(.latest, _:)"),
  ("stream.map { _ in stream }.switchToLatest()", "use flatten(.latest)"),
  ("stream.map { _ in stream }.switchLatest()", "use flatten(.latest)"),
  ("stream.map { _ in stream }.merge()", "use flatten(.merge)"),
  ("stream.map { _ in stream }.merge(maxConcurrent: 2)", "use flatten(.concurrent(limit:))"),
  ("stream.map { _ in stream }.concat()", "use flatten(.concat)"),
  ("stream.withLatestFrom(stream)", "withLatest(from:)"),
  ("stream.withLatestFrom(stream) { $0 + $1 }", "use withLatest(from:), then map(_:)"),
  ("stream.combineLatest(stream) { $0 + $1 }", "use combineLatest(with:), then map(_:)"),
  ("stream.zip(stream) { $0 + $1 }", "use zip(with:), then map(_:)"),
  ("stream.combineLatest(stream)", "combineLatest(with:)"),
  ("stream.zip(stream)", "zip(with:)"),
  ("SignalProducer<(Int, Int, Int), Oops>.zip3(stream, stream, stream)", "zip(_:_:_:)"),
  ("stream.merge(stream)", "merge(with:)"),
  ("stream.amb(stream)", "race(with:)"),
  ("stream.concat(stream)", "append(_:)"),
  ("stream.concat(value: 1)", "append(_:)"),
  ("stream.concat(error: Oops())", "use append(SignalProducer(error:))"),
  ("stream.prefix(value: 1)", "use prepend(_:) on a producer"),
  ("stream.then(stream)", "andThen(_:)"),
  ("stream.startWith(1)", "use prepend(_:) on a producer"),
  ("stream.sample(stream)", "sample(on:)"),
  ("stream.sample(with: stream)", "use sampler.withLatest(from: stream), or sample(on:)"),
  ("stream.sampleWith(stream)", "use sampler.withLatest(from: stream), or sample(on:)"),
  ("stream.sampleOn(stream)", "sample(on:)"),
  ("stream.promoteError(Oops.self)", "setFailureType(to:)"),
  ("stream.ignoreValues().promoteValue(Int.self)", "setValueType(to:)"),
  ("stream.flatMapError { _ in stream }", "catch(_:)"),
  ("stream.catchError { _ in stream }", "catch(_:)"),
  ("stream.catchErrorJustReturn(1)", "replaceError(with:)"),
  ("stream.catchAndReturn(1)", "replaceError(with:)"),
  ("stream.retry(upTo: 1)", "use retry(_:) on a producer"),
  (
    "stream.retry(upTo: 1, interval: .zero, on: scheduler)",
    "use retry(_:on:) with a RetryPolicy, on a producer"
  ),
  ("stream.retryWhen { _ in stream }", "use retry(when:) on a producer"),
  ("stream.ifEmpty(default: 1)", "replaceEmpty(with:)"),
  ("stream.observe(on: scheduler)", "receive(on:)"),
  ("stream.observeOn(scheduler)", "receive(on:)"),
  ("stream.subscribe(on: scheduler)", "use start(on:) on a producer"),
  ("stream.subscribeOn(scheduler)", "use start(on:) on a producer"),
  ("stream.delay(for: .zero)", "delay(_:)"),
  ("stream.delay(for: .zero, on: scheduler)", "delay(_:on:)"),
  ("stream.delay(for: .zero, scheduler: scheduler)", "delay(_:on:)"),
  ("stream.delay(.zero, scheduler: scheduler)", "delay(_:on:)"),
  ("stream.delaySubscription(.zero, scheduler: scheduler)", "use delayStart(_:on:) on a producer"),
  ("stream.debounce(.zero)", "debounce(for:)"),
  ("stream.debounce(.zero, on: scheduler)", "debounce(for:on:)"),
  ("stream.debounce(.zero, on: scheduler, discardWhenCompleted: true)", "use debounce(for:on:onCompletion:)"),
  ("stream.debounce(.zero, scheduler: scheduler)", "debounce(for:on:)"),
  ("stream.debounce(for: .zero, scheduler: scheduler)", "debounce(for:on:)"),
  ("stream.throttle(.zero)", "throttle(for:)"),
  ("stream.throttle(.zero, on: scheduler)", "throttle(for:on:)"),
  ("stream.throttle(.zero, scheduler: scheduler)", "use throttle(for:leading:trailing:on:)"),
  ("stream.throttle(for: .zero, scheduler: scheduler, latest: true)", "throttle(for:on:)"),
  ("stream.timeout(.zero)", "use timeout(_:_:failingWith:), which first takes what has to happen in time"),
  ("stream.timeout(.zero, on: scheduler)", "use timeout(_:_:failingWith:on:), which first takes"),
  ("stream.timeout(.zero, failingWith: Oops())", "use timeout(_:_:failingWith:), which first takes"),
  (
    "stream.timeout(.zero, failingWith: Oops(), on: scheduler)",
    "use timeout(_:_:failingWith:on:), which first"
  ),
  ("stream.timeout(after: .zero, raising: Oops(), on: scheduler)", "use timeout(_:_:failingWith:on:)"),
  ("stream.timeout(.zero, scheduler: scheduler)", "use timeout(_:_:failingWith:on:), which first takes"),
  (
    "stream.timeout(.zero, other: stream, scheduler: scheduler)",
    "use timeout(_:_:switchingTo:on:), which first"
  ),
  ("stream.measureInterval(using: scheduler)", "measureInterval(on:)"),
  ("stream.on(starting: {}, value: { _ in }, completed: {})", "value is next here: use on(next:)"),
  ("stream.doOn { _ in }", "on(event:)"),
  ("stream.doOnNext { _ in }", "on(next:)"),
  ("stream.do(onNext: { _ in })", "on(next:)"),
  (
    "stream.do(onNext: { _ in }, onCompleted: {})", "use on(starting:started:next:failed:completed:disposed:)"
  ),
  ("stream.do(afterNext: { _ in })", "after(next:)"),
  ("stream.tap { _ in }", "on(next:)"),
  ("stream.handleEvents(receiveOutput: { _ in })", "on(next:)"),
  (
    "stream.handleEvents(receiveOutput: { _ in }, receiveCompletion: { _ in })",
    "use on(starting:next:failed:completed:interrupted:)"
  ),
  ("stream.logEvents()", "log(_:)"),
  ("stream.debug()", "log(_:)"),
  (
    "stream.sink(receiveValue: { _ in })",
    "use startWithValues(_:) on a producer, observeValues(_:) on a signal"
  ),
  (
    "stream.sink(receiveCompletion: { _ in }, receiveValue: { _ in })",
    "use start(_:) on a producer, observe(_:) on a signal"
  ),
  (
    "stream.subscribe(onNext: { _ in })",
    "use startWithValues(_:) on a producer, observeValues(_:) on a signal"
  ),
  (
    "stream.subscribe(onNext: { _ in }, onError: { _ in }, onCompleted: {})",
    "use start(_:) on a producer, observe(_:) on a signal"
  ),
  ("stream.subscribe(observer)", "use start(_:) on a producer, observe(_:) on a signal"),
  ("stream.receive(subscriber: observer)", "use start(_:) on a producer, observe(_:) on a signal"),
  (
    #"stream.assign(to: \Holder.number, on: Holder())"#,
    "use startWithValues(_:) on a producer, observeValues(_:) on a signal"
  ),
  ("stream.wait()", "import SignalsFoundation and use waitForEnd()"),
  ("stream.toBlocking()", "import SignalsFoundation and use waitForFirst()"),
  ("stream.toBlocking(timeout: .zero)", "import SignalsFoundation and use waitForFirst()"),
  ("stream.eraseToAnyPublisher()", "leave it out: every stream is an EventStream"),
  ("stream.asObservable()", "leave it out: every stream is an EventStream"),
  ("stream.publish()", "use multicast() on a producer"),
  ("stream.makeConnectable()", "use multicast() on a producer"),
  ("stream.refCount()", "use share()"),
  ("stream.replay(1)", "use share(replay:), or replayLazily(_:), on a producer"),
  ("stream.shareReplay(1)", "use share(replay:) on a producer"),
  ("stream.multicast().autoconnect()", "use share() instead of multicast()"),
  ("stream.multicast().refCount()", "use share() instead of multicast()"),
  ("SignalProducer<Int, Oops>.just(1)", "use SignalProducer(value:)"),
  ("SignalProducer<Int, Oops>.of(1, 2)", "use SignalProducer(_:) with a sequence"),
  ("SignalProducer<Int, Oops>.from([1, 2])", "use SignalProducer(_:) with a sequence"),
  ("SignalProducer<Int, Oops>.error(Oops())", "use SignalProducer(error:)"),
  (
    "SignalProducer<Int, Oops>.interval([1], interval: .zero, on: scheduler)", "interval(every:of:on:)"
  ),
  (
    "SignalProducer<Int, Oops>.create { _ in AnyDisposable {} }",
    "use SignalProducer { observer, lifetime in }"
  ),
  ("SignalProducer<Int, Oops>(values: 1, 2)", "use SignalProducer(_:) with a sequence"),
  ("SignalProducer(signal)", "use signal.producer"),
  ("SignalProducer<Int, Oops>.interval(.zero)", "interval(every:)"),
  ("SignalProducer<Int, Oops>.interval(.zero, on: scheduler)", "interval(every:on:)"),
  ("SignalProducer<Int, Oops>.interval(.zero, scheduler: scheduler)", "interval(every:on:)"),
  ("SignalProducer<Int, Oops>.timer(.zero)", "timer(after:)"),
  ("SignalProducer<Int, Oops>.timer(.zero, scheduler: scheduler)", "timer(after:on:)"),
  (
    "SignalProducer.timer(interval: .zero, on: scheduler)", "use interval(every:on:): a timer sends once here"
  ),
  (
    "SignalProducer<Bool, Never>.timer(interval: .zero, on: scheduler)",
    "use interval(every:on:): a timer sends"
  ),
]
