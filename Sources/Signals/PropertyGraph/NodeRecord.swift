import Synchronization

@usableFromInline package typealias NodePointer = UnsafeMutablePointer<NodeRecord>
@usableFromInline package typealias DependencyPointer = UnsafeMutablePointer<Dependency>
/// Where the pointer to the next source of a node lies: in its record, or in the edge to the source before.
@usableFromInline package typealias SourceCursor = UnsafeMutablePointer<DependencyPointer?>

/// What the graph knows of a node. Its value lies right behind, see ``ValueCell``; what is known of a node that is
/// computed besides, right before: ``ComputedRecord``.
///
/// Plain memory outside the node's object: code under the graph's lock walks from record to record and touches no
/// reference count, so that no `deinit` can run there.
///
/// Three kinds of members in both records, by who may touch them: atomics, any thread; members of the claim, the thread
/// that has claimed the node to bring it up to date; members of the lock, a thread that holds the lock of the graph.
@usableFromInline package struct NodeRecord: ~Copyable {
  // MARK: Any thread

  /// The number of the last change of what the node is computed from, which is even. Raised under the lock; always 0 for a
  /// node that is set, and 2 for one that is computed until the first change.
  @usableFromInline package let mark: AtomicUInt64
  /// The mark for which the value holds, and in bit 0 whether the node is claimed. Written by the thread that has claimed
  /// it.
  @usableFromInline package let state = AtomicUInt64(0)
  /// The computation that has noted last that it has read the node: see ``Frame/run``. Other threads may overwrite it;
  /// then there is one edge too many.
  @usableFromInline package let lastRun = AtomicUInt64(0)
  /// Which change the value goes back to: the newest of those that it was computed from, or was set by a binding
  /// because of. Changes are numbered in their order. Of a node that is set, written under the lock, while anything
  /// depends on it; of one that is computed, by the thread that has claimed it, which makes it ``unknownOrigin`` while it
  /// stores another value.
  @usableFromInline package let origin = AtomicUInt64(0)
  /// The oldest moment at which the node is known to have its value: of a node that is set, the change that stored it; of one
  /// that is computed, the moment it was computed at, or a later one at which the values of all its sources were known to be
  /// those. Stored before the value, and read after it.
  @usableFromInline package let since = AtomicUInt64(0)
  /// Whether the value cannot change any more. Written under the lock.
  @usableFromInline package let isFinal = Atomic<Bool>(false)
  /// Whether a change has to be announced to readers or observers, which needs the lock. Raised under the lock while
  /// the node is claimed.
  @usableFromInline package let isListenedTo = Atomic<Bool>(false)
  @usableFromInline let isComputed: Bool

  // MARK: Lock

  @usableFromInline package var isObserved = false
  /// How many announcements of the node are under way, or wait for that; only those of the present generation. See
  /// ``RetiredObservers``.
  var announcements: Int32 = 0
  /// Of a node that is computed, where there is room for it: how many of the first sources each computation reads. They
  /// are brought up to date before it. Constant.
  let sourcesReadAlways: Int32
  var generation = Generation.even
  package var hasRetiredObservers = false
  /// What a read outside of computations and transactions does besides: a ``DutyOfReads``. That a transaction stores the value
  /// is written under the lock.
  @usableFromInline let dutyOfReads = Atomic<UInt8>(DutyOfReads.nothing)
  /// Whether the node has had an observer that comes first (contract S11). Written under the lock; any thread may read it.
  let hasObserversComingFirstBit = Atomic<Bool>(false)
  /// `observedSince` of the pointer; while there are retired observers, their address instead.
  var sinceOrRetired: UInt64 = 0
  @usableFromInline package var firstReader: DependencyPointer?
  /// The object. Retained under the lock only while it has observers, which keep it.
  @usableFromInline package let node: Unmanaged<GraphNode>

  @inlinable static var unknownOrigin: UInt64 { .max }

  /// Numbers, because a read must not look which of them it is while it is 0.
  @usableFromInline enum DutyOfReads {
    @inlinable static var nothing: UInt8 { 0 }
    /// A transaction is storing the value and others: a read waits until it has.
    static var awaitCommit: UInt8 { 1 }
    /// The next read is noted. See ``NotedReads``.
    static var noteItself: UInt8 { 2 }
  }

  fileprivate init(_ node: Unmanaged<GraphNode>, sourcesReadAlways: Int?) {
    self.node = node
    self.sourcesReadAlways = Int32(clamping: sourcesReadAlways ?? 0)
    isComputed = sourcesReadAlways != nil
    mark = AtomicUInt64(isComputed ? 2 : 0)
  }
}

