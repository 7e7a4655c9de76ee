import Synchronization

/// A node with a value of a type: one that is set, or one that is computed.
///
/// Sendable because its members are constants, and the value is stored by one thread at a time: that which has claimed
/// the node, or has the turn to store into it.
@usableFromInline final class PropertyNode<Value: Sendable>: GraphNode, @unchecked Sendable {
  @usableFromInline typealias Equality = @Sendable (Value, Value) -> Bool
  /// Tells observers of a value with its version. Nil: it cannot change any more.
  @usableFromInline typealias Announcer = @Sendable ((value: Value, version: UInt64)?) -> Void

  @usableFromInline let cell: ValueCell<Value>
  /// Which values are no change.
  @usableFromInline let areEqual: Equality?
  /// What the node has if it depends on itself.
  let cycleValue: ValueBox<Value>?
  /// Set once, under the lock, before the node has an observer; read by threads that have seen that it has one.
  private var announcer: Announcer?

  /// A node that is set.
  @inlinable convenience init(_ initial: Value, _ name: NodeName, areEqual: Equality?) {
    self.init(ValueCell(), name, nil, areEqual, nil, nil)
    _ = cell.store(initial)
  }

  /// A node that is computed.
  ///
  /// - Parameter sources: What each computation reads, if that is known.
  @inlinable convenience init(
    computedBy compute: @escaping @Sendable () -> Value, _ name: NodeName, areEqual: Equality?,
    cycleValue: Value? = nil, sources: [GraphNode]? = nil
  ) {
    let recompute: Recompute = { node, frame in
      let node = unsafeDowncast(node, to: PropertyNode<Value>.self)
      return node.store(compute(), frame, areEqual)
    }
    self.init(ValueCell(), name, recompute, areEqual, cycleValue, sources)
  }

  @usableFromInline init(
    _ cell: consuming ValueCell<Value>, _ name: NodeName, _ recompute: Recompute?, _ areEqual: Equality?,
    _ cycleValue: Value?, _ sources: [GraphNode]?
  ) {
    let word = cell.slots.word
    self.cell = cell
    self.areEqual = areEqual
    self.cycleValue = cycleValue.map { ValueBox($0) }
    super.init(name, word, recompute, sources: sources)
  }

  deinit {
    if _isPOD(Value.self) {
      _ = cell.take()
    } else {
      // The closure ends, and with it what it holds of the value, before the list is emptied.
      ReleaseList.collect { list in if let value = cell.take() { list.pointee.add(ValueBox(value)) } }
    }
  }

  // MARK: Reading

  /// The value as of now. From any thread.
  @inlinable var value: Value {
    if CurrentThread.graphFrame == nil, record.isCurrent { return cell.read().value }
    return readInFrame()
  }

  @usableFromInline @inline(never) func readInFrame() -> Value {
    guard let frame = Frame.current else { return latest() }
    return read(in: frame)
  }

  @inlinable func read(in frame: FramePointer) -> Value {
    if let snapshot = frame.pointee.snapshot {
      return snapshot._withUnsafeGuaranteedRef { ValueBox<Value>.value(in: $0.value(of: self)) }
    }
    if let log = frame.pointee.log { return read(in: log, frame) }
    if frame.pointee.node == nil { return latest() }
    if !record.isCurrent {
      switch PropertyGraph.refresh(record) {
      case .current: break
      case .inRing: return closeRing(frame)
      case .busy, .contended: return readBusy(frame)
      }
    }
    let (value, version) = cell.read()
    frame.record(record, version)
    return value
  }

  /// What is computed in a transaction that has set something is computed for it alone.
  @usableFromInline @inline(never) func read(
    in log: UnsafeMutablePointer<TransactionLog>, _ frame: FramePointer
  ) -> Value {
    if let change = log.pointee.change(of: record) {
      return unsafeDowncast(change, to: TransactionValue<Value>.self).value
    }
    if record.pointee.isComputed, !log.pointee.isEmpty {
      return ValueBox<Value>.value(in: log.currentSnapshot().value(of: self))
    }
    guard let outer = frame.pointee.outer else { return latest() }
    return read(in: outer)
  }

