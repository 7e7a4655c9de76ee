import Synchronization

/// The moments whose values threads read while they compute, run a transaction, or read several properties together.
///
/// A moment is an epoch at rest: all changes up to that number have been stored. The outermost frame of a thread opens one
/// before its first read. A thread that makes a change looks whether one is open, behind the fence that also makes the epoch
/// visible, and keeps what it replaces. So either the change is seen to be under way by the thread that opens the moment,
/// which waits for its end, or the thread that makes it sees the moment.
@usableFromInline package enum GraphMoment {
  /// For a thread that has taken its turn to change something, so that a thread that opens a moment now sees that.
  @inlinable @inline(__always) static var areOpen: Bool {
    let first = PropertyGraph.clock.firstMoment.load(ordering: .sequentiallyConsistent)
    return first | UInt64(PropertyGraph.clock.otherMoments.load(ordering: .sequentiallyConsistent)) != 0
  }

  /// Stands for the number of a moment while that is not known: then all that is replaced is kept.
  private static let unknown: UInt64 = 1
  private static let count = UInt.bitWidth
  private static let withoutNumber = Guarded(0)

  /// Opens the moment as of now.
  ///
  /// - Returns: Its number, and its place: 0 for the first one, otherwise its bit.
  @inline(__always) static func begin() -> (number: UInt64, place: Int32) {
    let number = PropertyGraph.clock.epoch.load(ordering: .acquiring)
    if number & 1 == 0, isFirst(number) {
      settleOrder()
      if PropertyGraph.clock.epoch.load(ordering: .acquiring) == number { return (number, 0) }
      return (renew(0), 0)
    }
    return beginBesideOthers()
  }

  /// What this thread reads from now on is read after the moment is seen to be open. On processors of this kind each
  /// compare-and-swap does that.
  @inline(__always) private static func settleOrder() {
    #if !arch(x86_64) && !arch(i386)
      atomicMemoryFence(ordering: .sequentiallyConsistent)
    #endif
  }

  @inline(__always) private static func isFirst(_ number: UInt64) -> Bool {
    PropertyGraph.clock.firstMoment.compareExchange(
      expected: 0, desired: number, ordering: .sequentiallyConsistent
    ).exchanged
  }

  @inline(never) private static func beginBesideOthers() -> (number: UInt64, place: Int32) {
    var bits = PropertyGraph.clock.otherMoments.load(ordering: .relaxed)
    while true {
      let place = (~(bits | 1)).trailingZeroBitCount
      if place == count { return beginWithoutNumber() }
      let (exchanged, now) = PropertyGraph.clock.otherMoments.compareExchange(
        expected: bits, desired: bits | 1 << UInt(place), ordering: .sequentiallyConsistent)
      if exchanged { return (renew(Int32(place)), Int32(place)) }
      bits = now
    }
  }

  /// More are open than there are bits.
  private static func beginWithoutNumber() -> (number: UInt64, place: Int32) {
    withoutNumber.withLock { open in
      open += 1
      if open == 1 { _ = PropertyGraph.clock.otherMoments.wrappingAdd(1, ordering: .sequentiallyConsistent) }
    }
    return (PropertyGraph.epochAtRest(), Int32(count))
  }

  /// Lets an open moment be the one as of now. Nothing that was read at the one before is used any more.
  @inline(never) static func renew(_ place: Int32) -> UInt64 {
    if place == count { return PropertyGraph.epochAtRest() }
    let place = number(at: place)
    _ = place.pointee.exchange(unknown, ordering: .sequentiallyConsistent)
    settleOrder()
    let number = PropertyGraph.epochAtRest()
    place.pointee.store(number, ordering: .releasing)
    return number
  }

  @inline(__always) static func endFirst() {
    PropertyGraph.clock.firstMoment.store(0, ordering: .sequentiallyConsistent)
    if PropertyGraph.clock.keptValues.load(ordering: .sequentiallyConsistent) > 0 { releaseUnneeded() }
  }

  @inline(never) static func end(_ place: Int32) {
    if place == 0 { return endFirst() }
    if place == count {
      withoutNumber.withLock { open in
        open -= 1
        if open == 0 {
          _ = PropertyGraph.clock.otherMoments.wrappingSubtract(1, ordering: .sequentiallyConsistent)
        }
      }
    } else {
      number(at: place).pointee.store(unknown, ordering: .relaxed)
      _ = PropertyGraph.clock.otherMoments.wrappingSubtract(
        1 << UInt(place), ordering: .sequentiallyConsistent)
    }
    if PropertyGraph.clock.keptValues.load(ordering: .sequentiallyConsistent) > 0 { releaseUnneeded() }
  }

  /// Where the number of a moment is. The memory of the numbers of others than the first one is there for good.
  private static func number(at place: Int32) -> UnsafePointer<AtomicUInt64> {
    if place == 0 { return withUnsafePointer(to: PropertyGraph.clock.firstMoment) { $0 } }
    let address = PropertyGraph.clock.addressOfMoments.load(ordering: .acquiring)
    return UnsafePointer(bitPattern: address == 0 ? makeNumbers() : address)! + Int(place)
  }

  private static func makeNumbers() -> UInt {
    let made = UnsafeMutablePointer<AtomicUInt64>.allocate(capacity: count)
    for place in 0..<count { (made + place).initialize(to: AtomicUInt64(unknown)) }
    let (exchanged, other) = PropertyGraph.clock.addressOfMoments.compareExchange(
      expected: 0, desired: UInt(bitPattern: made), ordering: .acquiringAndReleasing)
    if exchanged { return UInt(bitPattern: made) }
    made.deinitialize(count: count)
    made.deallocate()
    return other
  }

  /// The oldest and the newest of those that are open; nil if none is.
  private static var range: (oldest: UInt64, newest: UInt64)? {
    let first = PropertyGraph.clock.firstMoment.load(ordering: .sequentiallyConsistent)
    var bits = PropertyGraph.clock.otherMoments.load(ordering: .sequentiallyConsistent)
    if first == 0, bits == 0 { return nil }
    var (oldest, newest) = (UInt64.max, UInt64(0))
    func add(_ number: UInt64) {
      oldest = Swift.min(oldest, number)
      newest = Swift.max(newest, number == unknown ? .max : number)
    }
    if first != 0 { add(first) }
    if bits & 1 != 0 { add(unknown) }
    bits &= ~1
    while bits != 0 {
      add(number(at: Int32(bits.trailingZeroBitCount)).pointee.load(ordering: .acquiring))
      bits &= bits - 1
    }
    return (oldest, newest)
  }

  // MARK: What was replaced

  /// A value that was replaced while a moment was open at which it is still read.
  private struct Kept {
    let node: NodePointer
    let value: Unmanaged<AnyObject>
    let version: UInt64
    let origin: UInt64
    /// From which change on the node had the value, and which one replaced it.
    let since: UInt64
    let until: UInt64
    /// The thread that replaced it.
    let thread: UInt
    /// Of the same node.
    var older: UnsafeMutablePointer<Kept>?
    var newer: UnsafeMutablePointer<Kept>?
    /// Replaced next, of any node.
    var next: UnsafeMutablePointer<Kept>?
  }

  private struct AllKept {
    /// The one that was replaced last, by node.
    var newest: [NodePointer: UnsafeMutablePointer<Kept>] = [:]
    /// In the order in which they were replaced.
    var first: UnsafeMutablePointer<Kept>?
    var last: UnsafeMutablePointer<Kept>?
    /// Edges to what final nodes were computed from, each with the first moment at which they are not needed any more.
    var edges: [(first: DependencyPointer, until: UInt64)] = []
  }

  private static let all = Guarded(AllKept())

  /// Under the lock, inside a change, behind its fence: the value of a node that is set is about to be replaced.
  ///
  /// While no moment is open, since when the node has its value need not be known: each that is opened from now on is newer.
  @inlinable @inline(__always) static func willReplace(_ node: NodePointer, _ change: UInt64) {
    if areOpen { keep(node, change) }
  }

  @usableFromInline @inline(never) static func keep(_ node: NodePointer, _ change: UInt64) {
    // While a closure of this thread runs, a moment is open.
    if CurrentThread.graphWalks > 0 { OwnChanges.note(change) }
    let since = node.pointee.since.load(ordering: .relaxed)
    // A property that was made inside a moment has its newest value there.
    if since & 1 != 0, let frame = Frame.current, frame.pointee.moment == since + 1 { return }
    defer { node.pointee.since.store(change, ordering: .relaxed) }
    // If each open moment is older than the value, an older one is read there, which was kept already.
    guard let range, range.newest >= since else { return }
    // Counted first: a thread that ends a moment looks at the count afterwards. If none is open now, all have ended.
    PropertyGraph.clock.keptValues.wrappingAdd(1, ordering: .sequentiallyConsistent)
    if Self.range == nil {
      PropertyGraph.clock.keptValues.wrappingSubtract(1, ordering: .relaxed)
      return
    }
    let (value, version) = node.pointee.node._withUnsafeGuaranteedRef { $0.boxedValue() }
    _ = node.pointee.node.retain()
    let kept = Heap.allocate(byteCount: MemoryLayout<Kept>.size).bindMemory(to: Kept.self, capacity: 1)
    kept.initialize(
      to: Kept(
        node: node, value: .passRetained(value), version: version,
        origin: node.pointee.origin.load(ordering: .relaxed), since: since, until: change,
        thread: CurrentThread.identity))
    all.withLock { all in
      kept.pointee.older = all.newest[node]
      kept.pointee.older?.pointee.newer = kept
      all.newest[node] = kept
      if let last = all.last { last.pointee.next = kept } else { all.first = kept }
      all.last = kept
    }
  }

  /// Under the lock: keeps what the edges of a node that has become final lead to, if a moment is open. False if none is.
  ///
  /// A thread that has opened one may be computing the node for itself, from when it was not current: also where it has had its
  /// value for longer.
  static func keep(_ edges: DependencyPointer) -> Bool {
    if !areOpen { return false }
    PropertyGraph.clock.keptValues.wrappingAdd(1, ordering: .sequentiallyConsistent)
    if !areOpen {
      PropertyGraph.clock.keptValues.wrappingSubtract(1, ordering: .relaxed)
      return false
    }
    // Each that is open now is older than the next change.
    let until = PropertyGraph.clock.epoch.load(ordering: .relaxed) + 2
    all.withLock { $0.edges.append((edges, until)) }
    return true
  }

  /// The value that a node had at a moment which is open, if it has been replaced since.
  ///
  /// - Parameter readsOwn: Whether a value is read that the calling thread itself has set meanwhile.
  static func replacedValue(
    of node: NodePointer, at moment: UInt64, readsOwn: Bool
  ) -> (value: AnyObject, version: UInt64, origin: UInt64)? {
    all.withLock { all in
      var found: UnsafeMutablePointer<Kept>?
      var next = all.newest[node]
      while let kept = next, kept.pointee.until > moment {
        if readsOwn, kept.pointee.thread == CurrentThread.identity { break }
        found = kept
        next = kept.pointee.older
      }
      return found.map { ($0.pointee.value.takeUnretainedValue(), $0.pointee.version, $0.pointee.origin) }
    }
  }

  /// Releases what is read at no open moment any more. Not under a lock.
  @inline(never) private static func releaseUnneeded() {
    var released = PlainList<UnsafeMutablePointer<Kept>>()
    var edges: [DependencyPointer] = []
    // The lock of the graph as well: what is being kept was decided for the moments that were open before.
    PropertyGraph.withLock {
      let oldest = range?.oldest ?? .max
      all.withLock { all in
        while let kept = all.first, kept.pointee.until <= oldest {
          all.first = kept.pointee.next
          if all.first == nil { all.last = nil }
          if let newer = kept.pointee.newer {
            newer.pointee.older = nil
          } else {
            all.newest[kept.pointee.node] = nil
          }
          released.append(kept)
        }
        if !all.edges.isEmpty {
          edges = all.edges.compactMap { $0.until <= oldest ? $0.first : nil }
          all.edges.removeAll { $0.until <= oldest }
        }
      }
    }
    PropertyGraph.clock.keptValues.wrappingSubtract(released.count + edges.count, ordering: .relaxed)
    for first in edges { PropertyGraph.release(first) }
    for index in 0..<released.count {
      let kept = released[index]
      let (value, node) = (kept.pointee.value, kept.pointee.node.pointee.node)
      Heap.deallocate(kept)
      value.release()
      node.release()
    }
  }
}

