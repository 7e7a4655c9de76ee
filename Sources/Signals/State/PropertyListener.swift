/// An observer of a property for a start: one object, which is in the list of the node, and a member of the start.
@usableFromInline typealias PropertyObserver<Value: Sendable> = ValueObserver<PropertyListener<Value>>

/// One start of a property's producer, or a signal of a property: the value of now, then each newer one, or only these.
///
/// The gate of the start puts the changes into one order: two threads may store in one order and arrive in the other.
/// What changes is touched only inside that gate.
@frozen @usableFromInline struct PropertyListener<Value: Sendable>: ~Copyable {
  @usableFromInline var sink: Sink<Value, Never>
  /// What feeds the property: it is kept as long as the property is observed.
  @usableFromInline let feed: (any Sendable & AnyObject)?
  @usableFromInline var exception = Exception.none
  /// Whether the end has come before the last value. There is an `exception` then.
  @usableFromInline var isEnding = false

  /// What happens seldom.
  @usableFromInline enum Exception {
    case none
    /// Changes of a node that is set, which came before their predecessors, by version. Each has a purpose of its own.
    /// Also if only the end has come.
    case early(GateBox<[UInt64: (value: Value, purpose: Purpose?)]>)
    /// Looks for a newer value, after one that has no version; see ``ValueObserver/deliver(_:thenLook:)``.
    case look(GateBox<@Sendable (PropertyObserver<Value>) -> Void>)
  }

  // Not inlined: the optimiser of Swift 6.3 fails where it takes apart what cannot be copied.
  @usableFromInline init(
    _ observer: consuming Observer<Value, Never>, keeping feed: (any Sendable & AnyObject)?
  ) {
    sink = .live(consume observer)
    self.feed = feed
  }
}

// MARK: From anywhere

extension PropertyListener: ValueReceiver {
  @usableFromInline typealias Start = Subscription

  @usableFromInline static func comesFirst(_ start: Subscription) -> Bool {
    start.comesFirst
  }

  @inlinable @inline(__always)
  static func receive(_ value: Value, _ version: UInt64, by observer: PropertyObserver<Value>) {
    if observer.start.enter() {
      if !observer.start.isStopped { deliver(value, version, to: observer) }
      observer.start.leave()
    } else {
      receiveLater(value, version, by: observer)
    }
  }

  @inlinable @inline(never)
  static func receiveLater(_ value: Value, _ version: UInt64, by observer: PropertyObserver<Value>) {
    observer.start.post { if !observer.start.isStopped { deliver(value, version, to: observer) } }
  }

  /// What was set before the end comes before it, also if another thread is still about to send that.
  @usableFromInline static func complete(_ observer: PropertyObserver<Value>) {
    observer.start.pass(()) {
      if isBehind(observer) { observer.receiver.awaitLast() } else { finish(observer) }
    }
  }
}

// MARK: Inside the gate of the start

extension PropertyListener {
  @inlinable @inline(__always)
  static func deliver(_ value: Value, _ version: UInt64, to observer: PropertyObserver<Value>) {
    if version == observer.received &+ 1 {
      send(value, version, to: observer)
      switch observer.receiver.exception {
      case .none: break
      case .early, .look: deliverEarly(to: observer)
      }
    } else {
      deliverOutOfOrder(value, version, to: observer)
    }
  }

  @inlinable @inline(__always)
  static func send(_ value: Value, _ version: UInt64, to observer: PropertyObserver<Value>) {
    observer.received = version
    switch observer.receiver.sink {
    case .live(let receiver): receiver.next(value)
    case .gone: break
    }
  }

  /// Of a value that is set, observers receive each. Of one that is computed, which may be newer than the next change,
  /// the changes in between are left out.
  @usableFromInline @inline(never)
  static func deliverOutOfOrder(_ value: Value, _ version: UInt64, to observer: PropertyObserver<Value>) {
    if observer.received == PropertyObserver<Value>.unknownVersion {
      if case .look(let look) = observer.receiver.exception { look.value(observer) }
    } else if version > observer.received {
      if observer.node.record.pointee.isComputed {
        send(value, version, to: observer)
      } else {
        observer.receiver.keep(value, version)
      }
    } else {
      // It was delivered already, or came before the observer.
      observer.stopIfBegunAgain(version)
    }
  }

  private mutating func keep(_ value: Value, _ version: UInt64) {
    if case .early(let changes) = exception {
      changes.value[version] = (value, Purpose.current)
    } else {
      exception = .early(GateBox([version: (value, Purpose.current)]))
    }
  }

  @usableFromInline @inline(never) static func deliverEarly(to observer: PropertyObserver<Value>) {
    guard case .early(let changes) = observer.receiver.exception else { return }
    while !observer.start.isStopped {
      let version = observer.received &+ 1
      guard let (value, purpose) = changes.value.removeValue(forKey: version) else { break }
      Purpose.deliver(for: purpose) { send(value, version, to: observer) }
    }
    if !changes.value.isEmpty || observer.start.isStopped { return }
    if observer.receiver.isEnding {
      if !isBehind(observer) { finish(observer) }
    } else {
      observer.receiver.exception = .none
    }
  }

  /// The observer ends once it has received the last value.
  private mutating func awaitLast() {
    isEnding = true
    if case .none = exception { exception = .early(GateBox([:])) }
  }

  /// Whether values have been set that it has not received: of a node that is computed, the thread that ends it sends the
  /// last one.
  private static func isBehind(_ observer: PropertyObserver<Value>) -> Bool {
    let node = observer.node.record
    return !node.pointee.isComputed && observer.received < node.version
  }

  private static func finish(_ observer: PropertyObserver<Value>) {
    observer.start.finish { observer.receiver.end(.completed) }
  }

  /// Delivers a value that has no version, because it was computed for this observer alone.
  ///
  /// A change that arrives cannot be compared with that. It means only that there may be a newer value, and `look` is
  /// called instead.
  @usableFromInline static func deliver(
    _ value: Value?, to observer: PropertyObserver<Value>,
    thenLook look: @escaping @Sendable (PropertyObserver<Value>) -> Void
  ) {
    let unknown = PropertyObserver<Value>.unknownVersion
    observer.receiver.exception = .look(GateBox(look))
    if let value { send(value, unknown, to: observer) } else { observer.received = unknown }
  }

  /// Delivers a value, unless it `isKnown`. From now on versions decide again.
  @usableFromInline static func deliverStored(
    _ value: Value, _ version: UInt64, to observer: PropertyObserver<Value>, isKnown: Bool
  ) {
    observer.receiver.exception = .none
    if isKnown { observer.received = version } else { send(value, version, to: observer) }
  }

  /// Sends the end, and releases what receives, however long the observer is kept.
  @usableFromInline mutating func end(_ termination: Termination<Never>) {
    switch sink {
    case .live(let observer): observer.end(termination)
    case .gone: break
    }
    sink = .gone
    exception = .none
  }
}