  /// The value is thrown away with all that is computed from it; see ``Frame/isBusy``.
  @usableFromInline @inline(never) func readBusy(_ frame: FramePointer) -> Value {
    frame.pointee.isBusy = true
    frame.record(record, 0)
    if cell.version > 0 { return cell.read().value }
    return ValueBox<Value>.value(in: Frame.outside { GraphSnapshot().value(of: self) })
  }

  @usableFromInline @inline(never) func closeRing(_ frame: FramePointer) -> Value {
    let depth =
      record.pointee.phase == .inOpenRing
      ? record.pointee.ringDepth : frame.frame(computing: record)!.pointee.depth
    frame.closeRing(at: depth)
    guard let cycleValue else { frame.stopAtRing(depth) }
    if frame.pointee.node != nil { frame.record(record, 0) }
    return cycleValue.value
  }

  /// The value as of now, for code that computes nothing.
  @usableFromInline func latest() -> Value {
    if record.isCurrent { return cell.read().value }
    switch PropertyGraph.refresh(record) {
    case .current: return cell.read().value
    case .inRing:
      // Read without being recorded, by a closure that it is computed from.
      return closeRing(Frame.current!)
    case .busy, .contended:
      return ValueBox<Value>.value(in: Frame.outside { GraphSnapshot().value(of: self) })
    }
  }

  @usableFromInline override func boxedValue() -> (value: AnyObject, version: UInt64) {
    let (value, version) = cell.read()
    return (ValueBox(value), version)
  }

  override var boxedCycleValue: AnyObject? { cycleValue }

  // MARK: Computing

  /// Stores what the closure has computed, unless it is no change or not worth storing.
  @inlinable func store(_ computed: Value, _ frame: FramePointer, _ areEqual: Equality?) -> Frame.Outcome {
    if frame.pointee.snapshot != nil {
      frame.pointee.found = ValueBox(computed)
      return .stored
    }
    if frame.pointee.isBusy {
      frame.abandonRing()
      return .busy
    }
    let value = frame.isInRing ? valueInRing(frame) : computed
    let isSame =
      cell.version > 0
      && areEqual.map { areEqual in Frame.untracked { areEqual(cell.read().value, value) } } ?? false
    record.pointee.isInRing = frame.isInRing
    let holds = PropertyGraph.confirm(frame, frame.pointee.epoch)
    if frame.isInOpenRing {
      if !isSame { release(cell.store(value)) }
      record.pointee.needsValue = !holds
      frame.leaveOpen()
      return .inOpenRing
    }
    if !holds {
      frame.abandonRing()
      return .outdated
    }
    if !isSame { release(cell.store(value)) }
    return frame.closeRing(holds: true) ? .stored : .outdated
  }

  /// A value that no thread reads any more, when the node is as it should be.
  @inlinable func release(_ value: consuming Value?) {}

  @usableFromInline func valueInRing(_ frame: FramePointer) -> Value {
    guard let cycleValue else { frame.stopAtRing(frame.pointee.ringDepth!) }
    return cycleValue.value
  }

  // MARK: Setting

  @inlinable func set(_ value: Value) {
    if let log = Frame.current?.pointee.log { return log.set(self, value) }
    guard let areEqual else { return announce(storeIfVersion(nil, value)!) }
    while true {
      let (before, version) = cell.read()
      if Frame.untracked({ areEqual(before, value) }) { return }
      if let stored = storeIfVersion(version, value) { return announce(stored) }
    }
  }

  /// Stores what `body` makes of the value. If another thread stores meanwhile, `body` runs again.
  @inlinable func modify<Result>(_ body: (inout Value) -> Result) -> Result {
    if let log = Frame.current?.pointee.log { return log.modify(self, body) }
    while true {
      let (before, version) = cell.read()
      var value = before
      let result = Frame.untracked { body(&value) }
      if let areEqual, Frame.untracked({ areEqual(before, value) }) { return result }
      if let stored = storeIfVersion(version, value) {
        announce(stored)
        return result
      }
    }
  }

  /// A value that was stored, and what has to be told of it.
  @usableFromInline struct Stored {
    @usableFromInline let value: Value
    @usableFromInline let version: UInt64
    @usableFromInline var found: Announcements?

    @inlinable init(_ value: Value, _ version: UInt64, _ found: Announcements?) {
      self.value = value
      self.version = version
      self.found = found
    }
  }