extension NodePointer {
  /// Whether the value, which was read before and is current, is the one at a moment.
  @inlinable @inline(__always) func holds(at moment: UInt64) -> Bool {
    pointee.since.load(ordering: .acquiring) <= moment
  }
}

extension GraphNode {
  /// The value of a node that is set, at a moment which is open.
  func boxedValue(
    at moment: UInt64, readsOwn: Bool
  ) -> (value: AnyObject, version: UInt64, origin: UInt64) {
    record.waitWhileStored()
    let (value, version) = boxedValue()
    let origin = record.pointee.origin.load(ordering: .acquiring)
    if record.holds(at: moment) { return (value, version, origin) }
    if let replaced = GraphMoment.replacedValue(of: record, at: moment, readsOwn: readsOwn) {
      return replaced
    }
    // Nothing has replaced it since but the calling thread.
    let (newest, newestVersion) = boxedValue()
    return (newest, newestVersion, record.pointee.origin.load(ordering: .acquiring))
  }

  /// The same, stored in an entry.
  func store(
    in entry: EntryPointer, at moment: UInt64, readsOwn: Bool
  ) -> (version: UInt64, origin: UInt64) {
    record.waitWhileStored()
    let version = storeNewest(in: entry)
    let origin = record.pointee.origin.load(ordering: .acquiring)
    if record.holds(at: moment) { return (version, origin) }
    let (value, replaced, itsOrigin) = boxedValue(at: moment, readsOwn: readsOwn)
    storeBoxed(value, in: entry)
    return (replaced, itsOrigin)
  }
}
