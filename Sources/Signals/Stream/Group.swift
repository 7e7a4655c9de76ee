/// The values of a stream that have one key in common. See ``EventStream/grouped(by:limit:)``.
///
/// It is a source of its values itself: `flatten()` merges groups again, and so does `flatMap { $0 }`.
public struct Group<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: EventSource {
  /// What the values have in common.
  public let key: Key
  /// The first start gets what has been waiting, each one what is sent from then on.
  public let values: SignalProducer<Value, Failure>

  @inlinable init(key: Key, values: SignalProducer<Value, Failure>) {
    self.key = key
    self.values = values
  }

  @inlinable public func attach(_ observer: Observer<Value, Failure>, _ subscription: Subscription) {
    values.attach(observer, subscription)
  }
}
