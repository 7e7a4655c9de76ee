import Synchronization

/// A value of a property, and the how manieth it is.
@frozen @usableFromInline struct Change<Value: Sendable>: Sendable {
  @usableFromInline let value: Value
  @usableFromInline let version: UInt64

  @inlinable init(_ value: Value, _ version: UInt64) {
    self.value = value
    self.version = version
  }
}

/// The gate of the observers of a property, and what they have heard of.
///
/// It puts the changes into one order. The hub of the observers is its owner's: it keeps its gate, and must not be kept
/// by it.
///
/// Sendable because everything mutable is touched only inside the gate.
@usableFromInline final class Outlet<Value: Sendable>: Gate, @unchecked Sendable {
  @usableFromInline typealias Observers = Hub<Change<Value>, Never>

  /// Whether observers hear of every value: of one that is set they do. One that is computed may be newer than what
  /// they would hear of next, and then that is left out.
  @usableFromInline let deliversEach: Bool
  /// The version that was delivered last.
  @exclusivity(unchecked) @usableFromInline var delivered: UInt64
  /// Changes that came before their predecessors: two threads may store in one order and arrive in the other.
  @exclusivity(unchecked) @usableFromInline var early: [UInt64: Value]?

  @usableFromInline init(deliversEach: Bool) {
    delivered = 0
    self.deliversEach = deliversEach
    super.init()
  }

  /// Inside the gate: delivers changes in the order of their versions.
  @inlinable @inline(__always) func deliver(_ change: Change<Value>, to observers: Observers) {
    if change.version == delivered &+ 1 {
      delivered = change.version
      observers.deliver(change)
      if early != nil { deliverEarly(to: observers) }
    } else {
      deliverOutOfOrder(change, to: observers)
    }
  }

  @usableFromInline @inline(never) func deliverOutOfOrder(_ change: Change<Value>, to observers: Observers) {
    // A change that was told while nobody observed.
    if change.version <= delivered { return }
    if deliversEach {
      early = early ?? [:]
      early![change.version] = change.value
    } else {
      delivered = change.version
      observers.deliver(change)
    }
  }

  @usableFromInline @inline(never) func deliverEarly(to observers: Observers) {
    while let value = early?.removeValue(forKey: delivered &+ 1) {
      delivered &+= 1
      observers.deliver(Change(value, delivered))
    }
    if early?.isEmpty == true { early = nil }
  }

  /// Inside the gate: an observer is about to be added that wants to hear of what comes after `version`.
  ///
  /// - Parameter isFirst: Whether nobody was told of changes before: those until `version` will not come.
  @usableFromInline func begin(after version: UInt64, isFirst: Bool, _ observers: Observers) {
    guard delivered < version, isFirst || observers.first == nil && !deliversEach else { return }
    delivered = version
    early = early?.filter { $0.key > version }
    deliverEarly(to: observers)
  }
}

/// One start of a property's producer: the value of now, then each newer one.
///
/// An object of its own: what calls it from the list of observers needs no memory for itself, and a change finds
/// all that it needs in one place.
///
/// Sendable because the version is touched only inside the gate of the start.
@usableFromInline final class PropertyListener<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let start: Start
  @usableFromInline let observer: Observer<Value, Never>
  /// Of the value that was delivered last.
  @exclusivity(unchecked) @usableFromInline var version: UInt64 = 0

  @usableFromInline init(_ observer: Observer<Value, Never>, _ start: Start) {
    self.observer = observer
    self.start = start
  }

  /// From anywhere.
  @inlinable @inline(__always) func hear(_ change: Change<Value>) {
    start.pass(change, to: self) { $0.deliver($1) }
  }

  /// Inside the gate of the start.
  @inlinable @inline(__always) func deliver(_ change: Change<Value>) {
    if change.version > version {
      version = change.version
      observer.next(change.value)
    }
  }

  @usableFromInline func complete() {
    start.pass(()) { [self] in start.finish { observer.end(.completed) } }
  }
}
