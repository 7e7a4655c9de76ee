/// A value that comes later and may change: each start of ``producer`` gets the latest value at once, if
/// there is one, and then each that follows.
///
///     let page = LatestValue<Page, Never>()
///     page.producer.startWithValues(show)
///     page.set(download(address), initial: storedPage)
///
/// It gets its values from one source at a time, and from ``set(value:)``. What counts is the latest call:
/// it replaces the source before it, whose values are ignored from then on.
///
/// - The latest value is sent at once, on the thread that starts, before the call returns; also from inside
///   a callback and while another thread delivers. After it comes what is newer: no value is missed, none
///   comes twice, none is older than the one before it.
/// - A thread that starts the producer after it has set a value gets that value or a newer one, even while another thread
///   delivers.
/// - A source that completes or is interrupted leaves its latest value in place.
/// - A source that fails ends it: its observers, now and later, get the latest value, if there is
///   one, and the failure; what is set afterwards has no effect. To go on after a failure, handle it in the
///   source: with `retry`, `catch` or `materialize`.
/// - It lasts as long as there is a reference to it, to its producer or to a stream made of that. When the
///   last one is gone, its source is disposed of, and its observers complete: there will be no newer value.
///   Being observed does not keep it.
public final class LatestValue<Value: Sendable, Failure: Error>: EventSource {
  @usableFromInline let latest = Replay<Value, Failure>(capacity: 1)

  /// Makes one without a value.
  @inlinable public init() {}

  /// Makes one with a value.
  @inlinable public init(_ value: Value) { latest.send(value) }

  deinit { latest.close()?.dispose() }

  /// Sets a value. The source there was is disposed of.
  @inlinable public func set(value: Value) { latest.listen(to: nil, beginningWith: value)?.dispose() }

  /// Takes values from a source, which is started at once. There is no latest value until it has sent one.
  ///
  ///     before  --a-------b--|
  ///     source     ---1---2--|
  ///             set(source) in step 3
  ///     1st     --a---1---2---
  ///     2nd         --1---2---    (started in step 4: what came before does not count any more)
  ///
  /// The source there was is disposed of when the new one has been started, so that work which they share
  /// goes on; nothing of it is listened to meanwhile.
  @inlinable public func set<Source: EventSource>(_ source: Source)
  where Source.Value == Value, Source.Failure == Failure {
    set(source, beginningWith: nil)
  }

  /// Takes values from a source, which is started at once. The latest value is `initial` until the source sends one.
  ///
  ///     before  --a-------b--|
  ///     source     ---1---2--|
  ///             set(source, initial: i) in step 3
  ///     1st     --ai--1---2---
  ///     2nd         i-1---2---    (started in step 4)
  @inlinable public func set<Source: EventSource>(_ source: Source, initial: Value)
  where Source.Value == Value, Source.Failure == Failure {
    set(source, beginningWith: initial)
  }

  @inlinable func set<Source: EventSource>(_ source: Source, beginningWith initial: Value?)
  where Source.Value == Value, Source.Failure == Failure {
    let subscription = Subscription()
    let outgoing = latest.listen(to: subscription, beginningWith: initial)
    if outgoing !== subscription {
      source.attach(
        Observer(
          next: { [latest] in latest.send($0, from: subscription) },
          end: { [latest] in if case .failed = $0 { latest.end($0, from: subscription) } }),
        subscription)
    }
    outgoing?.dispose()
  }

  /// The latest value, if there is one, and then each that follows.
  @inlinable public var producer: SignalProducer<Value, Failure> {
    SignalProducer(.pull { self.attach($0, $1) })
  }

  @inlinable public func attach(_ observer: Observer<Value, Failure>, _ subscription: Subscription) {
    guard subscription.open({ observer.end(.interrupted) }) else { return }
    latest.add(observer, subscription)
  }
}
