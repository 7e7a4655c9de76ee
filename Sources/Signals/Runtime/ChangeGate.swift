import Synchronization

/// A value of a property, with its version.
@frozen @usableFromInline struct Change<Value: Sendable>: Sendable {
  @usableFromInline let value: Value
  @usableFromInline let version: UInt64

  @inlinable init(_ value: Value, _ version: UInt64) {
    self.value = value
    self.version = version
  }
}

/// The gate of the observers of a property, and the versions that were delivered to them.
///
/// It puts the changes into one order. The list of the observers is its owner's: it keeps its gate, and must not be kept
/// by it.
///
/// Sendable because everything mutable is touched only inside the gate.
@usableFromInline final class ChangeGate<Value: Sendable>: Gate, @unchecked Sendable {
  @usableFromInline typealias Observers = ObserverList<Change<Value>, Never>

  /// Whether observers receive every value, as those of a value that is set do. Of a computed value, which may be newer
  /// than the next change, the changes in between are left out.
  @usableFromInline let deliversEach: Bool
  /// The version that was delivered last. Written inside the gate.
  @usableFromInline let delivered = Atomic<UInt64>(0)
  /// Changes that came before their predecessors: two threads may store in one order and arrive in the other. Each
  /// has a purpose of its own.
  @exclusivity(unchecked) @usableFromInline var early: [UInt64: (value: Value, purpose: Purpose?)]?

  @inlinable init(deliversEach: Bool) {
    self.deliversEach = deliversEach
    super.init()
  }

  /// Whether a version was delivered, or is being delivered, or is too old to be.
  @inlinable @inline(__always) func hasDelivered(_ version: UInt64) -> Bool {
    version <= delivered.load(ordering: .relaxed)
  }

  /// Inside the gate: delivers changes in the order of their versions.
  @inlinable @inline(__always) func deliver(_ change: Change<Value>, to observers: Observers) {
    let before = delivered.load(ordering: .relaxed)
    if change.version == before &+ 1 {
      delivered.store(change.version, ordering: .relaxed)
      observers.deliver(change)
      if early != nil { deliverEarly(to: observers) }
    } else if change.version > before {
      deliverOutOfOrder(change, to: observers)
    }
    // Else it was delivered already, or came before there was an observer.
  }

  @usableFromInline @inline(never) func deliverOutOfOrder(_ change: Change<Value>, to observers: Observers) {
    if deliversEach {
      early = early ?? [:]
      early![change.version] = (change.value, Purpose.current)
    } else {
      delivered.store(change.version, ordering: .relaxed)
      observers.deliver(change)
    }
  }

  @usableFromInline @inline(never) func deliverEarly(to observers: Observers) {
    while true {
      let version = delivered.load(ordering: .relaxed) &+ 1
      guard let (value, purpose) = early?.removeValue(forKey: version) else { break }
      delivered.store(version, ordering: .relaxed)
      let change = Change(value, version)
      Purpose.deliver(for: purpose) { observers.deliver(change) }
    }
    if early?.isEmpty == true { early = nil }
  }

  /// Inside the gate: an observer is about to be added that receives what comes after `version`.
  ///
  /// - Parameter isFirst: Whether no observer received changes before: those until `version` will not come.
  @usableFromInline func begin(after version: UInt64, isFirst: Bool, _ observers: Observers) {
    guard !hasDelivered(version), isFirst || observers.first == nil && !deliversEach else { return }
    delivered.store(version, ordering: .relaxed)
    guard early != nil else { return }
    early = early?.filter { $0.key > version }
    deliverEarly(to: observers)
  }
}

/// One start of a property's producer: the value of now, then each newer one.
///
/// An object of its own: what calls it needs no memory for itself, and a change finds all that it needs in one place.
///
/// Sendable because the version is touched only inside the gate of the start.
@usableFromInline final class PropertyListener<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let subscription: Subscription
  @usableFromInline let observer: Observer<Value, Never>
  /// What feeds the property: it is kept as long as the property is observed.
  private let feed: (any Sendable & AnyObject)?
  /// Of the value that was delivered last, or of later ones that must not be delivered.
  @exclusivity(unchecked) @usableFromInline var version: UInt64 = 0
  /// Looks for a newer value, after one that has no version; see ``deliver(_:thenLook:)``.
  @exclusivity(unchecked) private var look: Box<@Sendable (PropertyListener<Value>) -> Void>?

  @usableFromInline init(
    _ observer: Observer<Value, Never>, _ subscription: Subscription,
    keeping feed: (any Sendable & AnyObject)?
  ) {
    self.observer = observer
    self.subscription = subscription
    self.feed = feed
  }

  /// From anywhere.
  @inlinable @inline(__always) func receive(_ change: Change<Value>) {
    subscription.pass(change, to: self) { $0.deliver($1) }
  }

  /// Inside the gate of the start.
  @inlinable @inline(__always) func deliver(_ change: Change<Value>) {
    if change.version > version {
      version = change.version
      observer.next(change.value)
    } else if version == .max {
      lookAgain()
    }
  }

  @usableFromInline @inline(never) func lookAgain() { look?.value(self) }

  /// Inside the gate of the start: delivers a value that has no version, because it was computed for this observer alone.
  ///
  /// A change that arrives cannot be compared with that. It means only that there may be a newer value, and `look` is
  /// called instead.
  @usableFromInline func deliver(
    _ value: Value?, thenLook look: @escaping @Sendable (PropertyListener<Value>) -> Void
  ) {
    version = .max
    self.look = Box(look)
    if let value { observer.next(value) }
  }

  /// Inside the gate of the start: delivers the value of `change`, unless it `isKnown`. From now on versions decide again.
  @usableFromInline func deliverStored(_ change: Change<Value>, isKnown: Bool) {
    version = change.version
    look = nil
    if !isKnown { observer.next(change.value) }
  }

  @usableFromInline func interrupt() { observer.end(.interrupted) }

  @usableFromInline func complete() {
    subscription.pass(()) { [self] in subscription.finish { observer.end(.completed) } }
  }
}
