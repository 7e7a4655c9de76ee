/// The observers of a property, and what they have heard of.
///
/// Its gate puts the changes into one order. It is not held while a value is computed or set by somebody
/// else: whoever finds it busy leaves a letter.
///
/// Sendable because everything mutable is touched only inside the gate.
@usableFromInline final class Outlet<Value: Sendable>: @unchecked Sendable {
  /// A value, and the how manieth it is.
  @frozen @usableFromInline struct Change: Sendable {
    @usableFromInline let value: Value
    @usableFromInline let version: UInt64

    @inlinable init(_ value: Value, _ version: UInt64) {
      self.value = value
      self.version = version
    }
  }

  @usableFromInline let hub: Hub<Change, Never>
  /// The same, for changes: reading it costs no retain.
  @usableFromInline let toHub: Unmanaged<Hub<Change, Never>>
  /// The version that was delivered last.
  @exclusivity(unchecked) @usableFromInline var delivered: UInt64
  /// Changes that came before their predecessors: two threads may store in one order and arrive in the other.
  @exclusivity(unchecked) @usableFromInline var early: [UInt64: Value]?

  @inlinable init(after version: UInt64) {
    hub = Hub(gate: Gate(), kind: .root)
    toHub = Unmanaged.passUnretained(hub)
    delivered = version
  }

  // MARK: A value that is set

  /// Every change is delivered, in the order of the versions.
  @inlinable @inline(__always) func send(_ value: Value, _ version: UInt64) {
    toHub._withUnsafeGuaranteedRef { hub in
      if hub.gate.enter() {
        deliver(Change(value, version), hub)
        hub.gate.leave()
      } else {
        sendLater(value, version)
      }
    }
  }

  @inlinable @inline(never) func sendLater(_ value: Value, _ version: UInt64) {
    hub.gate.post(Change(value, version)) { self.deliver($0, self.hub) }
  }

  @inlinable @inline(__always) func deliver(_ change: Change, _ hub: Hub<Change, Never>) {
    if change.version == delivered &+ 1 {
      delivered = change.version
      hub.deliver(change)
      if early != nil { deliverEarly() }
    } else {
      keep(change)
    }
  }

  @usableFromInline @inline(never) func keep(_ change: Change) {
    early = early ?? [:]
    early![change.version] = change.value
  }

  @usableFromInline @inline(never) func deliverEarly() {
    while let value = early?.removeValue(forKey: delivered &+ 1) {
      delivered &+= 1
      hub.deliver(Change(value, delivered))
    }
    if early?.isEmpty == true { early = nil }
  }

  // MARK: A value that is computed

  /// Delivers the value of now, unless it or a newer one has been delivered.
  ///
  /// Which one that is, is found out in front of the gate: inside, it could be one that is newer than an
  /// observer who still waits there, and who would never hear of it.
  @inlinable @inline(__always) func update(_ node: Node<Value>) {
    let now = node.latest()
    toHub._withUnsafeGuaranteedRef { hub in
      if hub.gate.enter() {
        deliverIfNewer(now.value, now.stamp.version, hub)
        hub.gate.leave()
      } else {
        updateLater(now.value, now.stamp.version)
      }
    }
  }

  @inlinable @inline(never) func updateLater(_ value: Value, _ version: UInt64) {
    hub.gate.post(Change(value, version)) { self.deliverIfNewer($0.value, $0.version, self.hub) }
  }

  @inlinable @inline(__always)
  func deliverIfNewer(_ value: Value, _ version: UInt64, _ hub: Hub<Change, Never>) {
    if version > delivered {
      delivered = version
      hub.deliver(Change(value, version))
    }
  }

  /// Adds an observer of what comes after the value of now.
  @usableFromInline func add(_ observer: Observer<Change, Never>, _ node: Node<Value>) -> any Disposable {
    let now = node.latest().stamp.version
    let entry = HubEntry(observer, hub)
    hub.gate.run { [self] in
      if hub.first == nil, delivered < now { delivered = now }
      hub.link(entry)
    }
    return entry
  }

  @usableFromInline func finish() {
    hub.gate.run { [hub] in hub.finish(.completed) }
  }
}