  /// Stores a value if the version is `expected`, or whatever it is if that is nil.
  @inlinable func storeIfVersion(_ expected: UInt64?, _ value: Value) -> Stored? {
    if !record.pointee.isListenedTo.load(ordering: .acquiring) {
      record.beginStoring()
      if !record.pointee.isListenedTo.load(ordering: .relaxed) {
        if let expected, cell.version != expected {
          record.endStoring()
          return nil
        }
        let before = cell.store(value)
        let version = cell.version
        record.endStoring()
        release(before)
        return Stored(value, version, nil)
      }
      record.endStoring()
    }
    return storeLocked(expected, value)
  }

  @usableFromInline @inline(never) func storeLocked(_ expected: UInt64?, _ value: Value) -> Stored? {
    var found = Announcements()
    var before: Value?
    var version: UInt64?
    PropertyGraph.withLock {
      // While it is listened to, no thread stores without the lock.
      PropertyGraph.listen(to: record)
      if let expected, cell.version != expected { return }
      PropertyGraph.changing {
        found.includesOrigin = record.pointee.observers > 0
        PropertyGraph.mark(below: record, &found)
        before = cell.store(value)
      }
      version = cell.version
      PropertyGraph.stopListening(to: record)
    }
    release(before)
    return version.map { Stored(value, $0, found) }
  }

  @inlinable func announce(_ stored: Stored) {
    if let found = stored.found { announce(stored.value, stored.version, found) }
  }

  @usableFromInline @inline(never) func announce(_ value: Value, _ version: UInt64, _ found: Announcements) {
    guard found.includesOrigin else { return Wave.announce(found) }
    if Wave.isUnderWay {
      Wave.announce(found, after: self, ValueBox(value), version)
    } else {
      Wave.announce(found, after: self) { announcer!((value, version)) }
    }
  }

  override func announce(_ value: AnyObject, version: UInt64) {
    announcer!((ValueBox<Value>.value(in: value), version))
  }

  // MARK: Observing

  /// From now on `announcer` is called with each change: of a node that is set by the thread that sets it; of one that
  /// is computed by one thread at a time, with values that may have been told before. It decides by the versions.
  ///
  /// - Precondition: The caller retains the node until ``endObserving()``.
  @usableFromInline func beginObserving(_ announcer: @escaping Announcer) {
    PropertyGraph.beginObserving(record) { if self.announcer == nil { self.announcer = announcer } }
  }

  @usableFromInline func endObserving() {
    PropertyGraph.endObserving(record)
  }

  override func announce() {
    var rounds = 0
    while true {
      switch record.isCurrent ? .current : PropertyGraph.refresh(record) {
      case .current:
        announcer!(cell.read())
        // A change that found the node not current has left it to this thread: also one that is just being made, and has
        // looked at the node before it was brought up to date.
        _ = PropertyGraph.epochAtRest()
        if record.isCurrent || rounds > Self.announcementsInARow { return }
      case .busy, .inRing:
        // The thread that computes has been asked to settle, and the node was there to be settled.
        if rounds > Self.announcementsInARow { return }
        rounds = Self.announcementsInARow
      case .contended:
        guard storeOfOneMoment() else { continue }
        announcer!(cell.read())
      }
      rounds += 1
      // Changes from now on are announced by the threads that make them; those before, in the last round.
      if rounds > Self.announcementsInARow { PropertyGraph.addUnsettled(record) }
    }
  }

  /// How many changes of other threads a thread announces before it leaves that to them (contract E6a).
  private static var announcementsInARow: Int { 64 }

  /// Other threads change what the node is computed from, faster than it is computed: stores a value of one moment,
  /// which is not current any more. False if another thread computes the node.
  private func storeOfOneMoment() -> Bool {
    guard PropertyGraph.claimOnce(record) else { return false }
    let value = ValueBox<Value>.value(in: Frame.outside { GraphSnapshot().value(of: self) })
    if cell.version == 0 || areEqual.map({ $0(cell.read().value, value) }) != true {
      release(cell.store(value))
    }
    record.pointee.needsValue = true
    record.release(asCurrent: false)
    return true
  }

  override func announceEnd() { announcer!(nil) }
}