/// What the graph knows of a node because it is computed.
@usableFromInline package struct ComputedRecord: ~Copyable {
  // Large members first, so that none is wasted between them.

  // MARK: Claim

  /// The first member: see `sources` of the pointer.
  @usableFromInline package var firstSource: DependencyPointer?
  /// By the phase, `uncheckedSource` or `nextInRing` of the pointer.
  fileprivate var next: UnsafeMutableRawPointer?
  /// The node that is brought up to date after this one.
  var dependent: NodePointer?
  /// The mark that was read before the sources were looked at.
  package var checkedMark: UInt64 = 0

  // MARK: Lock

  /// The next node of a walk under the lock.
  var nextMarked: NodePointer?

  // MARK: Any thread

  /// The thread that has claimed the node.
  let owner = Atomic<UInt>(0)
  /// How many of the sources can still change. Written under the lock.
  let liveSources = Atomic<Int32>(0)

  // MARK: Claim

  /// In a ring that is not closed yet: the depth of the frame that closes it.
  var ringDepth: Int32 = 0
  var phase = Phase.idle
  /// Whether the value has to be computed even if no source has another version.
  @usableFromInline package var needsValue = true
  /// Whether not the same was read as the last time, and the readers of the sources do not show it yet.
  @usableFromInline var hasOtherSources = false
  /// Whether the node depends on itself. It is then computed whenever it is not current: that it does shows in no version
  /// of its sources. Atomic, because other threads read it: what it says holds while the node is current.
  @usableFromInline let isInRing = Atomic<Bool>(false)
  /// What the last computation has set. Atomic, because other threads read it.
  @usableFromInline let sets = Atomic<Sets>(.nothing)
  /// Whether a walk around the present one will release the claim.
  var isHeldByWalk = false
  /// In a ring that is not closed yet: whether the value is no change, which the node has from it.
  var isUnchangedByRing = false

  @usableFromInline enum Sets: UInt8, AtomicRepresentable { case nothing, properties, whatItReads }

  enum Phase {
    /// No thread brings it up to date.
    case idle
    /// Its sources are looked at.
    case checking
    /// Its closure runs.
    case computing
    /// Its closure has run, and its value waits for the end of a ring that it is part of.
    case inOpenRing
    /// Its value has been stored by a walk inside the one that has claimed it.
    case done
  }

  fileprivate init() {}
}

/// What shares its memory: a node whose sources are looked at is no member of a ring that is not closed yet.
///
/// Members of the pointer: a computed member of the record would access all of it, also what another thread reads under
/// the lock.
extension UnsafeMutablePointer<ComputedRecord> {
  /// While sources are looked at: the next one.
  var uncheckedSource: DependencyPointer? {
    get { pointee.next?.assumingMemoryBound(to: Dependency.self) }
    nonmutating set { pointee.next = UnsafeMutableRawPointer(newValue) }
  }

  /// In a ring that is not closed yet: the next member.
  var nextInRing: NodePointer? {
    get { pointee.next?.assumingMemoryBound(to: NodeRecord.self) }
    nonmutating set { pointee.next = UnsafeMutableRawPointer(newValue) }
  }

  /// Where the pointer to the first source lies.
  @inlinable @inline(__always) var sources: SourceCursor {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: DependencyPointer?.self)
  }
}

extension DependencyPointer {
  /// Where the pointer to the source behind this one lies.
  @inlinable @inline(__always) var sourcesBehind: SourceCursor {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: DependencyPointer?.self)
  }

  /// The edge that a cursor has passed last.
  ///
  /// - Precondition: It has passed one.
  init(before cursor: SourceCursor) {
    self = UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: Dependency.self)
  }
}

// Not members of the record: they would read all of it, also what another thread writes under the lock.
extension NodePointer {
  /// Memory for the records of a node, and a value behind them.
  package static func allocate(isComputed: Bool, bytesOfValue: Int) -> NodePointer {
    let before = isComputed ? MemoryLayout<ComputedRecord>.stride : 0
    let memory = Heap.allocate(byteCount: before + MemoryLayout<NodeRecord>.stride + bytesOfValue)
    return (memory + before).bindMemory(to: NodeRecord.self, capacity: 1)
  }

  /// - Parameter sourcesReadAlways: Nil for a node that is set.
  package func initialize(for node: GraphNode, sourcesReadAlways: Int?) {
    initialize(to: NodeRecord(.passUnretained(node), sourcesReadAlways: sourcesReadAlways))
    if sourcesReadAlways != nil { computed.initialize(to: ComputedRecord()) }
  }

  func free() {
    let isComputed = pointee.isComputed
    deinitialize(count: 1)
    if isComputed {
      computed.deinitialize(count: 1)
      Heap.deallocate(computed)
    } else {
      Heap.deallocate(self)
    }
  }

  /// - Precondition: The node is computed.
  @inlinable @inline(__always) package var computed: UnsafeMutablePointer<ComputedRecord> {
    (UnsafeMutableRawPointer(self) - MemoryLayout<ComputedRecord>.stride)
      .assumingMemoryBound(to: ComputedRecord.self)
  }

