/// What ``Property`` and ``MutableProperty`` have in common.
///
/// A property is a source of events too: attached to, it sends its value and then the changes.
public protocol PropertyProtocol<Value>: EventSource where Failure == Never {
  /// The value as of now. From any thread, also from inside an observer of the property (contract R1).
  var value: Value { get }

  /// The property as a value that can only be read and observed.
  ///
  /// It keeps the property, so that what is bound to that goes on. Its streams and what is computed from it do not, no more
  /// than those of the property itself.
  var readOnly: Property<Value> { get }
}

extension PropertyProtocol {
  /// The current value, at once and on the thread that starts it, and then every change (contract R2).
  ///
  ///     value     1-----2--3------
  ///     producer  --(1)-2--3------
  ///
  /// Of a computed property one value is sent for each transaction at most (contract R3), and
  /// only if it differs where values can be compared. It completes when the value cannot change any more: when each
  /// ``MutableProperty`` that it comes from is gone, and each stream that it follows has ended.
  @inlinable public var producer: SignalProducer<Value, Never> {
    let property = readOnly
    return SignalProducer(
      .pull { [node = property.node, feed = property.feed] observer, start in
        node.attach(consume observer, start, keeping: feed)
      })
  }

  /// The changes, from now on. It completes with the property.
  ///
  /// A computed property counts as observed as long as there is a reference to such a signal.
  @inlinable public var signal: Signal<Value, Never> { readOnly.node.signal(keeping: readOnly.feed) }
}

extension Property: PropertyProtocol {
  @inlinable public var readOnly: Property<Value> { self }

  @inlinable public func attach(_ observer: Observer<Value, Never>, _ subscription: Subscription) {
    node.attach(observer, subscription, keeping: feed)
  }
}
