import Synchronization

/// How properties depend on each other, and how a change spreads.
///
/// A change marks, a read computes. A change of a property that has readers raises the mark of every node below it,
/// under one lock, without calling any code outside the library. A node whose value was computed for its present mark is
/// current; any other one is brought up to date when it is read or announced, under no lock. See
/// Documentation/Decisions/0018-a-graph-that-marks-and-validates.md.
@usableFromInline package enum PropertyGraph {
  @usableFromInline static let lock = Lock()

  /// Counts the steps of changes that a computed value may depend on: odd while one is stored, even otherwise. Written
  /// under the lock. A change has the number of the even epoch that it leads to. The first one is greater than any mark of a
  /// node that no change has reached.
  @usableFromInline static let epoch = AtomicUInt64(2)

  /// Runs a few loads and stores. No reference is released inside: a `deinit` would take the lock again.
  @inlinable @inline(__always) package static func withLock<Result>(_ body: () -> Result) -> Result {
    lock.withLock(body)
  }

  /// The epoch, once no change is being stored.
  @inline(__always) static func epochAtRest() -> UInt64 {
    let epoch = epoch.load(ordering: .acquiring)
    return epoch & 1 == 0 ? epoch : awaitEpochAtRest()
  }

  /// Returns once the change that is being stored, if there is one, has been stored.
  ///
  /// What the change has found claimed by this thread, it has left to it. The end of a claim must not become visible after
  /// the epoch has been read; at the end of a walk inside another one there is no fence yet.
  @usableFromInline static func waitForChange() {
    if CurrentThread.graphWalks > 0 { atomicMemoryFence(ordering: .sequentiallyConsistent) }
    _ = epochAtRest()
  }

  @inline(never) private static func awaitEpochAtRest() -> UInt64 {
    while true {
      withLock {}
      let epoch = epoch.load(ordering: .acquiring)
      if epoch & 1 == 0 { return epoch }
    }
  }

  // MARK: Changes

  /// Under the lock: marks what depends on a node that is about to be changed with the number of the change, and collects
  /// what is observed.
  ///
  /// A node that is not current needs its mark raised, because another thread may be computing it, but not what is below
  /// it: that was marked when this one was. Except if it is claimed: perhaps it is current already, and this thread does
  /// not see it yet, but the thread that has claimed it goes on with what is below.
  @usableFromInline package static func mark(
    below origin: NodePointer, _ change: UInt64, _ found: inout Announcements
  ) {
    var first: NodePointer?
    var last: NodePointer?
    var changed = origin
    while true {
      var reader = changed.pointee.firstReader
      while let edge = reader {
        let node = edge.pointee.reader
        if mark(node, change, &found) {
          node.computed.pointee.nextMarked = nil
          if let last { last.computed.pointee.nextMarked = node } else { first = node }
          last = node
        }
        reader = edge.pointee.nextReader
      }
      guard let next = first else { return }
      first = next.computed.pointee.nextMarked
      if first == nil { last = nil }
      changed = next
    }
  }

  /// Under the lock: whether what is below the node has to be marked as well.
  @inline(__always) private static func mark(
    _ node: NodePointer, _ change: UInt64, _ found: inout Announcements
  ) -> Bool {
    let mark = node.pointee.mark.load(ordering: .relaxed)
    if mark == change { return false }
    node.pointee.mark.store(change, ordering: .releasing)
    let state = node.pointee.state.load(ordering: .relaxed)
    if state & ~1 != mark { return state & 1 != 0 }
    if node.pointee.isObserved { found.add(node) }
    return node.pointee.firstReader != nil
  }

  /// Under the lock: everything stored by `body` becomes visible in one step. It gets the number of the change, and of
  /// several those that follow as well.
  ///
  /// - Parameter marks: Whether `body` may mark nodes. It looks at their claims then, and a thread that ends a claim looks
  ///   at the epoch: the fence lets one of both see what the other one has done.
  @inlinable @inline(__always) static func changing(
    _ count: Int = 1, marks: Bool = true, _ body: (UInt64) -> Void
  ) {
    let before = epoch.load(ordering: .relaxed)
    epoch.store(before + 1, ordering: .relaxed)
    if marks { atomicMemoryFence(ordering: .sequentiallyConsistent) }
    body(before + 2)
    epoch.store(before + 2 * UInt64(Swift.max(count, 1)), ordering: .releasing)
  }

  // MARK: Edges

  /// Under the lock.
  package static func link(_ edge: DependencyPointer) {
    let source = edge.pointee.source
    edge.pointee.isLinked = true
    edge.pointee.previousReader = source.pointee.lastReader
    edge.pointee.nextReader = nil
    if let last = source.pointee.lastReader {
      last.pointee.nextReader = edge
    } else {
      source.pointee.firstReader = edge
    }
    source.pointee.lastReader = edge
    if !source.pointee.isFinal.load(ordering: .relaxed) {
      edge.pointee.reader.computed.pointee.liveSources.wrappingAdd(1, ordering: .relaxed)
    }
    listen(to: source)
  }

  /// Under the lock.
  static func unlink(_ edge: DependencyPointer) {
    guard edge.pointee.isLinked else { return }
    let source = edge.pointee.source
    edge.pointee.isLinked = false
    if let previous = edge.pointee.previousReader {
      previous.pointee.nextReader = edge.pointee.nextReader
    } else {
      source.pointee.firstReader = edge.pointee.nextReader
    }
    if let next = edge.pointee.nextReader {
      next.pointee.previousReader = edge.pointee.previousReader
    } else {
      source.pointee.lastReader = edge.pointee.previousReader
    }
    if !source.pointee.isFinal.load(ordering: .relaxed) {
      edge.pointee.reader.computed.pointee.liveSources.wrappingSubtract(1, ordering: .relaxed)
    }
    stopListening(to: source)
  }

  /// Under the lock: from now on each change of the node takes the lock.
  @usableFromInline package static func listen(to node: NodePointer) {
    if node.pointee.isListenedTo.load(ordering: .relaxed) { return }
    if node.pointee.isComputed {
      node.pointee.isListenedTo.store(true, ordering: .relaxed)
    } else {
      node.beginStoring()
      node.pointee.isListenedTo.store(true, ordering: .relaxed)
      node.endStoring()
    }
  }

  /// Under the lock.
  @usableFromInline static func stopListening(to node: NodePointer) {
    // What is final stays so, and is not set without a look at that.
    if node.pointee.firstReader == nil, !node.pointee.isObserved,
      !node.pointee.isFinal.load(ordering: .relaxed)
    {
      node.pointee.isListenedTo.store(false, ordering: .releasing)
    }
  }

  /// Unlinks a node that is being released from what it reads; returns its edges.
  static func unlinkAll(of node: NodePointer) -> DependencyPointer? {
    if !node.pointee.isComputed { return nil }
    return withLock { unlinkedSources(of: node) }
  }

  /// Under the lock: takes the edges of a node, which is claimed or being released, and unlinks them.
  private static func unlinkedSources(of node: NodePointer) -> DependencyPointer? {
    let first = node.computed.pointee.firstSource
    node.computed.pointee.firstSource = nil
    var next = first
    while let edge = next {
      unlink(edge)
      next = edge.pointee.nextSource
    }
    return first
  }

  /// Releases what edges that were unlinked have kept.
  package static func release(_ edges: DependencyPointer?) {
    var next = edges
    while let edge = next {
      next = edge.pointee.nextSource
      edge.pointee.source.pointee.node.release()
      Heap.deallocate(edge)
    }
  }

  /// Whether what a computation has read still holds, so that its value may be stored. Links what it read for the first
  /// time, and unlinks what it did not read any more.
  ///
  /// If no change was stored since the epoch was read, and the sources are those of the last time, no lock is needed.
  @inlinable @inline(__always) static func confirm(_ frame: FramePointer) -> Bool {
    frame.pointee.hasReadTheSame && epoch.load(ordering: .acquiring) == frame.pointee.epoch
      || confirmUnderLock(frame)
  }

  @usableFromInline @inline(never) static func confirmUnderLock(_ frame: FramePointer) -> Bool {
    let node = frame.pointee.node!
    let dropped = frame.cutUnreadSources()
    let holds = withLock {
      var next = dropped
      while let edge = next {
        unlink(edge)
        next = edge.pointee.nextSource
      }
      if node.computed.pointee.hasOtherSources {
        next = node.computed.pointee.firstSource
        while let edge = next {
          if !edge.pointee.isLinked { link(edge) }
          next = edge.pointee.nextSource
        }
      }
      // One that another thread was just storing has perhaps been read.
      return frame.pointee.origin != NodeRecord.unknownOrigin && doSourcesHold(of: node)
    }
    node.computed.pointee.hasOtherSources = false
    release(dropped)
    return holds
  }

  /// The same for a node none of whose sources has changed.
  @inline(__always) static func confirmUnchanged(_ node: NodePointer, _ epoch: UInt64) -> Bool {
    PropertyGraph.epoch.load(ordering: .acquiring) == epoch || doSourcesStillHold(of: node)
  }

  @inline(never) private static func doSourcesStillHold(of node: NodePointer) -> Bool {
    withLock { doSourcesHold(of: node) }
  }

  /// Under the lock: whether the sources are as the node has read them. If so, its value holds as of now.
  ///
  /// That the mark is the same would not be enough: a change does not go on below a source that another thread is just
  /// bringing up to date.
  private static func doSourcesHold(of node: NodePointer) -> Bool {
    var next = node.computed.pointee.firstSource
    while let edge = next {
      let source = edge.pointee.source
      let holds = source.isCurrent ? source.version == edge.pointee.version : source.isMemberOfOpenRing
      if !holds { return false }
      next = edge.pointee.nextSource
    }
    node.computed.pointee.checkedMark = node.pointee.mark.load(ordering: .relaxed)
    return true
  }

  // MARK: Ends

  /// The value of a node that is set cannot change any more: in a transaction, from its end on.
  @usableFromInline package static func end(_ origin: GraphNode) {
    if let log = Frame.current?.logOfSets { return log.end(origin) }
    finish(origin.record) { true }
  }

  /// After a claim: ends the node, if it is current and its value cannot change any more.
  @inline(__always) static func endIfFinal(_ node: NodePointer) {
    if node.computed.pointee.liveSources.load(ordering: .sequentiallyConsistent) > 0
      || node.pointee.isFinal.load(ordering: .relaxed)
    {
      return
    }
    finish(node) { node.canFinish(node.pointee.state.load(ordering: .sequentiallyConsistent)) }
  }

  /// Announces that a node and those that depend on nothing else cannot change any more, if `condition` is true under the
  /// lock. They let go of what they were computed from (contract D4).
  @inline(never) private static func finish(_ origin: NodePointer, if condition: () -> Bool) {
    var found = Announcements()
    var edges: [DependencyPointer] = []
    withLock { if condition() { finish(origin, &found, &edges) } }
    Wave.announce(&found)
    for edge in edges { release(edge) }
  }

  /// Under the lock.
  private static func finish(
    _ origin: NodePointer, _ found: inout Announcements, _ edges: inout [DependencyPointer]
  ) {
    if origin.pointee.isFinal.load(ordering: .relaxed) { return }
    listen(to: origin)
    origin.pointee.isFinal.store(true, ordering: .relaxed)
    if origin.pointee.isObserved { found.add(origin, isEnd: true) }
    var all = [origin]
    var claimed: [NodePointer] = []
    var index = 0
    while index < all.count {
      var reader = all[index].pointee.firstReader
      while let edge = reader {
        let node = edge.pointee.reader
        node.computed.pointee.liveSources.wrappingSubtract(1, ordering: .sequentiallyConsistent)
        // Read once: a thread that ends its claim between two reads would be seen neither with it nor without it.
        let state = node.pointee.state.load(ordering: .sequentiallyConsistent)
        if node.canFinish(state), !node.pointee.isFinal.load(ordering: .relaxed) {
          node.pointee.isFinal.store(true, ordering: .relaxed)
          if node.pointee.isObserved { found.add(node, isEnd: true) }
          all.append(node)
        } else if state & 1 != 0 {
          claimed.append(node)
        }
        reader = edge.pointee.nextReader
      }
      index += 1
    }
    if !claimed.isEmpty {
      // Whether they can change has perhaps been looked at already: that is done again when they are brought up to date.
      changing { change in
        for node in claimed where mark(node, change, &found) { mark(below: node, change, &found) }
      }
    }
    for node in all where node.pointee.isComputed {
      // Another thread may be looking at its sources just now: then it keeps them.
      let state = node.pointee.mark.load(ordering: .relaxed)
      let claimed = node.pointee.state.compareExchange(
        expected: state, desired: state | 1, ordering: .acquiringAndReleasing)
      if !claimed.exchanged { continue }
      if let first = unlinkedSources(of: node) { edges.append(first) }
      node.pointee.state.store(state, ordering: .sequentiallyConsistent)
    }
  }

  /// What a closure that is run outside a claim reads always, retained; nil if the node is final and has its value.
  ///
  /// Built-in closures do not retain their sources: the edges do, until the node is final.
  static func retainedSources(of node: NodePointer) -> [Unmanaged<GraphNode>]? {
    withLock {
      if node.pointee.isFinal.load(ordering: .relaxed) { return nil }
      var sources: [Unmanaged<GraphNode>] = []
      // Another thread that has claimed the node may change the edges after those.
      let count = node.pointee.sourcesReadAlways
      var next = count > 0 ? node.computed.pointee.firstSource : nil
      while let edge = next {
        sources.append(edge.pointee.source.pointee.node.retain())
        next = sources.count < count ? edge.pointee.nextSource : nil
      }
      return sources
    }
  }

  /// Notifies the observers of a node that was not brought up to date when they began.
  @usableFromInline package static func announce(_ node: NodePointer) {
    var found = Announcements()
    withLock { if node.pointee.isObserved { found.add(node) } }
    Wave.announce(&found)
  }

  /// A computation sets what it reads, to another value each time.
  @usableFromInline static func stopAtRestless(_ node: GraphNode) -> Never {
    #if hasFeature(Embedded)
      stopProgram("a property sets what it is computed from, without coming to rest")
    #else
      fatalError(
        "a property sets what it is computed from, without coming to rest: \(node.name). Set it in an observer, or to a "
          + "value that repeats")
    #endif
  }

  // MARK: Delegated announcements

  /// How many changes of other threads a thread announces before it leaves that to them (contract E6a).
  @usableFromInline static var announcementsInARow: Int { 64 }

  /// An observed node that one thread had to announce, and has left to another one: to the owner of a node that it
  /// needs, or to any that makes a change, if that is 0.
  private struct Delegated {
    let node: NodePointer
    let generation: Generation
    let owner: UInt
  }

  private static let delegated = Guarded<[Delegated]>([])
  private static let delegatedCount = Atomic<Int>(0)

  /// False if the node has no observers.
  private static func addDelegated(_ node: NodePointer, to owner: UInt) -> Bool {
    guard let generation = withLock({ node.pointee.isObserved ? beginAnnouncing(node) : nil }) else {
      return false
    }
    let entry = Delegated(node: node, generation: generation, owner: owner)
    // Counted first: the count may be too large for a moment, but must not hide an entry.
    delegatedCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
    delegated.withLock { $0.append(entry) }
    return true
  }

  /// Each change from now on announces the node, until one thread has.
  @usableFromInline static func delegateToAll(_ node: NodePointer) {
    _ = addDelegated(node, to: 0)
  }

  /// Leaves what this thread announces to the thread that has claimed `busy`. False if no thread has any more.
  ///
  /// The owner may end its claim meanwhile. It does so first, and then looks at the list (``settleAfterClaims()``); this
  /// thread adds to the list first, and then looks at the claim. Between both there is a fence on either side, so that
  /// one of them sees what the other one has done.
  static func delegate(_ node: NodePointer, to busy: NodePointer) -> Bool {
    let owner = busy.computed.pointee.owner.load(ordering: .relaxed)
    // Claimed a moment ago.
    if owner == 0 { return false }
    guard addDelegated(node, to: owner) else { return true }
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    if busy.pointee.state.load(ordering: .acquiring) & 1 != 0,
      busy.computed.pointee.owner.load(ordering: .relaxed) == owner
    {
      return true
    }
    // Also those of other threads: this one announces the node after all.
    for entry in takeDelegated(where: { $0.node == node && $0.owner == owner }) {
      endAnnouncing(entry.node, entry.generation)
    }
    return false
  }

  private static func takeDelegated(where condition: (Delegated) -> Bool) -> [Delegated] {
    let taken = delegated.withLock { entries in
      let taken = entries.filter(condition)
      entries.removeAll(where: condition)
      return taken
    }
    delegatedCount.wrappingSubtract(taken.count, ordering: .sequentiallyConsistent)
    return taken
  }

  /// Announces what has been left to this thread and to all.
  ///
  /// Not what has been left to a thread that is computing. It would need what this thread computes, be left to this thread
  /// again, and so on for ever: it waits for ``settleAfterClaims()``.
  @inline(__always) static func settle() {
    settle { entry in
      entry.owner == 0 || entry.owner == CurrentThread.identity && CurrentThread.graphWalks == 0
    }
  }

  @inline(__always) private static func settle(_ condition: (Delegated) -> Bool) {
    if delegatedCount.load(ordering: .sequentiallyConsistent) > 0 { announceDelegated(condition) }
  }

  @inline(never) private static func announceDelegated(_ condition: (Delegated) -> Bool) {
    let taken = takeDelegated(where: condition)
    if taken.isEmpty { return }
    var found = Announcements()
    for entry in taken { found.addDelegated(entry.node, entry.generation) }
    Wave.announce(&found)
  }

  /// After claims have ended: announces what has been left to this thread. While it computes it announces nothing:
  /// observers could read what it computes.
  @inline(__always) static func settleAfterClaims() {
    if CurrentThread.graphWalks > 0 { return }
    // See `delegate` and `waitForChange`.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    settle { $0.owner == CurrentThread.identity }
  }
}

extension NodePointer {
  /// The turn of one thread to store into a node that is set; no code outside the library runs meanwhile.
  @inlinable @inline(__always) func beginStoring() {
    if !pointee.state.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged {
      waitToStore()
    }
  }

  @usableFromInline @inline(never) func waitToStore() {
    var attempt = 0
    repeat {
      CurrentThread.wait(attempt)
      attempt += 1
    } while !pointee.state.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged
  }

  @inlinable @inline(__always) func endStoring() { pointee.state.store(0, ordering: .releasing) }

  /// Under the lock: whether the node, in that state, is current, not claimed, and has no source that can change.
  fileprivate func canFinish(_ state: UInt64) -> Bool {
    computed.pointee.liveSources.load(ordering: .sequentiallyConsistent) == 0
      && state == pointee.mark.load(ordering: .sequentiallyConsistent)
  }

  /// Whether this thread has computed the node as a part of a ring whose first member it still computes.
  var isMemberOfOpenRing: Bool {
    pointee.state.load(ordering: .relaxed) & 1 != 0 && pointee.isComputed && isMine
      && (computed.pointee.phase == .computing || computed.pointee.phase == .inOpenRing)
  }
}