  /// Where the value lies.
  @inlinable @inline(__always) var memoryOfValue: UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(self + 1)
  }

  /// Whether the value holds. From any thread; it may not hold any more when the call returns.
  @inlinable @inline(__always) package var isCurrent: Bool {
    pointee.state.load(ordering: .acquiring) & ~1 == pointee.mark.load(ordering: .acquiring)
  }

  /// Whether no change has reached the node, which was read before, since it had that mark.
  @inlinable func isMarked(_ mark: UInt64) -> Bool { pointee.mark.load(ordering: .acquiring) == mark }

  /// Whether a read has to ``finishRead()`` after it: the value is perhaps from a transaction that has not stored its other
  /// values yet.
  @inlinable @inline(__always) var hasDutyOfReads: Bool {
    pointee.dutyOfReads.load(ordering: .acquiring) != NodeRecord.DutyOfReads.nothing
  }

  @usableFromInline @inline(never) func finishRead() {
    #if !hasFeature(Embedded)
      if pointee.dutyOfReads.load(ordering: .acquiring) == NodeRecord.DutyOfReads.noteItself {
        return noteRead()
      }
    #endif
    PropertyGraph.waitForChange()
  }

  @inlinable @inline(__always) package var version: UInt64 {
    // A cell of values of any type begins like this one.
    ValueCell<Void>(at: memoryOfValue).version
  }

  /// Waits while a thread has the turn to store into a node that is set.
  @inlinable @inline(__always) func waitWhileStored() {
    if pointee.state.load(ordering: .acquiring) & 1 != 0, !pointee.isComputed { waitUntilStored() }
  }

  @usableFromInline @inline(never) func waitUntilStored() {
    var attempt = 0
    while pointee.state.load(ordering: .acquiring) & 1 != 0 {
      CurrentThread.wait(attempt)
      attempt += 1
    }
  }

  /// Whether the last computation of the node, which is computed, has set a property. From any thread.
  var setsProperties: Bool { computed.pointee.sets.load(ordering: .relaxed) != .nothing }

  /// Whether that was what it is computed from: then it does not come to rest by itself.
  @inlinable var setsWhatItReads: Bool { computed.pointee.sets.load(ordering: .relaxed) == .whatItReads }

  /// Whether the calling thread has claimed the node, which is computed.
  var isMine: Bool { computed.pointee.owner.load(ordering: .relaxed) == CurrentThread.identity }
}

/// One node has read another one.
///
/// It retains the object of its source. The reader's object owns its edges.
@usableFromInline package struct Dependency {
  // MARK: Claim of the reader

  /// The first member: see `sourcesBehind` of the pointer.
  @usableFromInline package var nextSource: DependencyPointer?
  /// Of the source, as the reader's value shows it; 0 if that is not known.
  @usableFromInline package var version: UInt64

  // MARK: Constant

  @usableFromInline package let source: NodePointer
  let reader: NodePointer
  /// Whether each computation of the reader reads the source, after those before it.
  let isReadAlways: Bool

  // MARK: Lock

  var isLinked = false
  /// Of the first one, the last.
  var previousReader: DependencyPointer?
  var nextReader: DependencyPointer?

  package static func make(
    from source: NodePointer, to reader: NodePointer, version: UInt64, next: DependencyPointer?,
    isReadAlways: Bool = false
  ) -> DependencyPointer {
    _ = source.pointee.node.retain()
    let edge = Heap.allocate(byteCount: MemoryLayout<Dependency>.size)
      .bindMemory(to: Dependency.self, capacity: 1)
    edge.initialize(
      to: Dependency(
        nextSource: next, version: version, source: source, reader: reader, isReadAlways: isReadAlways))
    return edge
  }
}

#if !hasFeature(Embedded)
  extension NodePointer {
    /// The next read outside of computations and transactions is noted. A transaction that stores the value meanwhile takes
    /// that back.
    ///
    /// - Precondition: The node is set.
    package func noteNextRead() {
      _ = pointee.dutyOfReads.compareExchange(
        expected: NodeRecord.DutyOfReads.nothing, desired: NodeRecord.DutyOfReads.noteItself,
        ordering: .relaxed)
    }

    func noteRead() {
      let isFirst = pointee.dutyOfReads.compareExchange(
        expected: NodeRecord.DutyOfReads.noteItself, desired: NodeRecord.DutyOfReads.nothing,
        ordering: .relaxed)
      if isFirst.exchanged { NotedReads.add(ObjectIdentifier(pointee.node.takeUnretainedValue())) }
    }
  }
#endif

#if SIGNALS_EXPLORED
  extension ComputedRecord.Sets: ExploredWord {}
#endif
