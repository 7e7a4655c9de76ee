import Synchronization

/// A node with a value of a type: one that is set, or one that is computed.
///
/// Sendable because its members are constants, and the value is stored by one thread at a time: that which has claimed
/// the node, or has the turn to store into it.
@usableFromInline package final class PropertyNode<Value: Sendable>: GraphNode, @unchecked Sendable {
  @usableFromInline package typealias AreEqual = @Sendable (Value, Value) -> Bool
  @usableFromInline let equality: Equality<Value>
  /// What the node has if it depends on itself.
  @usableFromInline let cycleValue: ValueBox<Value>?

  /// A node that is set.
  ///
  /// - Parameter areEqual: Which values are no change; nil if every value is one.
  @inlinable package convenience init(_ initial: Value, _ name: NodeName, areEqual: AreEqual?) {
    self.init(name, nil, Equality(areEqual))
    // Made inside a moment, it has its newest value there; see `GraphMoment.keep`.
    if let frame = Frame.current, frame.pointee.moment > 0 {
      record.pointee.since.store(frame.pointee.moment - 1, ordering: .relaxed)
    }
    _ = cell.store(initial)
  }

  /// A node that is computed by a closure, which may read any others.
  ///
  /// - Parameter areEqual: Which values are no change; nil if every value is one.
  @inlinable package convenience init(
    computedBy compute: consuming @escaping @Sendable () -> Value, _ name: NodeName, areEqual: AreEqual?,
    cycleValue: Value? = nil
  ) {
    self.init(
      name, { [compute = consume compute] in $0.as(Self.self).store(compute(), $1) }, Equality(areEqual),
      cycleValue)
  }

  /// A node that is computed by a closure, for which equal values are no change: they are compared without a call.
  @inlinable package convenience init(
    computedBy compute: consuming @escaping @Sendable () -> Value, _ name: NodeName, cycleValue: Value? = nil
  ) where Value: Equatable {
    self.init(
      name, { [compute = consume compute] in $0.as(Self.self).storeChange(compute(), $1) }, Equality(isSame),
      cycleValue)
  }

  // What is computed from given sources does not retain them: the edges do, until its value cannot change any more.

  /// A node that is computed from the value of another one.
  @inlinable package convenience init<Source>(
    from source: PropertyNode<Source>, _ name: NodeName, areEqual: AreEqual?,
    _ transform: @escaping @Sendable (Source) -> Value
  ) {
    self.init(
      name, { [source = Unretained(source)] in $0.as(Self.self).store(transform(source.read(in: $1)), $1) },
      Equality(areEqual), sources: [source])
  }

  /// The same, for which equal values are no change.
  @inlinable package convenience init<Source>(
    from source: PropertyNode<Source>, _ name: NodeName, _ transform: @escaping @Sendable (Source) -> Value
  ) where Value: Equatable {
    self.init(
      name,
      { [source = Unretained(source)] in $0.as(Self.self).storeChange(transform(source.read(in: $1)), $1) },
      Equality(isSame), sources: [source])
  }

  /// A node that is computed from the values of several, which are read first of all and in this order.
  @inlinable package convenience init(
    from sources: [GraphNode], _ name: NodeName, areEqual: AreEqual? = nil,
    _ combine: @escaping @Sendable (FramePointer) -> Value
  ) {
    self.init(name, { $0.as(Self.self).store(combine($1), $1) }, Equality(areEqual), sources: sources)
  }

  /// The same, also from the value that it had before: nil the first time.
  package convenience init(
    from sources: [GraphNode], _ name: NodeName, areEqual: AreEqual?,
    remembering combine: @escaping @Sendable (FramePointer, Value?) -> Value
  ) {
    self.init(
      name,
      { node, frame in
        let node = node.as(Self.self)
        return node.store(combine(frame, node.cell.version > 0 ? node.cell.read().value : nil), frame)
      }, Equality(areEqual), sources: sources)
  }

  @inlinable init(
    _ name: NodeName, _ recompute: consuming Recompute?, _ equality: consuming Equality<Value>,
    _ cycleValue: Value? = nil,
    sources: [GraphNode] = []
  ) {
    self.equality = equality
    if let cycleValue { self.cycleValue = ValueBox(cycleValue) } else { self.cycleValue = nil }
    super.init(name, bytesOfValue: ValueCell<Value>.byteCount, consume recompute, sources: sources)
    ValueCell<Value>.initialize(at: record.memoryOfValue)
  }

  @inlinable @inline(__always) package var cell: ValueCell<Value> { ValueCell(at: record.memoryOfValue) }

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
  @inlinable package var value: Value {
    if Slots<Value>.areTrivial, let value = readQuickly() { return value }
    return readSlowly()
  }

  /// The value as of now, if it is plain bits that need not be computed, and if a computation that reads it has read it
  /// before, or the last one did so where this one does.
  ///
  /// It releases nothing, as no other read does: one that computes runs code of the program. The attribute says so to the
  /// compiler, which therefore does not retain a property in an array, or in another object, for this call.
  @_effects(releasenone)
  @inlinable @inline(never) func readQuickly() -> Value? {
    if let frame = Frame.current { return readExpected(in: frame) }
    guard record.isCurrent, let value = cell.readTrivial()?.value, !record.hasDutyOfReads else {
      return nil
    }
    return value
  }

  @inlinable @inline(__always) func readExpected(in frame: FramePointer) -> Value? {
    // A node that is claimed may be current too.
    if record.pointee.state.load(ordering: .acquiring) != record.pointee.mark.load(ordering: .acquiring) {
      return nil
    }
    guard let (value, version) = cell.readTrivial(), record.holds(at: frame.pointee.moment) else {
      return nil
    }
    return frame.recordExpected(record, version) || frame.isKnownToHaveRead(record) ? value : nil
  }

  @inlinable @inline(never) func readSlowly() -> Value {
    guard let frame = Frame.current else { return latest() }
    return readSlowly(in: frame)
  }

  /// Reads the node for the computation in a frame.
  @inlinable @inline(__always) package func read(in frame: FramePointer) -> Value {
    if Slots<Value>.areTrivial, let value = readExpected(in: frame) { return value }
    return readSlowly(in: frame)
  }

  @inlinable @inline(never) func readSlowly(in frame: FramePointer) -> Value {
    if let snapshot = frame.pointee.snapshot {
      return snapshot._withUnsafeGuaranteedRef {
        $0.change(of: record)?.value(Value.self).pointee ?? value(at: $0.value(of: self))
      }
    }
    if let log = frame.pointee.log { return read(in: log, frame) }
    return readAtMoment(frame)
  }

  @inlinable @inline(__always) func readAtMoment(_ frame: FramePointer) -> Value {
    if record.pointee.state.load(ordering: .acquiring) != record.pointee.mark.load(ordering: .acquiring) {
      if record.pointee.isComputed {
        let refreshed = record.refresh()
        if refreshed != .current { return read(refreshed, in: frame) }
      } else {
        record.waitUntilStored()
      }
    }
    let (value, version) = cell.read()
    if !record.holds(at: frame.pointee.moment) { return readApart(frame, isBehind: true) }
    if frame.pointee.isRecording { frame.record(record, version) }
    return value
  }

  /// The same where the node could not be brought up to date.
  @usableFromInline @inline(never) func read(_ refreshed: PropertyGraph.Refreshed, in frame: FramePointer)
    -> Value
  {
    refreshed == .inRing ? closeRing(frame) : readApart(frame, isBehind: refreshed == .contended)
  }

  /// What is computed in a transaction that has set something is computed for it alone.
  @inlinable @inline(never) func read(
    in log: LogPointer, _ frame: FramePointer
  ) -> Value {
    let outer = frame.frameAroundTransaction
    if !record.pointee.isComputed {
      if let change = log.pointee.change(of: record) { return change.value(Value.self).pointee }
    } else if !log.pointee.isEmpty {
      guard let value = readUnaffected(by: log, frame.momentOfReads) else {
        let snapshot = log.currentSnapshot(for: frame)
        // A closure that sets something lets the log take another one.
        return withExtendedLifetime(snapshot) { value(at: snapshot.value(of: self)) }
      }
      if let outer { _ = read(in: outer) }
      return value
    }
    if let outer { return read(in: outer) }
    _ = frame.momentOfReads
    return readAtMoment(frame)
  }

  /// The value, if it is that of a moment, and does not depend on what the transaction has set.
  @inlinable func readUnaffected(by log: LogPointer, _ moment: UInt64) -> Value? {
    guard let mark = log.markIfUnaffected(record) else { return nil }
    let value = cell.read().value
    return record.holds(at: moment) && record.isMarked(mark) ? value : nil
  }

  /// The value at the moment of the frame is not the one that is stored. What is computed from it is stored in no node, see
  /// ``Frame/isBusy``.
  @inlinable @inline(never) func readApart(_ frame: FramePointer, isBehind: Bool) -> Value {
    frame.noteBusy(isBehind: isBehind)
    if frame.pointee.isRecording { frame.record(record, 0) }
    return valueApart(frame)
  }

  @usableFromInline func valueApart(_ frame: FramePointer) -> Value {
    value(from: frame.privateValues, apartFrom: frame)
  }

  private func value(from snapshot: GraphSnapshot, apartFrom frame: FramePointer) -> Value {
    Frame.apart(from: frame) { value(at: snapshot.value(of: self)) }
  }

  /// A guess would close a ring. The value is thrown away with all that is computed from it.
  @usableFromInline @inline(never) func readGuessed(_ frame: FramePointer) -> Value {
    frame.noteBusy()
    if frame.pointee.isRecording { frame.record(record, 0) }
    return value(from: GraphSnapshot(guesses: false), apartFrom: frame)
  }

  @usableFromInline @inline(never) func closeRing(_ frame: FramePointer) -> Value {
    let depth =
      record.computed.pointee.phase == .inOpenRing
      ? record.computed.pointee.ringDepth : frame.frame(computing: record)!.pointee.depth
    if frame.isGuess(inside: depth) { return readGuessed(frame) }
    frame.closeRing(at: depth)
    guard let cycleValue else { frame.stopAtRing(depth) }
    if frame.pointee.isRecording { frame.record(record, 0) }
    return cycleValue.value
  }

  /// The value as of now, for code that computes nothing.
  @inlinable package func latest() -> Value {
    if record.isCurrent {
      let value = cell.read().value
      if record.hasDutyOfReads { record.finishRead() }
      return value
    }
    switch record.refresh() {
    case .current: return cell.read().value
    case .inRing:
      // Read without being recorded, by a closure that it is computed from.
      return closeRing(Frame.current!)
    case .busy, .contended:
      return valueOfOneMoment()
    }
  }

  /// A value that is computed for the caller alone.
  @usableFromInline @inline(never) func valueOfOneMoment() -> Value { value(in: GraphSnapshot()) }

  private func value(in snapshot: GraphSnapshot) -> Value {
    Frame.outside { value(at: snapshot.value(of: self)) }
  }

  @usableFromInline package override func boxedValue() -> (value: AnyObject, version: UInt64) {
    let (value, version) = cell.read()
    return (ValueBox(value), version)
  }

  override func storeNewest(in entry: EntryPointer) -> UInt64 {
    let (value, version) = cell.read()
    entry.store(value)
    return version
  }

  override func storeBoxed(_ box: AnyObject, in entry: EntryPointer) {
    entry.store(ValueBox<Value>.value(in: box))
  }

  override func storeCycleValue(in entry: EntryPointer) -> Bool {
    guard let cycleValue else { return false }
    entry.store(cycleValue.value)
    return true
  }

  override func isChange(in entry: EntryPointer, from version: UInt64) -> Bool {
    if !equality.isComparable { return true }
    let (value, newest) = cell.read()
    return newest != version || !equality.holdsUntracked(value, self.value(at: entry.pointee.value!))
  }

  override func destroyValue(at address: UnsafeMutableRawPointer) {
    // Moved first: what ends with it may be code that stores another one there.
    _ = address.assumingMemoryBound(to: Value.self).move()
  }

  @inlinable @inline(__always) func value(at address: UnsafeMutableRawPointer) -> Value {
    address.assumingMemoryBound(to: Value.self).pointee
  }

  // MARK: Computing

  /// Stores what the closure has computed, unless it is no change or not worth storing.
  @inlinable @inline(__always) func store(_ computed: Value, _ frame: FramePointer) -> Frame.Outcome {
    store(computed, frame) { equality.holds($0, $1) }
  }

  @inlinable @inline(__always) func storeChange(_ computed: Value, _ frame: FramePointer) -> Frame.Outcome
  where Value: Equatable {
    store(computed, frame) { isSame($0, $1) }
  }

  @inlinable @inline(__always) func store(
    _ computed: Value, _ frame: FramePointer, _ isSame: (Value, Value) -> Bool
  ) -> Frame.Outcome {
    if frame.pointee.isExceptional { return storeExceptional(computed, frame) }
    frame.pointee.endRecording()
    let isSame = cell.holdsOwn { isSame($0, computed) }
    // What was compared may have closed a ring.
    if frame.pointee.isExceptional { return storeBusyOrInRing(frame) }
    if !confirm(frame) { return .outdated }
    finishStoring(computed, isSame: isSame, origin: frame.pointee.origin)
    record.computed.pointee.isInRing.store(false, ordering: .releasing)
    return .stored
  }

  /// Whether what the closure has read still holds, so that its value may be stored. Links what it read for the first time,
  /// and unlinks what it did not read any more.
  ///
  /// If no change was stored since the moment, and the sources are those of the last time, no lock is needed.
  @inlinable @inline(__always) func confirm(_ frame: FramePointer) -> Bool {
    let moment = frame.pointee.moment
    guard frame.pointee.hasReadTheSame, PropertyGraph.clock.epoch.load(ordering: .acquiring) == moment else {
      return record.noteValue(since: PropertyGraph.confirmUnderLock(frame))
    }
    record.pointee.since.store(moment, ordering: .relaxed)
    return true
  }

  @inlinable @inline(never) func storeExceptional(_ computed: Value, _ frame: FramePointer) -> Frame.Outcome {
    guard let snapshot = frame.pointee.snapshot else {
      frame.pointee.endRecording()
      return storeBusyOrInRing(frame)
    }
    snapshot._withUnsafeGuaranteedRef { store(computed, in: $0) }
    return .stored
  }

  /// In inlinable code, because one for all types would look up metadata for each value.
  @inlinable @inline(__always) func store(_ computed: Value, in snapshot: GraphSnapshot) {
    let room = snapshot.makeRoom(
      MemoryLayout<Value>.size, MemoryLayout<Value>.alignment, isTrivial: _isPOD(Value.self))
    room.assumingMemoryBound(to: Value.self).initialize(to: computed)
    if snapshot.versionBefore == 0 || !equality.isComparable { return }
    let (before, version) = cell.read()
    if version == snapshot.versionBefore, equality.holds(before, computed) { snapshot.noteUnchanged() }
  }

  /// What a ring gives its members is stored when it is closed: no other thread sees a value before it is known that the ring
  /// is one, and that nothing which one of them has read has changed.
  @usableFromInline @inline(never) func storeBusyOrInRing(_ frame: FramePointer) -> Frame.Outcome {
    var isSame = false
    if !frame.pointee.isBusy {
      let value = valueInRing(frame)
      isSame = cell.holdsOwn { equality.holds($0, value) }
    }
    // What was compared may have found a source that is busy.
    if frame.pointee.isBusy {
      frame.abandonRing()
      return .busy
    }
    let since = PropertyGraph.confirmUnderLock(frame)
    let holds = since != nil && !frame.pointee.isRingDoubtful
    if frame.isInOpenRing {
      record.computed.pointee.needsValue = !holds
      record.computed.pointee.isUnchangedByRing = isSame
      frame.leaveOpen(since: since ?? 0)
      return .inOpenRing
    }
    if holds, frame.closeRing(since: since!, isUnchanged: isSame) { return .stored }
    frame.abandonRing()
    return .outdated
  }

  override func storeCycleValue(isUnchanged: Bool, since: UInt64, origin: UInt64) {
    record.computed.pointee.isInRing.store(true, ordering: .relaxed)
    record.pointee.since.store(since, ordering: .relaxed)
    finishStoring(cycleValue!.value, isSame: isUnchanged, origin: origin)
  }

  /// Stores what was computed, unless it is no change, and which change it goes back to.
  @inlinable @inline(__always) func finishStoring(_ value: Value, isSame: Bool, origin: UInt64) {
    if isSame { return record.pointee.origin.store(origin, ordering: .releasing) }
    // A thread that has seen the new value sees since when it holds, and that the origin is not there yet, or the one that
    // belongs to it.
    record.pointee.origin.store(NodeRecord.unknownOrigin, ordering: .relaxed)
    atomicMemoryFence(ordering: .releasing)
    let before = cell.store(value)
    record.pointee.origin.store(origin, ordering: .releasing)
    release(before)
  }

  /// The value with the change that it goes back to, while another thread may be storing both.
  @inlinable func readWithOrigin() -> (value: Value, version: UInt64, origin: UInt64) {
    var attempt = 0
    while true {
      let origin = record.pointee.origin.load(ordering: .acquiring)
      let (value, version) = cell.read()
      atomicMemoryFence(ordering: .acquiring)
      let isStill = record.pointee.origin.load(ordering: .relaxed) == origin
      if isStill, origin != NodeRecord.unknownOrigin { return (value, version, origin) }
      CurrentThread.wait(attempt)
      attempt += 1
    }
  }

  /// A value that no thread reads any more, when the node is as it should be.
  @inlinable package func release(_ value: consuming Value?) {}

  @usableFromInline func valueInRing(_ frame: FramePointer) -> Value {
    guard let cycleValue else { frame.stopAtRing(frame.pointee.ringDepth) }
    return cycleValue.value
  }

  // MARK: Setting

  @inlinable package func set(_ value: Value) {
    if let log = Frame.current?.beginSet() { return log.set(self, value) }
    if !equality.isComparable {
      _ = replace(nil, by: value)
      return
    }
    while true {
      let (before, version) = cell.read()
      if equality.holdsUntracked(before, value) || replace(version, by: value) { return }
    }
  }

  /// Whether observers hand a value round that is never equal, as a list with a NaN. They come to rest with it.
  @usableFromInline @inline(never) func goesRound(_ value: Value) -> Bool {
    guard Wave.goesRound, equality.isComparable, !equality.holdsUntracked(value, value) else { return false }
    let before = cell.read().value
    return !equality.holdsUntracked(before, before)
  }

  /// Stores what `body` makes of the value. If another thread stores meanwhile, `body` runs again. If it throws, nothing
  /// is stored.
  @inlinable package func modify<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let log = Frame.current?.beginSet() { return try log.modify(self, body) }
    while true {
      let (before, version) = cell.read()
      var value = before
      let result = try Frame.untracked { () throws(Failure) in try body(&value) }
      if equality.holdsUntracked(before, value) || replace(version, by: value) { return result }
    }
  }

  /// Stores a value and announces it, if the version is `expected`, or whatever it is if that is nil. False if it is
  /// another one. What cannot change any more stays as it is: a binding may come too late.
  @inlinable @inline(__always) func replace(_ expected: UInt64?, by value: Value) -> Bool {
    if !record.pointee.isListenedTo.load(ordering: .acquiring) {
      record.beginStoring()
      // Looked at after the turn has been taken: a thread that opens a moment then waits for its end.
      if !record.pointee.isListenedTo.load(ordering: .relaxed), !GraphMoment.areOpen {
        if let expected, cell.version != expected {
          record.endStoring()
          return false
        }
        // After all changes so far, also one that is just being stored, and before the next one.
        let epoch = PropertyGraph.clock.epoch.load(ordering: .relaxed)
        record.pointee.origin.store((epoch &+ 1) | 1, ordering: .relaxed)
        let before = cell.store(value)
        record.endStoring()
        release(before)
        return true
      }
      record.endStoring()
    }
    return replaceListened(expected, by: value)
  }

  /// The same where nodes are computed from this one, or it is observed.
  @inlinable @inline(never) func replaceListened(_ expected: UInt64?, by value: Value) -> Bool {
    if Wave.current != nil, goesRound(value) { return true }
    var before: Value?
    var stored: Stored?
    var isFinal = false
    var found = Announcements()
    PropertyGraph.withLock {
      // While it is listened to, no thread stores without the lock.
      PropertyGraph.listen(to: record)
      isFinal = record.pointee.isFinal.load(ordering: .relaxed)
      if !isFinal, expected == nil || cell.version == expected! {
        stored = storeUnderLock(value, origin: nil, &before, &found)
      }
      PropertyGraph.stopListening(to: record)
    }
    release(before)
    guard let stored else { return isFinal }
    announce(value, stored, &found)
    return true
  }

  /// How a value was stored that has to be announced.
  @usableFromInline struct Stored {
    @usableFromInline let version: UInt64
    @usableFromInline let origin: UInt64
    /// Of the announcement to observers, if there are any.
    @usableFromInline let generation: Generation?

    @inlinable init(_ version: UInt64, _ origin: UInt64, _ generation: Generation?) {
      self.version = version
      self.origin = origin
      self.generation = generation
    }
  }

  /// Under the lock, while the node is listened to. `found` gets what is computed from it and observed.
  @inlinable @inline(__always) func storeUnderLock(
    _ value: Value, origin: UInt64?, _ before: inout Value?, _ found: inout Announcements
  ) -> Stored {
    var number: UInt64 = 0
    let isRead = record.pointee.firstReader != nil
    PropertyGraph.changing { change in
      number = origin ?? change
      if isRead { PropertyGraph.mark(below: record, change, &found) }
      GraphMoment.willReplace(record, change)
      record.pointee.origin.store(number, ordering: .relaxed)
      before = cell.store(value)
    }
    return Stored(
      cell.version, number, record.pointee.isObserved ? PropertyGraph.beginAnnouncing(record) : nil)
  }

  /// Sets the value because of a change that was made earlier, as a binding does: unless the node was set because of a
  /// later one.
  ///
  /// So properties that are bound to each other come to rest at what was set last, whichever threads set them and
  /// notify observers (contract R5).
  @inlinable func set(_ value: Value, becauseOf origin: UInt64) {
    if let log = Frame.current?.beginSet() { return log.set(self, value) }
    change(because: origin, comparing: equality.isComparable) { _ in value }
  }

  /// Sets the value that a stream has sent: inside an observer because of the change that it was notified of. Nothing
  /// else sets it, so that no value is left out.
  @inlinable func follow(_ value: Value) {
    guard let origin = Wave.origin else { return set(value) }
    let last = record.pointee.origin.load(ordering: .relaxed)
    set(value, becauseOf: Swift.max(origin, last))
  }

  /// Stores what `body` makes of the value; nil is no change. If another thread stores meanwhile, `body` runs again.
  ///
  /// - Parameter origin: The change that it goes back to, as in ``set(_:becauseOf:)``; nil for the change that the
  ///   present value goes back to.
  @inlinable func modify(becauseOf origin: UInt64?, _ body: (Value) -> Value?) {
    if let log = Frame.current?.beginSet() {
      return log.modify(self) { value in if let next = body(value) { value = next } }
    }
    change(because: origin, comparing: true) { value in Frame.untracked { body(value) } }
  }

  /// - Parameter comparing: Whether what `body` returns depends on the value, or is compared with it.
  @inlinable @inline(__always) func change(
    because origin: UInt64?, comparing: Bool, _ body: (Value) -> Value?
  ) {
    while true {
      let (current, version) = cell.read()
      guard let value = body(current) else { return }
      let isSame = equality.holdsUntracked(current, value) || Wave.current != nil && goesRound(value)
      var isOutdated = false
      var before: Value?
      var stored: Stored?
      var found = Announcements()
      PropertyGraph.withLock {
        PropertyGraph.listen(to: record)
        defer { PropertyGraph.stopListening(to: record) }
        if record.pointee.isFinal.load(ordering: .relaxed) { return }
        let last = record.pointee.origin.load(ordering: .relaxed)
        let origin = origin ?? last
        if last > origin { return }
        if comparing, cell.version != version {
          isOutdated = true
        } else if isSame {
          record.pointee.origin.store(origin, ordering: .relaxed)
        } else {
          stored = storeUnderLock(value, origin: origin, &before, &found)
        }
      }
      release(before)
      if isOutdated { continue }
      if let stored { announce(value, stored, &found) }
      return
    }
  }

  @inlinable @inline(__always) func announce(
    _ value: Value, _ stored: Stored, _ found: inout Announcements
  ) {
    guard let generation = stored.generation else { return Wave.announce(&found) }
    if Wave.current == nil {
      Wave.announce(&found, after: self, stored.origin) {
        notifyObservers(value, stored.version, $0)
        if case .all = $0 { PropertyGraph.endAnnouncing(record, generation) }
      }
    } else {
      found.add(
        record, generation, value: ValueBox(value), version: stored.version, origin: stored.origin)
      Wave.announce(&found)
    }
  }

  /// While an announcement is under way.
  @inlinable @inline(__always) package func notifyObservers(
    _ value: Value, _ version: UInt64, _ recipients: NodeObserver.Recipients = .all
  ) {
    withUnsafePointer(to: value) { value in
      firstObserver?._withUnsafeGuaranteedRef { $0.notify(recipients, .value(value, version)) }
    }
  }

  // MARK: Observing

  // Of a node that is set, the thread that sets it sends the observers each value once. Of one that is computed, one
  // thread at a time sends the newest value, perhaps the same one again. The observers decide by the versions.

  /// Sends an observer, and those behind it, what has changed since the last time.
  @inlinable @inline(never) func announceNewest<Receiver: ValueReceiver<Value> & ~Copyable>(
    to first: ValueObserver<Receiver>, _ recipients: NodeObserver.Recipients = .all
  ) {
    if case .comingFirst = recipients { return announceIfAtRest(to: first, recipients) }
    var rounds = 0
    var leftAt: UInt64?
    defer { if let leftAt { PropertyGraph.settle(leftAt: leftAt) } }
    while true {
      switch record.isCurrent ? .current : PropertyGraph.refreshToAnnounce(record) {
      case nil: return
      case .current:
        announceStored(to: first)
        // A change that found the node not current has left it to this thread: also one that is just being made, and has
        // looked at the node before it was brought up to date.
        PropertyGraph.waitForChange()
        if record.isCurrent || rounds > PropertyGraph.announcementsInARow { return }
      case .inRing:
        // The thread that makes the next change finds no ring that is being computed.
        _ = PropertyGraph.delegateToAll(record)
        return
      case let refreshed?:
        // Others make changes faster than the node is computed: the threads that make them announce it from now on.
        if refreshed == .contended, !record.setsWhatItReads, rounds <= PropertyGraph.announcementsInARow {
          leftAt = PropertyGraph.delegateToAll(record)
          rounds = PropertyGraph.announcementsInARow + 1
        }
        guard storeOfOneMoment()?.version != nil else { continue }
        announceStored(to: first)
        if rounds > PropertyGraph.announcementsInARow {
          if record.setsWhatItReads { PropertyGraph.stopAtRestless(self) }
          return
        }
      }
      rounds += 1
      // Changes from now on are announced by the threads that make them; those before, in the last round.
      if rounds > PropertyGraph.announcementsInARow { leftAt = PropertyGraph.delegateToAll(record) }
    }
  }

  /// The same for some of them, which the others follow: where another thread interferes, all are notified in one go.
  @inlinable @inline(never) func announceIfAtRest<Receiver: ValueReceiver<Value> & ~Copyable>(
    to first: ValueObserver<Receiver>, _ recipients: NodeObserver.Recipients
  ) {
    if record.isCurrent || record.refresh() == .current {
      announceStored(to: first, recipients)
    }
  }

  @inlinable @inline(__always) func announceStored<Receiver: ValueReceiver<Value> & ~Copyable>(
    to first: ValueObserver<Receiver>, _ recipients: NodeObserver.Recipients = .all
  ) {
    // A closure that captured the node would retain it for each change.
    let node = Unretained(self)
    first.forEach(recipients) { observer in node.withObject { $0.announceStored(toOne: observer) } }
  }

  @inlinable @inline(__always) func announceStored<Receiver: ValueReceiver<Value> & ~Copyable>(
    toOne observer: ValueObserver<Receiver>
  ) {
    if observer.hasReceived(record.version) { return }
    let (value, version, origin) = readWithOrigin()
    Wave.note(origin: origin)
    Receiver.receive(value, version, by: observer)
  }

  /// The value as of now. All that is stored later has a higher version, and is at least as new.
  ///
  /// Where another thread is computing the node, the value is computed for the caller alone, and has no version: what the
  /// other thread stores next may be older or newer.
  ///
  /// - Parameter leftAt: Not nil if the threads that make changes announce all that come after the value, because they make
  ///   them faster than the node is computed; to be passed to ``PropertyGraph/settle(leftAt:)`` after that.
  @inlinable func newest(_ leftAt: inout UInt64?) -> (value: Value, version: UInt64?) {
    while true {
      switch record.isCurrent ? .current : record.refresh() {
      case .current:
        let (value, version) = cell.read()
        return (value, version)
      case .contended:
        // One that sets what it is computed from is announced by this thread, until it comes to rest.
        if leftAt == nil, !record.setsWhatItReads { leftAt = PropertyGraph.delegateToAll(record) }
        if let newest = storeOfOneMoment() { return newest }
      case .busy, .inRing:
        return (valueOfOneMoment(), nil)
      }
    }
  }

  /// Other threads change what the node is computed from, faster than it is computed: computes a value of one moment, and
  /// stores it, as one that is not current any more. It has no version if another thread has claimed the node meanwhile.
  ///
  /// The node is not claimed while its closure runs, so that the threads that make the changes can announce them. Except inside
  /// a computation: that has perhaps made the change, and would come back here. Nil if the node cannot be claimed then.
  @usableFromInline func storeOfOneMoment() -> (value: Value, version: UInt64?)? {
    let isInside = CurrentThread.graphWalks > 0
    return PropertyGraph.walking {
      if isInside {
        if !PropertyGraph.claimOnce(record) { return nil }
        record.computed.pointee.phase = .computing
      }
      let snapshot = GraphSnapshot()
      let value = value(in: snapshot)
      if !isInside, !PropertyGraph.claimOnce(record) { return (value, nil) }
      defer { record.release(asCurrent: false) }
      let since = record.pointee.since.load(ordering: .relaxed)
      if !record.isCurrent, cell.version == 0 || since <= snapshot.moment {
        record.pointee.since.store(snapshot.moment, ordering: .relaxed)
        // It may have been: then what reads it at that moment has to find the ring as well.
        record.computed.pointee.isInRing.store(cycleValue != nil, ordering: .relaxed)
        let isSame = cell.version > 0 && equality.holdsUntracked(cell.read().value, value)
        finishStoring(value, isSame: isSame, origin: snapshot.origin)
        record.computed.pointee.needsValue = true
      }
      // Otherwise a newer one.
      let (stored, version) = cell.read()
      return (stored, version)
    }
  }
}

extension GraphNode {
  /// The node, which is known to have values of that type.
  @inlinable @inline(__always) final func `as`<Node: GraphNode>(_ type: Node.Type) -> Node {
    unsafeDowncast(self, to: type)
  }
}

extension Unretained {
  /// Reads a node for the computation in a frame.
  @inlinable @inline(__always) func read<Value>(in frame: FramePointer) -> Value
  where Object == PropertyNode<Value> {
    withObject { $0.read(in: frame) }
  }
}
